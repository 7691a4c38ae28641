import type { FastifyRequest } from 'fastify'
import { expect, test } from 'vitest'
import type { ReportedError } from '#adapters/telemetry/port.ts'
import { ProblemError } from '#contract/errors.ts'
import { logRoutes } from '#contract/log.ts'
import { LOG_LEVELS } from '#domain/lookups.ts'
import { validateRequest } from '#server/http/validate.ts'
import { createLogger } from '#server/operations/log.ts'
import { logHandlers } from './routes.ts'

const portalOrigin = 'https://portal.test'

/** Validates and handles one request as the server does, with a separate log. */
async function write(level: string, body: unknown) {
  const lines: string[] = []
  const errors: ReportedError[] = []
  const logger = createLogger('trace', (error) => errors.push(error), { write: (line) => lines.push(line) })
  const request = { params: { level }, headers: {}, body, isMultipart: () => false }
  const input = await validateRequest(logRoutes.write, request as unknown as FastifyRequest)
  await logHandlers({ logger, portalOrigin, noteViolation: () => {} }).write({
    ...input,
    signal: new AbortController().signal,
  } as never)
  return { lines, line: JSON.parse(lines[0] ?? '{}'), errors }
}
const refusal = (level: string, body: unknown) =>
  write(level, body).then(
    () => undefined,
    (error: unknown) => (error instanceof ProblemError ? error.problem : error),
  )

test.each(LOG_LEVELS)("a browser's report as %s is one line at that level", async (level) => {
  const { lines, line, errors } = await write(level, { message: 'The profile could not be read' })
  expect(lines).toHaveLength(1)
  expect(line).toMatchObject({ kind: 'browser', msg: 'The profile could not be read' })
  expect(LOG_LEVELS.indexOf(level)).toBe(line.level / 10 - 1)
  expect(errors).toHaveLength(level === 'error' || level === 'fatal' ? 1 : 0)
})

test('an error is passed to error reporting, whole and redacted', async () => {
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
  ['unknown level', 'critical', { message: 'x' }, '/path/level'],
  ['empty message', 'error', { message: '' }, '/message'],
  ['very long message', 'error', { message: 'x'.repeat(2001) }, '/message'],
  ['very long stack', 'error', { message: 'x', stack: 'x'.repeat(8001) }, '/stack'],
  ['page with its query', 'error', { message: 'x', where: '/orders?search=Quillbrook' }, '/where'],
  ['request id of another system', 'error', { message: 'x', requestId: 'x' }, '/requestId'],
  ['unknown field', 'error', { message: 'x', level: 60 }, '/level'],
])('refuses a %s', async (_what, level, body, path) => {
  expect(await refusal(level, body)).toMatchObject({ code: 'invalid-fields', errors: [{ path }] })
})

test('format characters are written unchanged', async () => {
  const message = '%s %d %o {"level":60} %j'
  expect((await write('info', { message })).line.msg).toBe(message)
})

test('a policy violation is logged with its rule and our own file only, and counted', async () => {
  const lines: string[] = []
  const counted: string[] = []
  const logger = createLogger('trace', () => {}, { write: (line) => lines.push(line) })
  const { policyViolation } = logHandlers({
    ...{ logger, portalOrigin, noteViolation: (directive) => counted.push(directive) },
  })
  const say = async (report: object) => {
    const request = { params: {}, headers: {}, body: { 'csp-report': report }, isMultipart: () => false }
    const input = await validateRequest(logRoutes.policyViolation, request as unknown as FastifyRequest)
    await policyViolation({ ...input, signal: new AbortController().signal } as never)
    return JSON.parse(lines.at(-1) ?? '{}')
  }
  const everything = {
    'document-uri': `${portalOrigin}/search?keyword=Quillfeather`,
    referrer: `${portalOrigin}/orders?keyword=Quillfeather`,
    'violated-directive': 'script-src-elem',
    'effective-directive': 'script-src-elem',
    'original-policy': 'Quillfeather',
    disposition: 'enforce',
    'blocked-uri': 'https://evil.test/Quillfeather',
    'line-number': 3,
    'column-number': 7,
    'source-file': `${portalOrigin}/assets/main-Bx1.js?Quillfeather`,
    'status-code': 200,
    'script-sample': 'Quillfeather',
  }
  expect(await say(everything)).toMatchObject({
    ...{
      kind: 'policy',
      directive: 'script-src-elem',
      blocked: 'elsewhere',
      file: '/assets/main-Bx1.js',
      line: 3,
    },
  })
  const madeUp = {
    'violated-directive': 'Quillfeather x',
    'blocked-uri': 'inline',
    'source-file': 'Quillfeather',
  }
  expect(await say(madeUp)).toMatchObject({ directive: 'other', blocked: 'inline', file: 'elsewhere' })
  const page = { 'effective-directive': 'img-src', 'source-file': `${portalOrigin}/order/Quillfeather` }
  expect(await say(page)).toMatchObject({ directive: 'img-src', file: 'page' })
  expect(lines.join('')).not.toContain('Quillfeather')
  expect(counted).toEqual(['script-src-elem', 'other', 'img-src'])
  await expect(say({ 'line-number': 'many' })).rejects.toMatchObject({ problem: { code: 'invalid-fields' } })
})
