import { type LogFn, pino } from 'pino'
import type { ReportedError } from '#adapters/telemetry/port.ts'
import { framesOf, redact } from '#domain/log/redact.ts'

/** pino's levels: 40 is a warning, 50 an error, 60 fatal. */
const [WARNING, ERROR] = [40, 50]

/** Double-quoted text in an error's message is a value; names in the program are in single quotes. */
const QUOTED = /"[^"]*"|“[^”]*”/g

/**
 * An error reduced to what the log may contain. PostgreSQL quotes values in its messages ("Key (…)=(…)",
 * "invalid input syntax … "), as JSON.parse does, and values may be a patient's: of such errors only the
 * place is kept. Other messages are kept without what might identify a person.
 */
export function loggableError(error: Error & { code?: unknown; table?: unknown; constraint?: unknown }) {
  const { name: type, code, table, constraint } = error
  const stack = framesOf(error)
  if ('severity' in error) return { type, code, table, constraint, stack }
  if (error instanceof SyntaxError) return { type, code, stack }
  return { type, message: redact(error.message.replace(QUOTED, '…')), code, stack }
}

type LogArgs = Parameters<LogFn>

/**
 * A log call without the error's own message: pino uses it as the line's message if none is given, and
 * Fastify passes it explicitly.
 */
function withoutErrorsWords([first, words, ...rest]: LogArgs): LogArgs {
  const fields = first instanceof Error ? { err: first } : (first as unknown)
  const error: unknown = Object(fields).err
  if (!(error instanceof Error) || (words !== undefined && words !== error.message))
    return [first, words, ...rest]
  return [fields, error.name] as unknown as LogArgs
}

/** A logged error as it is reported. `args` are those of pino's methods: fields and a message, or a message. */
function toReportedError(args: Parameters<LogFn>, reqId: unknown): ReportedError {
  const [first, words] = args as [unknown, unknown]
  const fields = (first instanceof Error ? { err: first } : Object(first)) as Record<string, unknown>
  const { where, requestId = reqId, stack } = fields
  const lines = (some: unknown) => (Array.isArray(some) ? some.join('\n') : undefined)
  const known = {
    where: typeof where === 'string' ? where : undefined,
    requestId: typeof requestId === 'string' ? requestId : undefined,
  }
  if (!(fields.err instanceof Error))
    return { ...known, message: String(typeof first === 'string' ? first : words), stack: lines(stack) }
  const { stack: frames, ...loggedError } = loggableError(fields.err)
  const message = Object.values(loggedError)
    .filter((one) => one !== undefined)
    .join(' ')
  return { ...known, message, stack: lines(frames) }
}

/** Who had the error: a browser, which reports it through the API, or the portal itself. */
const sourceOf = ([fields]: LogArgs) => (Object(fields).kind === 'browser' ? 'browser' : 'server')

/** Creates the log, as JSON lines on standard output. Each error that is written is passed to `report` too, with who had it. */
export function createLogger(
  level: string,
  report: (error: ReportedError, source: 'server' | 'browser') => void = () => {},
  output: pino.DestinationStream = pino.destination(1),
) {
  return pino(
    {
      level,
      // An address may contain search text, and headers a cookie or token.
      serializers: { err: loggableError, req: ({ method, id }) => ({ method, id }) },
      hooks: {
        logMethod(args, method, number) {
          if (number >= ERROR) report(toReportedError(args, this.bindings().reqId), sourceOf(args))
          const [first, words, ...rest] = withoutErrorsWords(args)
          const clean = (one: unknown) => (number >= WARNING && typeof one === 'string' ? redact(one) : one)
          method.apply(this, [clean(first), clean(words), ...rest] as LogArgs)
        },
      },
    },
    output,
  )
}
