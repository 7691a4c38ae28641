import { framesOf } from '#domain/log/redact.ts'

/** The other end did not take it: expected now and then, noted with what was to be delivered, and tried again. */
export class NotTaken extends Error {
  override name = 'NotTaken'
}

/**
 * What the queue is told of a job that failed. It keeps that (`output` in jobs.job) for as long as the job: kind and place,
 * and no words, which may quote a patient.
 */
export function withoutWords(error: Error & { code?: unknown; constraint?: unknown }): Error {
  const { name, code, constraint } = error
  const safeFields = [name, code, constraint].filter((one) => typeof one === 'string').join(' ')
  return Object.assign(new Error(safeFields), { stack: framesOf(error).join('\n') })
}

/** For a job's `catch`: fails it without words, and tells `onError` what nobody foresaw. */
export function reportFailure(onError: (error: Error) => void) {
  return (error: Error): never => {
    if (!(error instanceof NotTaken)) onError(error)
    throw withoutWords(error)
  }
}
