import { Button, Group, TextInput } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { UnmappedCode } from '#contract/ehr.ts'
import { ProblemError } from '#contract/errors.ts'
import { api } from '#portal/api.ts'
import { counted } from '#ui/counted.ts'
import { notifyProblem, notifySuccess } from '#ui/notices.ts'
import * as texts from './texts.ts'
import { KIND_WORDS } from './words.ts'

/** Gives one code its meaning. A question's answers can only be kept as notes: one click. */
export function MapForm({ row: { interfaceCode, kind, code } }: { row: UnmappedCode }) {
  const queries = useQueryClient()
  const [meaning, setMeaning] = useState('')
  const map = useMutation({
    mutationFn: (given: string) =>
      api.ehr.map({ params: { interface: interfaceCode }, body: { kind, code, meaning: given } }),
    onSuccess: ({ applied }) => notifySuccess(texts.applied(code, counted(applied, 'order'))),
    onError: (error) => {
      if (fieldError(error) === null) notifyProblem(error)
    },
    onSettled: () => queries.invalidateQueries({ queryKey: ['laboratory', 'ehr'] }),
  })
  if (kind === 'question')
    return (
      <Button size="xs" variant="default" loading={map.isPending} onClick={() => map.mutate('note')}>
        {texts.keepAsNote}
      </Button>
    )
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        if (meaning.trim() !== '') map.mutate(meaning)
      }}
    >
      <Group gap="xs" align="flex-start" wrap="nowrap">
        <TextInput
          size="xs"
          aria-label={texts.meaningOf(code)}
          placeholder={KIND_WORDS[kind][1]}
          value={meaning}
          error={fieldError(map.error)}
          onChange={(event) => setMeaning(event.currentTarget.value)}
        />
        <Button size="xs" type="submit" variant="default" loading={map.isPending}>
          {texts.map}
        </Button>
      </Group>
    </form>
  )
}

/** What is wrong with the meaning that was typed; null for any other error. */
function fieldError(error: unknown): string | null {
  return error instanceof ProblemError ? (error.problem.errors?.[0]?.message ?? null) : null
}
