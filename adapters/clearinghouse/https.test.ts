import { once } from 'node:events'
import { createServer, type IncomingMessage, type RequestListener, type Server } from 'node:http'
import { createServer as createTlsServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { makeAuthority } from '#adapters/hl7/testing/certificates.ts'
import { summarizeBenefits } from '#domain/coverage/benefit-summary.ts'
import { refusalsInWords } from '#domain/coverage/refusals.ts'
import { type HttpsOptions, httpsClearinghouse } from './https.ts'
import { ClearinghouseFailure } from './port.ts'
import { answerTo, answerWith, interchange, PARTNER, REQUEST } from './testing/messages.ts'
import { write270 } from './write-270.ts'

const GOOD = answerWith('EB*1**30**GOLD', 'EB*C*IND*30***29*1,000')

let server: Server
let url: string
let requests: { request: IncomingMessage; body: string }[]
let answer: RequestListener
beforeAll(async () => {
  server = createServer(async (request, reply) => {
    requests.push({ request, body: await text(request) })
    answer(request, reply)
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/realtime`
})
afterAll(() => {
  server.closeAllConnections()
  server.close()
})
beforeEach(() => {
  requests = []
  answer = respond(GOOD)
})

const respond =
  (body: string, status = 200, headers: Record<string, string> = {}): RequestListener =>
  (_, reply) =>
    reply.writeHead(status, { 'content-type': 'application/edi-x12', ...headers }).end(body)
const clearinghouse = (more: Partial<HttpsOptions> = {}) =>
  httpsClearinghouse({ url, partner: PARTNER, ...more })

test('posts the 270 and returns the benefits, both raw messages and the problems', async () => {
  const checked = await clearinghouse().check(REQUEST)
  expect(checked).toMatchObject({
    answer: { traceNumber: 'K-1', member: { planName: 'GOLD' }, benefits: [{}, { amountCents: null }] },
    problems: ['EB C: the amount (EB07) cannot be used: "1,000"'],
    raw271: GOOD,
  })
  expect(checked.raw270).toBe(write270(REQUEST, PARTNER))
  expect(requests).toMatchObject([{ body: checked.raw270, request: { method: 'POST', url: '/realtime' } }])
  expect(requests[0]?.request.headers).toMatchObject({ 'content-type': 'application/edi-x12' })
  expect(requests[0]?.request.headers.authorization).toBeUndefined()
})

test.each<[Partial<HttpsOptions>, Record<string, string>]>([
  [{ authorization: { bearer: 'abc' } }, { authorization: 'Bearer abc' }],
  [{ authorization: { user: 'us', password: 'ä:1' } }, { authorization: 'Basic dXM6w6Q6MQ==' }],
  [
    { contentType: 'application/EDI-X12; charset=utf-8' },
    { 'content-type': 'application/EDI-X12; charset=utf-8' },
  ],
])('signs in and labels as configured: %j', async (options, headers) => {
  await clearinghouse(options).check(REQUEST)
  expect(requests[0]?.request.headers).toMatchObject(headers)
})

test('picks the answer to this request out of several, and accepts one without a trace number', async () => {
  answer = respond(interchange(answerTo('X', 'EB*1**30'), answerTo('K-1', 'EB*6**30')))
  expect((await clearinghouse().check(REQUEST)).answer.benefits).toMatchObject([{ kind: 'inactive' }])
  answer = respond(GOOD.replace('TRN*2*K-1*9LARKFIELD~', '').replace('SE*12*', 'SE*11*'))
  expect(await clearinghouse().check(REQUEST)).toMatchObject({
    answer: { traceNumber: '', benefits: [{}, {}] },
    problems: ['The answer has no trace number', expect.any(String)],
  })
})

describe('the person the answer is about', () => {
  const OF_HOLDER = ['NM1*IL*1*TESTWELL*MAX****MI*PMH100000001', 'DMG*D8*19800808']
  const about = (...rows: string[]) => {
    const { type, body } = answerTo('K-1')
    return interchange({ type, body: [...body.slice(0, -1), ...rows] })
  }
  const dependent = { lastName: 'TESTWELL', firstName: 'KIT', dateOfBirth: '2015-05-05' }
  const anotherPerson = { kind: 'garbage', message: expect.stringContaining('another person') }

  test('a policy holder’s answer is not accepted for a dependent', async () => {
    answer = respond(about(...OF_HOLDER, 'EB*1**30', 'EB*C*IND*30***29*0'))
    await expect(clearinghouse().check({ ...REQUEST, dependent })).rejects.toMatchObject(anotherPerson)
    const subscriber = { ...REQUEST.subscriber, firstName: 'MAX', dateOfBirth: '1980-08-08' }
    const ofMax = { ...REQUEST, subscriber, dependent }
    answer = respond(about('NM1*IL*1*TESTWELL*MAX****MI*PMH100000001', 'EB*1**30', 'EB*C*IND*30***29*0'))
    await expect(clearinghouse().check(ofMax)).rejects.toMatchObject(anotherPerson)
    answer = respond(
      about(
        ...OF_HOLDER,
        'HL*4*3*23*0',
        'TRN*2*K-1*9X',
        'NM1*03*1*TESTWELL*KIT',
        'DMG*D8*20150505',
        'EB*1**30',
      ),
    )
    const { member } = (await clearinghouse().check({ ...REQUEST, dependent })).answer
    expect(member).toMatchObject({ firstName: 'KIT', isDependent: true })
  })

  test('a dependent’s answer is not accepted for the policy holder, nor a stranger’s for anybody', async () => {
    const ofKit = ['HL*4*3*23*0', 'NM1*03*1*TESTWELL*KIT', 'DMG*D8*20150505', 'EB*1**30']
    answer = respond(about('NM1*IL*1*TESTWELL*NORA****MI*PMH100000001', ...ofKit))
    await expect(clearinghouse().check(REQUEST)).rejects.toMatchObject(anotherPerson)
    answer = respond(
      about(...OF_HOLDER, 'EB*1**30')
        .replace('TRN*2*K-1*9LARKFIELD~', '')
        .replace('SE*11*', 'SE*10*'),
    )
    await expect(clearinghouse().check(REQUEST)).rejects.toMatchObject(anotherPerson)
  })

  test.each([
    ['a twin’s name', 'NM1*IL*1*TESTWELL*NINA', '19850314', 'other-name'],
    ['the payer’s own spelling of the name', 'NM1*IL*1*TESTWELL-ROE*LENORA', '19850314', 'other-name'],
    ['the payer’s own date of birth', 'NM1*IL*1*TESTWELL*NORA', '19850413', 'other-birth'],
    ['the name of a parent', 'NM1*IL*1*TESTWELL*NORA MAY', '19570413', 'other-birth'],
  ])('%s may be another person’s: there is no benefit in it', async (_what, name, born, code) => {
    answer = respond(about(name, `DMG*D8*${born}`, 'EB*1**30**GOLD', 'EB*C*IND*30***29*0', 'MSG*HELLO'))
    const { answer: read, problems } = await clearinghouse().check(REQUEST)
    expect(problems).toEqual([])
    expect(read).toMatchObject({ benefits: [], member: { planName: '' } })
    expect(read.rejections).toMatchObject([{ level: 'subscriber', code }])
    expect(refusalsInWords(read)).toMatchObject([
      {
        words: expect.stringContaining('may be about another person'),
        whatToDo: expect.stringContaining('check again'),
      },
    ])
    expect(summarizeBenefits(read, true).state).toBe('rejected')
  })

  test.each([
    ['with a middle name written into the first', 'NM1*IL*1*TESTWELL*NORA MAY', '19850314'],
    ['with another last name', 'NM1*IL*1*ROE*NORA', '19850314'],
    ['without name and date of birth', 'NM1*IL*1', ''],
  ])('%s it is the same person', async (_what, name, born) => {
    answer = respond(about(name, ...(born ? [`DMG*D8*${born}`] : []), 'EB*1**30'))
    const { answer: read } = await clearinghouse().check(REQUEST)
    expect(read).toMatchObject({ rejections: [], benefits: [{ kind: 'active' }] })
  })

  test('accents and case are ignored when names are compared', async () => {
    const subscriber = { ...REQUEST.subscriber, firstName: 'Zoë', dateOfBirth: '1985-03-14' }
    answer = respond(about('NM1*IL*1*TESTWELL*ZOE', 'DMG*D8*19850314', 'EB*1**30'))
    expect((await clearinghouse().check({ ...REQUEST, subscriber })).answer.rejections).toEqual([])
  })
})

test('a payer’s own rejection is an answer', async () => {
  answer = respond(answerWith('AAA*Y**42*R'))
  const { answer: read } = await clearinghouse().check(REQUEST)
  expect(read).toMatchObject({ rejections: [{ code: '42', followUp: 'R' }], benefits: [] })
})

describe('a failure', () => {
  const PAGE = '<!doctype html><html><body>Maintenance</body></html>'
  const hangsUp: RequestListener = (request) => request.socket.destroy()
  /** Announces its length, and ends the connection before it is reached. */
  const stops: RequestListener = (_, reply) => {
    reply.writeHead(200, { 'content-length': GOOD.length })
    reply.write(GOOD.slice(0, GOOD.length / 2), () => reply.destroy())
  }
  const reasons: [string, RequestListener, string, string][] = [
    ['it hangs up', hangsUp, 'down', 'cannot be reached'],
    ['it stops in the middle', stops, 'down', 'cannot be reached'],
    ['it fails', respond('', 500), 'down', 'status 500'],
    ['it is overloaded', respond('', 429), 'down', 'status 429'],
    ['it redirects', respond('', 302, { location: '/elsewhere' }), 'down', 'cannot be reached'],
    ['it is silent', () => undefined, 'slow', 'within 0.3 s'],
    [
      'it stops responding halfway',
      (_, reply) => reply.writeHead(200).write(GOOD.slice(0, 200)),
      'slow',
      'within 0.3 s',
    ],
    ['its backend is slow', respond('', 504), 'slow', 'status 504'],
    ['it answers with a page', respond(PAGE), 'garbage', 'does not begin with ISA'],
    ['its answer is empty', respond(''), 'garbage', 'does not begin with ISA'],
    ['its answer is truncated', respond(GOOD.slice(0, GOOD.length / 2)), 'garbage', 'no complete 271'],
    [
      'it answers another request',
      respond(answerWith().replace('*K-1*', '*K-2*')),
      'garbage',
      'another request',
    ],
    ['its answer is endless', respond(`ISA${'x'.repeat(5_100_000)}`), 'garbage', 'too long'],
    ['the sign-in is wrong', respond('', 401), 'refused', 'status 401'],
    [
      'the envelope is wrong',
      respond(GOOD.replace('~GS*', '~TA1*7*260312*1504*R*006~GS*')),
      'refused',
      'note 006',
    ],
  ]
  test.each(reasons)('when %s', async (_why, does, kind, message) => {
    answer = does
    const check = clearinghouse({ timeoutMs: message === 'within 0.3 s' ? 300 : 50_000 }).check(REQUEST)
    await expect(check).rejects.toThrow(ClearinghouseFailure)
    await expect(check).rejects.toMatchObject({
      ...{ kind, message: expect.stringContaining(message) },
      raw270: write270(REQUEST, PARTNER),
    })
    // A request is never repeated here: the code above decides when to retry.
    expect(requests.length).toBeLessThanOrEqual(1)
  })

  test('keeps the raw reply, if there was one', async () => {
    answer = respond(PAGE)
    await expect(clearinghouse().check(REQUEST)).rejects.toMatchObject({ raw271: PAGE })
    answer = respond(PAGE, 503)
    await expect(clearinghouse().check(REQUEST)).rejects.toMatchObject({ raw271: PAGE })
    answer = hangsUp
    await expect(clearinghouse().check(REQUEST)).rejects.toMatchObject({ raw271: null })
  })

  test('reports `down` when nothing listens', async () => {
    const empty = createServer().listen(0, '127.0.0.1')
    await once(empty, 'listening')
    const { port } = empty.address() as AddressInfo
    empty.close()
    await once(empty, 'close')
    const check = clearinghouse({ url: `http://127.0.0.1:${port}/` }).check(REQUEST)
    await expect(check).rejects.toMatchObject({
      kind: 'down',
      message: 'The clearinghouse cannot be reached',
    })
  })

  test('sends nothing when the certificate is not trusted', async () => {
    const authority = await makeAuthority('Unknown Authority')
    const bodies: string[] = []
    const tls = createTlsServer(await authority.certify('clearinghouse'), (_, reply) => {
      bodies.push('asked')
      reply.end(GOOD)
    }).listen(0, '127.0.0.1')
    await once(tls, 'listening')
    const secure = `https://127.0.0.1:${(tls.address() as AddressInfo).port}/`
    await expect(clearinghouse({ url: secure }).check(REQUEST)).rejects.toMatchObject({ kind: 'down' })
    expect(bodies).toEqual([])
    tls.close()
  })
})

test.each(['http://clearinghouse.example/x12', 'ftp://127.0.0.1/', 'nowhere'])(
  '%s is no url to post to',
  (bad) => {
    expect(() => clearinghouse({ url: bad })).toThrow(TypeError)
  },
)
