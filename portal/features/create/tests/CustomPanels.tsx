import { Button, Group, Modal, Text, TextInput } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import type { TestDetails } from '#contract/catalogue.ts'
import type { CustomPanel } from '#contract/custom-panel.ts'
import type { OrderedTest } from '#domain/orders/document.ts'
import { api } from '#portal/api.ts'
import { fieldErrorsOf } from '#portal/forms.ts'
import { genesInWords } from '#portal/order/labels.ts'
import { ConfirmDialog } from '#ui/ConfirmDialog.tsx'
import { TypedSelect } from '#ui/fields/TypedSelect.tsx'
import { useFocusNext } from '#ui/fields/use-focus-next.ts'
import { notifyProblem, notifySuccess } from '#ui/notices.ts'
import { problemIn } from '../draft/autosave.ts'
import { useOrderForm } from '../draft/form-context.ts'
import { sameGenes } from './read-genes.ts'
import * as texts from './texts.ts'

const keyOf = (testId: number) => ['catalogue', 'custom-panels', testId]

/** The panels that the clinic has saved of a test: chosen, saved, updated, removed. */
export function CustomPanels({ test, details }: { test: OrderedTest; details: TestDetails }) {
  const form = useOrderForm()
  const queryClient = useQueryClient()
  const { data = [] } = useQuery({
    queryKey: keyOf(details.id),
    queryFn: () => api.catalogue.customPanels({ params: { id: details.id } }),
  })
  const panels = data.filter((panel) => panel.institutionCode === form.hospitalCode)
  const [chosenId, setChosenId] = useState(test.customPanelId)
  const chosen = panels.find((panel) => panel.id === chosenId)
  const select = useRef<HTMLInputElement>(null)
  const focusNext = useFocusNext()
  const [naming, name] = useDisclosure(false)
  const [removing, remove] = useDisclosure(false)
  const use = (panel: CustomPanel) => {
    setChosenId(panel.id)
    form.setGenes(test.testCode, panel.genes, panel.id)
  }
  const saved = (panel: CustomPanel) => {
    setChosenId(panel.id)
    form.savedAsPanel(test.testCode, panel)
  }
  const refresh = () => queryClient.invalidateQueries({ queryKey: keyOf(details.id) })
  const update = useMutation({
    mutationFn: ({ id, version, name }: CustomPanel) =>
      api.catalogue.updateCustomPanel({ params: { id }, body: { version, name, genes: test.genes } }),
    onSuccess: async (panel) => {
      await refresh()
      saved(panel)
      notifySuccess(texts.panelUpdated(panel.name))
    },
    onError: async (error) => {
      await refresh()
      notifyProblem(error)
    },
  })
  const removal = useMutation({
    mutationFn: ({ id }: CustomPanel) => api.catalogue.removeCustomPanel({ params: { id } }),
    onSuccess: async (_, panel) => {
      remove.close()
      setChosenId(null)
      // The order keeps the genes; they are those of no saved panel any more.
      form.setGenes(test.testCode, test.genes)
      await refresh()
      notifySuccess(texts.panelRemoved(panel.name))
    },
    onError: notifyProblem,
  })
  const changed = chosen !== undefined && !sameGenes(chosen.genes, test.genes)
  return (
    <>
      {panels.length > 0 && (
        <TypedSelect
          ref={select}
          mt="sm"
          maw={420}
          label={texts.savedPanels}
          placeholder={texts.panelPlaceholder}
          options={panels.map((panel) => ({
            value: String(panel.id),
            label: `${panel.name} · ${genesInWords(panel.genes.length)}`,
            synonyms: [panel.name],
          }))}
          value={chosen ? String(chosen.id) : ''}
          onChange={(id) => {
            const panel = panels.find((one) => String(one.id) === id)
            if (panel) return use(panel)
            // Another name is being typed: the order keeps the genes, which are those of no saved panel until one is chosen.
            setChosenId(null)
            form.setGenes(test.testCode, test.genes)
          }}
        />
      )}
      {changed && (
        <Text size="sm" mt="xs">
          {differenceInWords(chosen.genes, test.genes)}
        </Text>
      )}
      <Group mt="xs" gap="xs">
        {test.genes.length > 0 && (!chosen || changed) && (
          <Button size="compact-sm" variant="default" onClick={name.open}>
            {texts.saveAsPanel}
          </Button>
        )}
        {chosen && changed && test.genes.length > 0 && (
          <Button
            size="compact-sm"
            variant="default"
            loading={update.isPending}
            onClick={() => update.mutate(chosen)}
          >
            {texts.updateNamed(chosen.name)}
          </Button>
        )}
        {chosen && (
          <Button size="compact-sm" variant="subtle" color="red" onClick={remove.open}>
            {texts.removeNamed(chosen.name)}
          </Button>
        )}
      </Group>
      {naming && (
        <NameDialog
          testId={details.id}
          genes={test.genes}
          onSaved={async (panel) => {
            name.close()
            await refresh()
            // The button that opened the dialog is gone; who is elsewhere by now stays there.
            focusNext(() => {
              if (document.activeElement === document.body) select.current?.focus({ preventScroll: true })
            })
            saved(panel)
          }}
          onClose={name.close}
        />
      )}
      <ConfirmDialog
        opened={removing}
        title={texts.removePanelTitle(chosen?.name ?? '')}
        confirm={texts.removePanel}
        cancel={texts.keepPanel}
        danger
        busy={removal.isPending}
        onConfirm={() => chosen && removal.mutate(chosen)}
        onClose={remove.close}
      >
        {texts.removePanelHint}
      </ConfirmDialog>
    </>
  )
}

/** What "Update" would change in the saved panel, which a colleague may have changed since it was chosen. */
function differenceInWords(saved: readonly string[], chosen: readonly string[]): string {
  const more = chosen.filter((gene) => !saved.includes(gene))
  const less = saved.filter((gene) => !chosen.includes(gene))
  return [
    more.length > 0 ? texts.notInSavedPanel(more.join(', ')) : '',
    less.length > 0 ? texts.onlyInSavedPanel(less.join(', ')) : '',
  ]
    .filter(Boolean)
    .join(' ')
}

interface NameDialogProps {
  testId: number
  genes: string[]
  onSaved: (panel: CustomPanel) => Promise<void>
  onClose: () => void
}

function NameDialog({ testId, genes, onSaved, onClose }: NameDialogProps) {
  const form = useOrderForm()
  const [name, setName] = useState('')
  const [error, setError] = useState<string | null>(null)
  const save = useMutation({
    mutationFn: () =>
      api.catalogue.saveCustomPanel({
        params: { id: testId },
        body: { institutionCode: form.hospitalCode, name, genes },
      }),
    onSuccess: async (panel) => {
      notifySuccess(texts.panelSaved(panel.name))
      await onSaved(panel)
    },
    onError: (problem) => {
      const [first] = fieldErrorsOf(problem)
      if (problemIn(problem).code === 'already-there') setError(texts.panelNameTaken)
      else if (first) setError(first.message)
      else notifyProblem(problem)
    },
  })
  const submit = () => (name.trim() === '' ? setError(texts.nameRequired) : save.mutate())
  return (
    <Modal
      opened
      onClose={onClose}
      title={texts.saveAsPanel}
      closeOnEscape={!save.isPending}
      closeButtonProps={{ 'aria-label': texts.close }}
    >
      <TextInput
        label={texts.panelName}
        description={texts.panelNameHint(genesInWords(genes.length))}
        maxLength={80}
        error={error}
        value={name}
        onChange={(event) => {
          setName(event.currentTarget.value)
          setError(null)
        }}
        onKeyDown={(event) => {
          if (event.key !== 'Enter') return
          event.preventDefault()
          submit()
        }}
        data-autofocus
      />
      <Group justify="flex-end" mt="lg" gap="xs">
        <Button variant="default" onClick={onClose} disabled={save.isPending}>
          {texts.close}
        </Button>
        <Button loading={save.isPending} onClick={submit}>
          {texts.savePanel}
        </Button>
      </Group>
    </Modal>
  )
}
