import { expect, test } from 'vitest'
import type { ReportedError } from '#adapters/telemetry/port.ts'
import { createLogger, loggableError } from './log.ts'

const ofDatabase = Object.assign(new Error('invalid input syntax for type date: "Quillbrook"'), {
  severity: 'ERROR',
  code: '22007',
  table: 'orders',
  detail: 'Key (patient_last_name)=(Quillbrook) already exists.',
})

function startLog(level: string) {
  const lines: Record<string, unknown>[] = []
  const errors: ReportedError[] = []
  const output = { write: (line: string) => void lines.push(JSON.parse(line)) }
  return { lines, errors, log: createLogger(level, (error) => errors.push(error), output) }
}

test('an error of the database is logged without the values it quotes', () => {
  const logged = loggableError(ofDatabase)
  expect(logged).toMatchObject({ code: '22007', table: 'orders' })
  expect(JSON.stringify(logged)).not.toContain('Quillbrook')
  expect(logged.stack.length).toBeGreaterThan(0)
})

test('any other error keeps its words, but not who they are about', () => {
  expect(loggableError(new TypeError('x is undefined'))).toMatchObject({
    type: 'TypeError',
    message: 'x is undefined',
  })
  expect(loggableError(new Error('no mail to ada@clinic.test, born 1980-03-12'))).toMatchObject({
    message: 'no mail to [email], born [date]',
  })
})

test('what is logged as an error is reported too, with the request and without the values', () => {
  const { log, lines, errors } = startLog('warn')
  log.child({ reqId: 'request-1' }).error({ err: ofDatabase }, 'request failed')
  log.error(new TypeError('x is undefined'))
  log.fatal('out of memory')
  log.warn('not so bad')
  expect(lines).toHaveLength(4)
  expect(errors).toMatchObject([
    { message: 'Error 22007 orders', requestId: 'request-1', stack: expect.stringContaining('at ') },
    { message: 'TypeError x is undefined', stack: expect.stringContaining('log.test.ts') },
    { message: 'out of memory' },
  ])
  expect(JSON.stringify([lines, errors])).not.toContain('Quillbrook')
})

test('a cookie or token that is logged with a request is not', () => {
  const { log, lines } = startLog('info')
  log.info({ req: { headers: { authorization: 'Bearer abc', cookie: 'session=abc', host: 'portal.test' } } })
  expect(JSON.stringify(lines)).not.toContain('abc')
  expect(JSON.stringify(lines)).toContain('portal.test')
})
