import { Button, FileButton, Group, Select, Text, TextInput } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { LONGEST_FILE, REMARK_WORDS } from '#domain/family/formats/format.ts'
import { api } from '#portal/api.ts'
import { useRequestKeys } from '#portal/request-keys.ts'
import { useSession } from '#portal/session/session.ts'
import { counted } from '#ui/counted.ts'
import { FormDialog } from '#ui/dialogs/FormDialog.tsx'
import { notifySuccess } from '#ui/notices.ts'
import { ruleWords } from '../panel/rule-words.ts'
import { familyOptions } from '../queries.ts'
import classes from './papers.module.css'
import * as texts from './texts.ts'

/** UTF-8 needs at most 3 bytes for a UTF-16 unit: what is longer is refused whatever follows. */
const MOST_BYTES = 3 * LONGEST_FILE + 1
const MOST_REMARKS = 30

/** Reads a file, shows what is in it and what is wrong, and starts the family that the user chooses. */
export function FileDialog({ onClose }: { onClose: () => void }) {
  const { institution } = useSession()
  const navigate = useNavigate()
  const queries = useQueryClient()
  const hospital = institution.code
  const [place, choose] = useState(0)
  const [typed, type] = useState<string | null>(null)
  const keyOf = useRequestKeys()
  const file = useMutation({
    mutationFn: async (chosen: File) => {
      const text = await chosen.slice(0, MOST_BYTES).text()
      const read = await api.familyFiles.read({ params: { hospital }, body: { text } })
      return { ...read, name: chosen.name }
    },
  })
  const read = file.data
  const family = read?.families[place]
  const errors = family?.findings.filter(({ severity }) => severity === 'error') ?? []
  const name = typed ?? family?.id ?? ''
  const start = useMutation({
    mutationFn: () => {
      if (!family) throw new Error('no family is chosen')
      const content = { name: name.trim(), document: family.document }
      return api.families.create({ params: { hospital }, body: { ...content, familyKey: keyOf(content) } })
    },
    onSuccess: (made) => {
      queries.setQueryData(familyOptions(hospital, made.id).queryKey, made)
      void queries.invalidateQueries({ queryKey: ['families', hospital, 'list'] })
      notifySuccess(texts.started)
      void navigate({ to: '/families/$id', params: { id: String(made.id) } })
    },
  })
  return (
    <FormDialog
      opened
      title={texts.startFromFile}
      cancel={texts.cancel}
      confirm={texts.start}
      ready={family !== undefined && errors.length === 0 && name.trim() !== ''}
      dirty={read !== undefined}
      busy={start.isPending}
      problem={start.error ?? file.error}
      size="lg"
      onClose={onClose}
      onConfirm={() => start.mutate()}
    >
      <Text size="sm">{texts.fileHint}</Text>
      <Group gap="sm">
        <FileButton
          onChange={(chosen) => {
            if (!chosen) return
            choose(0)
            type(null)
            start.reset()
            file.mutate(chosen)
          }}
        >
          {(button) => (
            <Button {...button} variant="default" loading={file.isPending} data-autofocus>
              {texts.chooseFile}
            </Button>
          )}
        </FileButton>
        <Text size="sm" role="status">
          {read && texts.fileRead(read.name, texts.formatLabel(read.format))}
        </Text>
      </Group>
      {read && read.families.length > 1 && (
        <Select
          label={texts.familyInFile}
          allowDeselect={false}
          data={read.families.map(({ id, document }, index) => ({
            value: String(index),
            label: texts.familyOption(id, index + 1, counted(document.people.length, 'person', 'people')),
          }))}
          value={String(place)}
          onChange={(chosen) => {
            choose(Number(chosen ?? 0))
            type(null)
          }}
        />
      )}
      {family && (
        <>
          <TextInput
            label={texts.familyName}
            description={counted(family.document.people.length, 'person', 'people')}
            value={name}
            required
            maxLength={100}
            onChange={(event) => type(event.currentTarget.value)}
          />
          <Lines title={texts.cannotStart} lines={errors.map(({ rule }) => ruleWords(rule))} />
          {family.remarks.length === 0 ? (
            <Text size="sm">{texts.noRemarks}</Text>
          ) : (
            <Lines
              title={texts.remarks}
              lines={family.remarks.map((one) => texts.remark(one.place, one.value, REMARK_WORDS[one.rule]))}
            />
          )}
          <Lines
            title={texts.lookAgain}
            lines={[
              ...new Set(
                family.findings
                  .filter(({ severity }) => severity === 'warning')
                  .map(({ rule }) => ruleWords(rule)),
              ),
            ]}
          />
        </>
      )}
    </FormDialog>
  )
}

function Lines({ title, lines }: { title: string; lines: readonly string[] }) {
  if (lines.length === 0) return null
  const more = lines.length - MOST_REMARKS
  return (
    <div>
      <h3 className={classes.title}>{title}</h3>
      <ul className={classes.list} aria-label={title}>
        {lines.slice(0, MOST_REMARKS).map((line, index) => (
          // The lines of a file stay as they are.
          <li key={index}>{line}</li>
        ))}
        {more > 0 && <li>{texts.moreRemarks(more)}</li>}
      </ul>
    </div>
  )
}
