import { Box, Button, Group, Text, UnstyledButton, VisuallyHidden } from '@mantine/core'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import type { Feature } from '#domain/orders/phenotype.ts'
import { type ProposedFeature, proposedFeatures } from '#domain/orders/proposed-features.ts'
import { isPrenatal } from '#domain/orders/subject.ts'
import { api } from '#portal/api.ts'
import { useFormState, useRestedFormState } from '../../draft/form-context.ts'
import type { FormState } from '../../draft/order-form.ts'
import { focusField } from '../../focus-field.ts'
import classes from '../fields.module.css'
import * as texts from './phenotype-texts.ts'

const NOTES = '/clinicalNotes'
const notesOf = ({ document }: FormState) => document.clinicalNotes
/** After the last letter, before the notes are read. */
const PAUSE_MS = 800
/** Characters shown on each side of the words that name a term. */
const AROUND = 32

interface NoteSuggestionsProps {
  /** The person whose findings are being entered: the fetus meant by notes that name none of several. */
  chosen: string
  /** The person's name; '' if the order has only one. */
  nameOf: (patient: string) => string
  add: (feature: Feature) => void
}

/** Terms that the clinical notes name. Each is added or dismissed by the user; until then it is no part of the order. */
export function NoteSuggestions({ chosen, nameOf, add }: NoteSuggestionsProps) {
  const text = useRestedFormState(notesOf, PAUSE_MS)
  const prenatal = useFormState(({ document }) => isPrenatal(document))
  const [left, leave] = useState<readonly string[]>([])
  const [announcement, announce] = useState('')
  const box = useRef<HTMLDivElement>(null)
  const { data, isError } = useQuery({
    queryKey: ['phenotype', 'suggestions', prenatal, text],
    queryFn: async () => ({ ...(await api.phenotype.suggestions({ body: { text, prenatal } })), text }),
    enabled: text.trim() !== '',
    placeholderData: keepPreviousData,
  })
  const found = useFormState(({ document }) =>
    data && text.trim() !== ''
      ? JSON.stringify(proposedFeatures(document, data.findings, { ...{ release: data.release }, chosen }))
      : '[]',
  )
  const all = JSON.parse(found) as ProposedFeature[]
  const proposed = all.filter(({ feature }) => !left.includes(keyOf(feature)))
  const dismissed = all.length - proposed.length
  const settle = (index: number, words: string) => {
    announce(words)
    // The pressed row is gone by then.
    setTimeout(() => {
      const buttons = box.current?.querySelectorAll<HTMLElement>('[data-suggestion]') ?? []
      const next = buttons[Math.min(index, buttons.length - 1)]
      if (next) next.focus()
      else focusField('/phenotype')
    })
  }
  if (isError && text.trim() !== '')
    return (
      <Text size="sm" c="dimmed" mt="sm" role="status">
        {texts.suggestionsFailed}
      </Text>
    )
  return (
    <Box ref={box} mt={all.length > 0 ? 'md' : 0}>
      <VisuallyHidden role="status">{announcement}</VisuallyHidden>
      {proposed.length > 0 && (
        <>
          <Text size="sm" fw={600}>
            {texts.suggestions}
          </Text>
          <Text size="xs" c="dimmed">
            {texts.suggestionsHint}
          </Text>
          <ul className={classes.rows} aria-label={texts.suggestions}>
            {proposed.map(({ feature, places }, index) => {
              const { label, termId, status, patient } = feature
              const name = texts.suggestionOf(label, status, nameOf(patient))
              return (
                <li key={keyOf(feature)} className={classes.row} style={{ flexWrap: 'wrap' }}>
                  <div style={{ flex: '1 1 220px', minWidth: 0 }}>
                    <Text size="sm">
                      {name} <span className={classes.facts}>{termId}</span>
                    </Text>
                    {places.map((place) => (
                      <Excerpt key={place.from} text={data?.text ?? ''} {...place} />
                    ))}
                  </div>
                  <Group gap={4} wrap="nowrap">
                    <Button
                      size="compact-sm"
                      variant="light"
                      data-suggestion=""
                      aria-label={texts.addSuggested(name)}
                      onClick={() => {
                        add(feature)
                        settle(index, texts.added(name))
                      }}
                    >
                      {texts.addSuggestion}
                    </Button>
                    <Button
                      size="compact-sm"
                      variant="subtle"
                      color="gray"
                      aria-label={texts.dismissSuggested(name)}
                      onClick={() => {
                        leave([...left, keyOf(feature)])
                        settle(index, texts.dismissed(name))
                      }}
                    >
                      {texts.dismissSuggestion}
                    </Button>
                  </Group>
                </li>
              )
            })}
          </ul>
        </>
      )}
      {dismissed > 0 && (
        <Button variant="subtle" size="compact-sm" onClick={() => leave([])}>
          {texts.showDismissed(dismissed)}
        </Button>
      )}
    </Box>
  )
}

const keyOf = ({ patient, termId, status }: Feature) => `${patient} ${termId} ${status}`

/** The words that name a term, marked in what is around them. Pressed, they are selected in the notes. */
function Excerpt({ text, from, to }: { text: string; from: number; to: number }) {
  const [start, end] = [Math.max(0, from - AROUND), Math.min(text.length, to + AROUND)]
  const words = text.slice(from, to)
  return (
    <UnstyledButton
      className={classes.facts}
      display="block"
      onClick={() => {
        focusField(NOTES)
        const notes = document.querySelector<HTMLTextAreaElement>(`textarea[data-path="${NOTES}"]`)
        const at = notes?.value.slice(from, to) === words ? from : (notes?.value.indexOf(words) ?? -1)
        if (at >= 0) notes?.setSelectionRange(at, at + words.length)
      }}
    >
      <VisuallyHidden>{texts.showInNotes}</VisuallyHidden>
      {start > 0 && '…'}
      {text.slice(start, from)}
      <mark>{words}</mark>
      {text.slice(to, end)}
      {end < text.length && '…'}
    </UnstyledButton>
  )
}
