import { createServer } from 'node:net'
import { describe, expect, test } from 'vitest'
import { makeAuthority } from '#adapters/hl7/testing/certificates.ts'
import { connectLaboratory } from '#adapters/laboratory/connect.ts'
import { smtpSender } from '#adapters/mail/smtp.ts'
import { daysLeft } from './certificates.ts'
import { createLogger } from './log.ts'
import { watchOutside } from './outside.ts'
import { reasonOf } from './reasons.ts'

function startWatch() {
  const lines: Record<string, unknown>[] = []
  let now = 0
  const output = { write: (line: string) => void lines.push(JSON.parse(line)) }
  const outside = watchOutside(createLogger('warn', undefined, output), () => now)
  const passes = (seconds: number) => {
    now += seconds * 1000
  }
  return { outside, lines, passes }
}

/** A port that nothing listens at. */
async function unusedPort(): Promise<number> {
  const server = createServer()
  const port = await new Promise<number>((resolve) =>
    server.listen(0, '127.0.0.1', () => resolve(Number(Object(server.address()).port))),
  )
  await new Promise((resolve) => server.close(resolve))
  return port
}

const thrownBy = (call: Promise<unknown>) =>
  call.then(
    () => Promise.reject(new Error('it did not fail')),
    (error: unknown) => error,
  )

describe('[OPS-06] what the portal depends on', () => {
  test('is several hospitals, of which each fails and works again by itself', async () => {
    const { outside, lines } = startWatch()
    const fails = (of: string) =>
      outside.watch('hospital', Promise.reject(new Error('it did not answer')), { of }).catch(() => undefined)
    await fails('H1')
    await outside.watch('hospital', Promise.resolve('AA'), { of: 'H2' })
    await fails('H1')
    await fails('H2')
    await outside.watch('hospital', Promise.resolve('AA'), { of: 'H1' })
    expect(lines.map(({ system, of, msg }) => [system, of, msg])).toEqual([
      ['hospital', 'H1', 'a hospital takes no results'],
      ['hospital', 'H2', 'a hospital takes no results'],
      ['hospital', 'H1', 'a hospital takes results again'],
    ])
    expect(outside.failing()).toEqual(new Set(['hospital']))
  })

  test('is a warning with the cause at the first failure, another at recovery, and none between', async () => {
    const { outside, lines, passes } = startWatch()
    const refused = Object.assign(new Error('connect ECONNREFUSED 10.20.30.40:2575'), {
      code: 'ECONNREFUSED',
    })
    const fails = () => outside.watch('laboratory', Promise.reject(refused)).catch(() => undefined)
    await outside.watch('laboratory', Promise.resolve('AA'))
    expect(lines).toEqual([])
    await fails()
    await fails()
    expect([...outside.failing()]).toEqual(['laboratory'])
    passes(90)
    await outside.watch('laboratory', Promise.resolve('AA'))
    await outside.watch('laboratory', Promise.resolve('AA'))
    expect([...outside.failing()]).toEqual([])
    expect(lines).toMatchObject([
      {
        ...{ level: 40, system: 'laboratory', msg: 'the laboratory takes no messages' },
        ...{ cause: 'it refuses the connection', remedy: 'start it, or correct host and port' },
      },
      { level: 40, system: 'laboratory', msg: 'the laboratory takes messages again', afterSeconds: 90 },
    ])
    await fails()
    expect(lines).toHaveLength(3)
  })

  test('an error that is an answer is no failure', async () => {
    const { outside, lines } = startWatch()
    const answer = outside.watch('clearinghouse', Promise.reject(new Error('no such member')), {
      isAway: () => false,
    })
    expect(await thrownBy(answer)).toMatchObject({ message: 'no such member' })
    expect([lines, [...outside.failing()]]).toEqual([[], []])
  })

  test('systems are watched apart', async () => {
    const { outside, lines } = startWatch()
    outside.fails('mail', new Error('Invalid login: 535 5.7.8 no'))
    outside.fails('clock', 'this machine’s clock is 46800 s behind the database’s')
    outside.works('mail')
    expect(lines.map(({ system, cause }) => [system, cause])).toEqual([
      ['mail', 'it refuses our user, password or token'],
      ['clock', 'this machine’s clock is 46800 s behind the database’s'],
      ['mail', undefined],
    ])
    expect([...outside.failing()]).toEqual(['clock'])
  })
})

describe('[OPS-06] the cause of a failure', () => {
  test.each<[string, unknown, string]>([
    [
      'a refused connection, below two errors',
      chain('down', 'fetch failed', code('ECONNREFUSED')),
      'it refuses the connection',
    ],
    ['a name with several addresses', new AggregateError([code('ETIMEDOUT')], ''), 'it does not answer'],
    ['an unknown name', chain('fetch failed', code('ENOTFOUND')), 'its name has no address'],
    ['an expired certificate', code('CERT_HAS_EXPIRED'), 'its certificate has expired'],
    [
      'an unknown authority',
      code('SELF_SIGNED_CERT_IN_CHAIN'),
      'its certificate is from an authority that is not trusted',
    ],
    ['another name', code('ERR_TLS_CERT_ALTNAME_INVALID'), 'its certificate is for another name'],
    ['a read-only disk', chain('the file storage cannot be used: EROFS', code('EROFS')), 'it is read-only'],
    ['a full disk', new Error('the file storage is full'), 'it is full'],
    ['storage that is not mounted', code('ENOENT'), 'the directory or its marker .karyo-files is missing'],
    ['another issuer', chain('out of reach', new Error('another issuer')), 'it names another issuer'],
    ['a timeout', new DOMException('The operation was aborted', 'TimeoutError'), 'it does not answer'],
    [
      'a server’s own error',
      chain('The server answered 503: Quillbrook', new Error('status 503')),
      'it answers with an error of its own',
    ],
  ])('%s', (_what, error, cause) => {
    const reason = reasonOf(error)
    expect(reason.cause).toBe(cause)
    expect(reason.remedy).toMatch(/^\S.{6,}/)
  })

  test('quotes nothing of an unknown error that may be a patient’s', () => {
    const error = new Error('MSA-1 is not an acknowledgement code: QUILLBROOK^ADA 1980-03-12')
    expect(reasonOf(error).cause).toBe('MSA-1 is not an acknowledgement code')
    expect(reasonOf('thrown text').cause).toBe('thrown text')
  })

  test('is found in what the adapters really throw', async () => {
    const port = await unusedPort()
    const laboratory = connectLaboratory({ host: '127.0.0.1', port, timeoutMs: 50_000 })
    const mail = smtpSender({ url: `smtp://127.0.0.1:${port}`, from: 'portal@larkfield.test' })
    const thrown = await Promise.all([
      thrownBy(laboratory.send('MSH|^~\\&|A|B|C|D|20260301||OML^O21|K1|P|2.5.1\r')),
      thrownBy(mail.send({ id: 'm1', to: 'ada@clinic.test', subject: 's', text: 't' })),
      thrownBy(fetch(`http://127.0.0.1:${port}/`)),
    ])
    expect(thrown.map((error) => reasonOf(error).cause)).toEqual(Array(3).fill('it refuses the connection'))
    await laboratory.close()
  })
})

test('[OPS-06] the days of a certificate are counted to its end, in a chain to the first that ends', async () => {
  const authority = await makeAuthority('Larkfield Test Authority')
  const { cert } = await authority.certify('portal', undefined, new Date('2030-03-11T00:00:00Z'))
  const now = new Date('2030-03-01T12:00:00Z')
  expect(daysLeft(cert, now)).toBe(9.5)
  expect(daysLeft(`${authority.ca}\n${cert}`, now)).toBe(9.5)
  expect(daysLeft(cert, new Date('2030-03-12T00:00:00Z'))).toBe(-1)
})

function code(name: string): Error {
  return Object.assign(new Error(`it failed: ${name}`), { code: name })
}

/** Errors of which each is the next one's cause, the outermost first. */
function chain(...errors: (string | Error)[]): Error {
  return errors
    .map((one) => (typeof one === 'string' ? new Error(one) : one))
    .reduceRight((cause, error) => Object.assign(error, { cause }))
}
