import { Alert } from '@mantine/core'
import { wordsFor } from '../problem-words.ts'

/** Why what was asked for in a dialog was not done, in the words of the problem document; nothing where it was. */
export function Refusal({ problem }: { problem: unknown }) {
  if (problem === undefined || problem === null) return null
  const { title, detail, reference } = wordsFor(problem)
  return (
    <Alert color="red" role="alert" title={title} mt="md">
      {detail}
      {reference && <div>Reference for support: {reference}</div>}
    </Alert>
  )
}
