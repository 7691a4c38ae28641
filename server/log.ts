import { pino } from 'pino'

/**
 * An error as the log may hold it. PostgreSQL quotes values in its words ("Key (…)=(…)", "invalid input syntax … "),
 * and values may be a patient's: of its errors only what names the place is kept.
 */
export function loggableError(error: Error & { code?: unknown; table?: unknown; constraint?: unknown }) {
  const stack = (error.stack ?? '').split('\n').filter((line) => line.startsWith('    at '))
  if (!('severity' in error)) return { type: error.name, message: error.message, code: error.code, stack }
  return { type: error.name, code: error.code, table: error.table, constraint: error.constraint, stack }
}

export function createLogger(level: string) {
  return pino({
    level,
    redact: ['req.headers.authorization', 'req.headers.cookie'],
    serializers: { err: loggableError },
  })
}
