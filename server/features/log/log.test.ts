import type { FastifyRequest } from 'fastify'
import { expect, test } from 'vitest'
import type { ReportedError } from '#adapters/telemetry/port.ts'
import { ProblemError } from '#contract/errors.ts'
import { logRoutes } from '#contract/log.ts'
import { LOG_LEVELS } from '#domain/lookups.ts'
import { createLogger } from '../../log.ts'
import { validated } from '../../validate.ts'
import { logHandlers } from './routes.ts'

/** Checks and handles one request as the server does, on a log of its own. */
async function write(level: string, body: unknown) {
  const lines: string[] = []
  const errors: ReportedError[] = []
  const logger = createLogger('trace', (error) => errors.push(error), { write: (line) => lines.push(line) })
  const request = { params: { level }, headers: {}, body, isMultipart: () => false }
  const input = await validated(logRoutes.write, request as unknown as FastifyRequest)
  await logHandlers(logger).write({ ...input, signal: new AbortController().signal } as never)
  return { lines, line: JSON.parse(lines[0] ?? '{}'), errors }
}
const refusal = (level: string, body: unknown) =>
  write(level, body).then(
    () => undefined,
    (error: unknown) => (error instanceof ProblemError ? error.problem : error),
  )

test.each(LOG_LEVELS)('what a browser reports as %s is one line at that level', async (level) => {
  const { lines, line, errors } = await write(level, { message: 'The profile could not be read' })
  expect(lines).toHaveLength(1)
  expect(line).toMatchObject({ kind: 'browser', msg: 'The profile could not be read' })
  expect(LOG_LEVELS.indexOf(level)).toBe(line.level / 10 - 1)
  expect(errors).toHaveLength(level === 'error' || level === 'fatal' ? 1 : 0)
})

test('an error goes on to error reporting, whole and redacted', async () => {
  const requestId = '6f1cbe6e-35b2-4d9b-9d0c-6e2d6f7a1b11'
  const { line, errors } = await write('error', {
    message: 'Failed for ada@clinic.test\n{"level":60,"msg":"forged"}',
    where: '/order/100001',
    stack: 'Error: born 1980-03-12\n    at https://portal.test/assets/a.js?v=1980:1:2\n    at b.js:3:4',
    requestId,
  })
  const expected = { where: '/order/[number]', requestId }
  expect(line).toMatchObject({
    ...expected,
    msg: 'Failed for [email] {"level":60,"msg":"forged"}',
    stack: ['Error: born [date]', 'at https://portal.test/assets/a.js?[query]', 'at b.js:3:4'],
  })
  expect(errors).toEqual([{ ...expected, message: line.msg, stack: line.stack.join('\n') }])
})

test.each<[string, string, unknown, string]>([
  ['level there is not', 'critical', { message: 'x' }, '/path/level'],
  ['empty message', 'error', { message: '' }, '/message'],
  ['message without end', 'error', { message: 'x'.repeat(2001) }, '/message'],
  ['stack without end', 'error', { message: 'x', stack: 'x'.repeat(8001) }, '/stack'],
  ['page with its query', 'error', { message: 'x', where: '/orders?search=Quillbrook' }, '/where'],
  ['request that is none of ours', 'error', { message: 'x', requestId: 'x' }, '/requestId'],
  ['field of somebody’s own', 'error', { message: 'x', level: 60 }, '/level'],
])('a %s is refused', async (_what, level, body, path) => {
  expect(await refusal(level, body)).toMatchObject({ code: 'invalid-fields', errors: [{ path }] })
})
