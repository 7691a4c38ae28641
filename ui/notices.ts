import { notifications } from '@mantine/notifications'
import { wordsFor } from './problem-words.ts'

/** Says once that something went well; goes away by itself. */
export function notifySuccess(text: string): void {
  notifications.show({ message: text, color: 'green', autoClose: 5000 })
}

/**
 * Says what went wrong and what to do, in the words of the problem document; stays until it is closed. Gives what takes
 * it away again, for where what failed has succeeded since.
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
 * Says that things are not as they were when the reader began, and that nothing was done; stays until it is closed, or what
 * it gives is called.
 */
export function notifyStale(text: string): () => void {
  const id = notifications.show({ message: text, color: 'yellow', autoClose: false })
  return () => notifications.hide(id)
}
