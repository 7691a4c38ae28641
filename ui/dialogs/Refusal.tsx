import { Alert } from '@mantine/core'
import { fieldMessages, wordsFor } from '../problem-words.ts'

/** Why a dialog's action failed, in the problem document's words; nothing if it did not. */
export function Refusal({ problem }: { problem: unknown }) {
  if (problem === undefined || problem === null) return null
  const { title, detail, reference } = wordsFor(problem)
  return (
    <Alert color="red" role="alert" title={title} mt="md">
      {detail}
      {fieldMessages(problem).map((message) => (
        <div key={message}>{message}</div>
      ))}
      {reference && <div>Reference for support: {reference}</div>}
    </Alert>
  )
}
