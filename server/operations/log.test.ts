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

test('a database error is logged without the values it quotes', () => {
  const logged = loggableError(ofDatabase)
  expect(logged).toMatchObject({ code: '22007', table: 'orders' })
  expect(JSON.stringify(logged)).not.toContain('Quillbrook')
  expect(logged.stack.length).toBeGreaterThan(0)
})

test('any other error keeps its message, without personal data', () => {
  expect(loggableError(new TypeError('x is undefined'))).toMatchObject({
    type: 'TypeError',
    message: 'x is undefined',
  })
  expect(loggableError(new Error('no mail to ada@clinic.test, born 1980-03-12'))).toMatchObject({
    message: 'no mail to [email], born [date]',
  })
})

test('an error that is logged is also reported, with the request and without the values', () => {
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

test('an error’s own message never becomes the log line’s, however it is logged', () => {
  const { log, lines, errors } = startLog('info')
  log.error(ofDatabase)
  log.error({ err: ofDatabase })
  log.error({ err: ofDatabase }, ofDatabase.message)
  expect(lines.map(({ msg }) => msg)).toEqual(['Error', 'Error', 'Error'])
  expect(JSON.stringify([lines, errors])).not.toContain('Quillbrook')
})

test('the log contains no quoted values, no JSON parse errors’ text, and no lines forged to look like stack frames', () => {
  let unread: unknown
  try {
    JSON.parse('{"lastName": Quillbrook}')
  } catch (error) {
    unread = error
  }
  const { log, lines, errors } = startLog('info')
  log.warn({ err: unread }, 'request failed')
  log.error(
    { err: new Error('no reader for “Quillbrook” and "Maribel"\n    at Quillbrook (x.ts:1:2)') },
    'failed',
  )
  expect(lines).toMatchObject([
    { err: { type: 'SyntaxError' } },
    { err: { message: expect.stringMatching(/^no reader for … and …/) } },
  ])
  expect(JSON.stringify([lines, errors])).not.toMatch(/"at Quillbrook|Maribel|“/)
})

test('a request is logged with its method, without its address, cookie or token', () => {
  const { log, lines } = startLog('info')
  const headers = { authorization: 'Bearer ofQuillbrook', cookie: 'session=ofQuillbrook' }
  log.info({ req: { method: 'GET', id: 'request-1', url: '/api/Orders/P1?search=Quillbrook', headers } })
  log.warn('no answer to "/api/Orders/P1?search=Quillbrook"')
  expect(lines).toMatchObject([
    { req: { method: 'GET', id: 'request-1' } },
    { msg: 'no answer to "/api/Orders/P1?[query]"' },
  ])
  expect(JSON.stringify(lines)).not.toContain('Quillbrook')
})
