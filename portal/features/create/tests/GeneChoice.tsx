import { Button, Group, Text, Textarea } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { useMemo, useRef, useState } from 'react'
import type { TestDetails } from '#contract/catalogue.ts'
import type { OrderedTest } from '#domain/orders/document.ts'
import { grouped } from '#domain/text/figures.ts'
import { TypedMultiSelect } from '#ui/fields/TypedMultiSelect.tsx'
import { TypedSelect } from '#ui/fields/TypedSelect.tsx'
import { useFocusNext } from '#ui/fields/use-focus-next.ts'
import { useField, useOrderForm } from '../draft/form-context.ts'
import { CustomPanels } from './CustomPanels.tsx'
import { genesTyped, readGenes } from './read-genes.ts'
import * as texts from './texts.ts'

/** A list is searched, not scrolled: no more than these are shown at a time. */
const MAX_VISIBLE = 50

interface GeneChoiceProps {
  test: OrderedTest
  details: TestDetails
  /** Of the genes in the document. */
  path: string
}

/** Which of the test's genes are meant: one, or some, which may be kept as a panel of the clinic. */
export function GeneChoice({ test, details, path }: GeneChoiceProps) {
  return details.geneChoice === 'one' ? (
    <OneGene test={test} details={details} path={path} />
  ) : (
    <SomeGenes test={test} details={details} path={path} />
  )
}

function OneGene({ test, details, path }: GeneChoiceProps) {
  const form = useOrderForm()
  const { input } = useField(path)
  return (
    <TypedSelect
      {...input}
      mt="sm"
      maw={320}
      label={texts.gene}
      placeholder={texts.oneOfGenes(grouped(details.genes.length))}
      aria-required
      limit={MAX_VISIBLE}
      options={details.genes.map((gene) => ({ value: gene, label: gene }))}
      take={(typed) => genesTyped(typed, details.genes)}
      nothingFoundMessage={texts.noMatchingGene}
      value={test.genes[0] ?? ''}
      onChange={(gene) => form.setGenes(test.testCode, gene === '' ? [] : [gene])}
      onPending={(words) => form.setPending(path, words)}
    />
  )
}

function SomeGenes({ test, details, path }: GeneChoiceProps) {
  const form = useOrderForm()
  const { input } = useField(path)
  const [unknown, setUnknown] = useState<string[]>([])
  const [pasting, paste] = useDisclosure(false)
  const opener = useRef<HTMLButtonElement>(null)
  const focusNext = useFocusNext()
  const options = useMemo(() => details.genes.map((gene) => ({ value: gene, label: gene })), [details.genes])
  const set = (genes: string[]) => form.setGenes(test.testCode, genes)
  const take = (pasted: string) => {
    const read = readGenes(pasted, details.genes)
    set([...new Set([...test.genes, ...read.known])])
    setUnknown(read.unknown)
  }
  return (
    <>
      <TypedMultiSelect
        {...input}
        mt="sm"
        label={texts.genesSelected(grouped(test.genes.length), grouped(details.genes.length))}
        {...(test.genes.length === 0 ? { placeholder: texts.genePlaceholder } : {})}
        aria-required
        clearable
        clearButtonProps={{ 'aria-label': texts.removeAllGenes }}
        limit={MAX_VISIBLE}
        options={options}
        nothingFoundMessage={texts.noMatchingGene}
        value={test.genes}
        onChange={set}
        take={(typed) => genesTyped(typed, details.genes)}
        onPending={(words) => form.setPending(path, words)}
        onPaste={(event) => {
          const pasted = event.clipboardData.getData('text')
          if (!/[\s,;]/.test(pasted.trim())) return
          event.preventDefault()
          take(pasted)
        }}
      />
      <div role="status">
        {unknown.length > 0 && (
          <Text size="sm" mt={6} c="red">
            {texts.notInTest(unknown.join(', '))}
          </Text>
        )}
      </div>
      <Group mt="xs" gap="xs">
        <Button
          ref={opener}
          size="compact-sm"
          variant="default"
          aria-expanded={pasting}
          onClick={paste.toggle}
        >
          {texts.enterGeneList}
        </Button>
      </Group>
      {pasting && (
        <ListOfSymbols
          onTake={(typed) => {
            focusNext(() => opener.current?.focus())
            take(typed)
            paste.close()
          }}
        />
      )}
      <CustomPanels test={test} details={details} />
    </>
  )
}

function ListOfSymbols({ onTake }: { onTake: (typed: string) => void }) {
  const [typed, setTyped] = useState('')
  return (
    <>
      <Textarea
        mt="xs"
        label={texts.geneSymbols}
        description={texts.separateGenes}
        autosize
        minRows={2}
        maxRows={8}
        autoFocus
        value={typed}
        onChange={(event) => setTyped(event.currentTarget.value)}
      />
      <Button size="compact-sm" mt={6} onClick={() => onTake(typed)}>
        {texts.addGenes}
      </Button>
    </>
  )
}
