import { notifications } from '@mantine/notifications'
import { wordsFor } from './problem-words.ts'

/** Says once that something went well; goes away by itself. */
export function notifySuccess(text: string): void {
  notifications.show({ message: text, color: 'green', autoClose: 5000 })
}

/** Says what went wrong and what to do, in the words of the problem document; stays until it is closed. */
export function notifyProblem(error: unknown): void {
  const { title, detail } = wordsFor(error)
  notifications.show(
    detail === ''
      ? { message: title, color: 'red', autoClose: false }
      : { title, message: detail, color: 'red', autoClose: false },
  )
}

/** Says that things are not as they were when the reader began, and that nothing was done; stays until it is closed. */
export function notifyStale(text: string): void {
  notifications.show({ message: text, color: 'yellow', autoClose: false })
}
