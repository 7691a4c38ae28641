import { ProblemError } from '#contract/errors.ts'

interface Entry {
  message: string
  where?: string
  stack?: string
  requestId?: string
}

interface ReporterOptions<Level> {
  send(level: Level, entry: Entry): Promise<unknown>
  /** The pattern of the page's route: never its address, which has ids and what was searched for. */
  where(): string
  now(): number
}

const MOST_A_MINUTE = 5
const MINUTE_MS = 60_000

/**
 * Reports errors: at most a few a minute, the same one once in that time, so that a page that fails over and over does
 * not flood the log. That a report could not be sent is not reported.
 */
export function createReporter<Level>({ send, where, now }: ReporterOptions<Level>) {
  let sent: { at: number; message: string }[] = []
  return {
    report(level: Level, what: string, error: unknown): void {
      const entry = entryOf(what, error, where())
      const time = now()
      sent = sent.filter(({ at }) => time - at < MINUTE_MS)
      if (sent.length >= MOST_A_MINUTE || sent.some(({ message }) => message === entry.message)) return
      sent.push({ at: time, message: entry.message })
      send(level, entry).catch(() => {})
    },
  }
}

/** What is known of an error without a word of what a user typed or a patient is called. */
export function entryOf(what: string, error: unknown, where: string): Entry {
  const location = where === '' ? {} : { where }
  if (error instanceof ProblemError) {
    const { code, instance } = error.problem
    return { message: `${what}: ${code}`, ...location, ...(instance ? { requestId: instance } : {}) }
  }
  const thrown = error instanceof Error ? `${error.name}: ${error.message}` : String(error)
  const stack = error instanceof Error && error.stack ? stackFramesOf(error.stack) : ''
  return { message: `${what}: ${withoutValues(thrown)}`, ...location, ...(stack === '' ? {} : { stack }) }
}

const LONGEST_MESSAGE = 300

/** Errors quote the values they stumble over: `Unexpected token 'D', "Doe, Jane" is not valid JSON`. */
export function withoutValues(message: string): string {
  return message
    .replace(/"[^"]*"|“[^”]*”|‘[^’]*’|`[^`]*`|(?<!\w)'[^']*'/g, '…')
    .replace(/\S+@\S+/g, '…')
    .replace(/\bhttps?:\/\/\S+/g, '…')
    .replace(/\d[\d./-]*\d|\d/g, '#')
    .slice(0, LONGEST_MESSAGE)
}

const MAX_FRAMES = 20

/** The lines of a stack that name a place in the script; the message above them is not repeated. */
function stackFramesOf(stack: string): string {
  return stack
    .split('\n')
    .map((line) => line.trim().replace(/[?#][^\s:)]*/g, ''))
    .filter((line) => /:\d+:\d+\)?$/.test(line))
    .slice(0, MAX_FRAMES)
    .join('\n')
}
