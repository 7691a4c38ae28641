import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { password, rowan, runningIdentity } from '../testing/embedded.ts'
import { Visitor } from '../testing/visitor.ts'

/** Set seed and count for a longer run: `FUZZ_SEED=7 FUZZ_FORMS=400`. */
const seed = Number(process.env.FUZZ_SEED ?? 20_261_121)
const count = Number(process.env.FUZZ_FORMS ?? 48)

let running: Awaited<ReturnType<typeof runningIdentity>>
beforeAll(async () => {
  running = await runningIdentity()
})
afterAll(() => running?.stop())

/** Values that no user types but attackers send. */
const HOSTILE = [
  ...['', ' ', '\u0000', 'a\u0000b', '\u202e\ufeff', '\ud800', 'x'.repeat(9_000), '0', '-1', '1e999', 'null'],
  ...["' or 1=1 --", '"><script>x</script>', '{{7*7}}', '%00%ff', '../../etc/passwd', '\r\nset-cookie: a=b'],
  ...[
    '{"id":"\\u0000","response":{}}',
    '{"id":"x","response":{"__proto__":{}}}',
    '[]',
    '{"id":1}',
    '\u{1f9ec}',
  ],
  ...['rowan@clinic.test', 'rowan@clinic.test\u0000', 'ROWAN@CLINIC.TEST ', `${'a'.repeat(260)}@clinic.test`],
  ...['__proto__', 'constructor', 'toString'],
]
const value = fc.oneof(
  { weight: 3, arbitrary: fc.constantFrom(...HOSTILE) },
  { weight: 1, arbitrary: fc.string({ unit: 'binary', maxLength: 60 }) },
)
/** The form's fields with hostile values; now and then an unknown field, or one twice. */
const filled = (names: readonly string[]) =>
  fc.tuple(
    fc.tuple(...names.map(() => value)),
    fc.option(fc.tuple(fc.constantFrom('roles', '__proto__', names[0] ?? 'x'), value), { freq: 5 }),
  )

interface Form {
  path: string
  fields: string[]
  /** In a session, or during a sign-in. */
  as?: 'member' | 'visitor'
}
const FORMS: Form[] = [
  { path: '', fields: ['email', 'password'], as: 'visitor' },
  { path: '/passkey', fields: ['answer'], as: 'visitor' },
  { path: '/second-factor', fields: ['code', 'recoveryCode', 'answer'], as: 'visitor' },
  { path: '/set-up', fields: ['code', 'answer', 'name'], as: 'visitor' },
  { path: '/continue', fields: [], as: 'visitor' },
  { path: '/sign-up', fields: ['firstName', 'lastName', 'email', 'password', 'repeated'] },
  { path: '/forgot', fields: ['email'] },
  { path: '/verify/resend', fields: ['email'] },
  { path: '/verify', fields: ['token'] },
  { path: '/reset', fields: ['token', 'password', 'repeated'] },
  { path: '/account/password', fields: ['current', 'code', 'answer', 'password', 'repeated'], as: 'member' },
  { path: '/account/email', fields: ['email', 'current', 'code', 'answer'], as: 'member' },
  { path: '/account/sessions/end', fields: ['id', 'current', 'code', 'answer'], as: 'member' },
  { path: '/account/sessions/end-others', fields: ['id', 'current', 'code', 'answer'], as: 'member' },
  { path: '/account/authenticator', fields: ['id', 'current', 'code', 'answer'], as: 'member' },
  { path: '/account/authenticator/confirm', fields: ['code', 'ticket'], as: 'member' },
  { path: '/account/passkeys/confirm', fields: ['answer', 'name'], as: 'member' },
  { path: '/account/passkeys/remove', fields: ['id', 'current', 'code', 'answer'], as: 'member' },
]
/** Values that are random, in which any short word may occur. */
const RANDOM =
  /value="[^"]*"|interaction\/[\w-]+|data-options="[^"]*"|<code class="secret">[^<]*|<li><code>[^<]*/g
const INSIDE = /at \w+ \(|node_modules|syntax error|select |insert into|\bPg|\bkysely/i

test('every hostile form gets a page that reveals nothing of the inside', async () => {
  const member = new Visitor(running.portal)
  await running.ensureAccount({ ...rowan, email: 'fuzzed@clinic.test', sub: 'fuzzed' })
  await member.signIn('fuzzed@clinic.test', password)
  const visitor = new Visitor(running.portal)
  const step = (await visitor.open('/account')).url.href
  const requests = fc.sample(
    fc.constantFrom(...FORMS).chain((form) => filled(form.fields).map((values) => ({ form, values }))),
    { seed, numRuns: count },
  )
  // Regressions: these once went wrong.
  const once = (path: string, values: string[]) => {
    const form = FORMS.find((one) => one.path === path)
    if (form) requests.unshift({ form, values: [values, null] as (typeof requests)[number]['values'] })
  }
  once('/account/passkeys/remove', ['a\0b', password, '', ''])
  once('/account/sessions/end', ['a\0b', password, '', ''])
  once('/passkey', ['{"id":"\\u0000","response":{}}'])
  // Uses the right password now and then, so that the code behind it is reached as well.
  for (const [number, { form, values }] of requests.entries()) {
    const [known, other] = values
    const body = new URLSearchParams(form.fields.map((name, at) => [name, known[at] ?? '']))
    if (form.as === 'member' && number % 2 === 0 && body.has('current')) body.set('current', password)
    if (other) body.append(...other)
    const who = form.as === 'member' ? member : visitor
    const address = form.as === 'visitor' ? `${step}${form.path}` : `${running.portal.issuer}${form.path}`
    const reply = await who.browser.send(address, {
      method: 'POST',
      body,
      headers: { origin: running.origin },
    })
    const page = await reply.text()
    const sent = `${form.path} ${body}`
    expect([sent, reply.status < 500]).toEqual([sent, true])
    expect([sent, INSIDE.exec(page.replaceAll(RANDOM, ''))?.[0]]).toEqual([sent, undefined])
    expect(page).not.toContain('<script>x')
  }
})

test.each([
  ['not a form', 'application/json', '{"email":"rowan@clinic.test"}'],
  ['a form with bad escapes', 'application/x-www-form-urlencoded', 'email=%&password=%ff%00&%E0%A4%A'],
  ['a form that never ends', 'application/x-www-form-urlencoded', `email=${'x'.repeat(40_000)}`],
])('every form refuses %s', async (_, type, body) => {
  const visitor = new Visitor(running.portal)
  const step = (await visitor.open('/account')).url.href
  for (const { path, as } of FORMS) {
    const address = as === 'visitor' ? `${step}${path}` : `${running.portal.issuer}${path}`
    const headers = { 'content-type': type, origin: running.origin }
    const { status } = await visitor.browser.send(address, { method: 'POST', body, headers })
    expect([path, status < 500]).toEqual([path, true])
  }
})

test('words in an address do not change the kind of page', async () => {
  const member = new Visitor(running.portal)
  await member.signIn('rowan@clinic.test', password)
  for (const word of ['%00', '%ff', '__proto__', 'constructor', '%22%3E%3Cscript%3Ex', '%F0%9F%A7%AC']) {
    const paths = [`/account?done=${word}`, `/account/passkeys/remove?id=${word}`, `/verify?token=${word}`]
    for (const path of [...paths, `/reset?token=${word}`, `/account/signed-in?error=${word}`]) {
      const { status, text } = await member.open(path)
      expect([path, status < 500, /\[object|function |<script>x/.test(text)]).toEqual([path, true, false])
    }
  }
})

test('no reply reveals whether an address has an account, whatever is sent with it', async () => {
  const cases = fc.sample(fc.tuple(value, value), { seed, numRuns: Math.ceil(count / 16) })
  /** The page without the typed text and the values specific to one sign-in. */
  const plain = (page: string, email: string) =>
    page.replaceAll(email, 'EMAIL').replaceAll(/interaction\/[\w-]+|data-options="[^"]*"/g, '')
  for (const [password, name] of cases) {
    const answers = await Promise.all(
      ['rowan@clinic.test', 'new@clinic.test', 'nobody@clinic.test'].map(async (email) => {
        const visitor = new Visitor(running.portal)
        const step = (await visitor.open('/account')).url.href
        const forms: [string, Record<string, string>][] = [
          [step, { email, password }],
          ['/forgot', { email }],
          ['/verify/resend', { email }],
          ['/sign-up', { email, password, repeated: password, firstName: name, lastName: 'Ashdown' }],
        ]
        const failures: [number, string][] = []
        for (const [path, fields] of forms) {
          const { status, text } = await visitor.submit(path, fields)
          failures.push([status, plain(text, email)])
        }
        return failures
      }),
    )
    expect(answers[1]).toEqual(answers[0])
    expect(answers[2]).toEqual(answers[0])
  }
})
