import { type LogFn, pino } from 'pino'
import type { ReportedError } from '#adapters/telemetry/port.ts'
import { redact, redactStack } from '#domain/log/redact.ts'

/** pino's numbers: 50 is error, 60 fatal. */
const ERROR = 50

/**
 * An error as the log may hold it. PostgreSQL quotes values in its words ("Key (…)=(…)", "invalid input syntax … "),
 * and values may be a patient's: of its errors only what names the place is kept. Of others' words what may tell of a
 * person is taken out.
 */
export function loggableError(error: Error & { code?: unknown; table?: unknown; constraint?: unknown }) {
  const frames = (error.stack ?? '').split('\n').filter((line) => line.startsWith('    at '))
  const stack = redactStack(frames.join('\n'))
  if (!('severity' in error))
    return { type: error.name, message: redact(error.message), code: error.code, stack }
  return { type: error.name, code: error.code, table: error.table, constraint: error.constraint, stack }
}

/** What is logged of an error, as it is reported. `args` are those of pino's methods: facts and words, or words. */
function reported(args: Parameters<LogFn>, reqId: unknown): ReportedError {
  const [first, words] = args as [unknown, unknown]
  const facts = (first instanceof Error ? { err: first } : Object(first)) as Record<string, unknown>
  const { where, requestId = reqId, stack } = facts
  const lines = (some: unknown) => (Array.isArray(some) ? some.join('\n') : undefined)
  const known = {
    where: typeof where === 'string' ? where : undefined,
    requestId: typeof requestId === 'string' ? requestId : undefined,
  }
  if (!(facts.err instanceof Error))
    return { ...known, message: String(typeof first === 'string' ? first : words), stack: lines(stack) }
  const { stack: frames, ...told } = loggableError(facts.err)
  const message = Object.values(told)
    .filter((one) => one !== undefined)
    .join(' ')
  return { ...known, message, stack: lines(frames) }
}

/** The log, as JSON lines on standard output. Each error that is written is handed to `report` too. */
export function createLogger(
  level: string,
  report: (error: ReportedError) => void = () => {},
  output: pino.DestinationStream = pino.destination(1),
) {
  return pino(
    {
      level,
      redact: ['req.headers.authorization', 'req.headers.cookie'],
      serializers: { err: loggableError },
      hooks: {
        logMethod(args, method, number) {
          if (number >= ERROR) report(reported(args, this.bindings().reqId))
          method.apply(this, args)
        },
      },
    },
    output,
  )
}
