import { notifications } from '@mantine/notifications'
import { wordsFor } from './problem-words.ts'

/** Announces a success; disappears automatically. */
export function notifySuccess(text: string): void {
  notifications.show({ message: text, color: 'green', autoClose: 5000 })
}

/**
 * Reports an error and what to do, in the problem document's words; stays until it is closed. Returns a
 * function that removes it, for when the action succeeds after all.
 */
export function notifyProblem(error: unknown): () => void {
  const { title, detail } = wordsFor(error)
  const id = notifications.show(
    detail === ''
      ? { message: title, color: 'red', autoClose: false }
      : { title, message: detail, color: 'red', autoClose: false },
  )
  return () => notifications.hide(id)
}

/**
 * Reports that something changed since the user began, and that nothing was done; stays until it is closed,
 * or until the returned function is called.
 */
export function notifyStale(text: string): () => void {
  const id = notifications.show({ message: text, color: 'yellow', autoClose: false })
  return () => notifications.hide(id)
}
