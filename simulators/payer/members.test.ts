import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { EligibilityRequest } from '#adapters/clearinghouse/port.ts'
import type { Benefit } from '#domain/coverage/benefits.ts'
import { isIsoDate } from '#domain/dates/dates.ts'
import { openCounter } from './counter.ts'
import { MEMBERS, PAYERS } from './members.ts'
import { askAt, memberNamed, requestAbout } from './testing/requests.ts'

let counter: Awaited<ReturnType<typeof openCounter>>
beforeAll(async () => {
  counter = await openCounter({ port: 0, slowSeconds: 3_600 })
})
afterAll(() => counter.close())

const ask = (request: EligibilityRequest) => askAt(counter.port).check(request)
const rowsOf = async (firstName: string) => (await ask(requestAbout(memberNamed(firstName)))).answer.benefits
const ofKind = (rows: readonly Benefit[], kind: Benefit['kind'], part: Partial<Benefit> = {}) =>
  rows.find(
    (row) =>
      row.kind === kind && Object.entries(part).every(([key, value]) => row[key as keyof Benefit] === value),
  )

describe('the members', () => {
  test('are distinct, belong to a payer, and have valid IDs and dates', () => {
    expect(new Set(MEMBERS.map(({ memberId }) => memberId)).size).toBe(MEMBERS.length)
    for (const { payerId, memberId, dateOfBirth, dependents = [] } of MEMBERS) {
      expect(PAYERS.find(({ id }) => id === payerId)?.memberIds.test(memberId), memberId).toBe(true)
      for (const day of [dateOfBirth, ...dependents.map((each) => each.dateOfBirth)])
        expect(isIsoDate(day)).toBe(true)
    }
  })

  const answering = MEMBERS.filter(({ fault, rejection }) => !fault && !rejection)
  test.each(answering)(
    '$firstName $lastName is answered about, and read without a problem',
    async (member) => {
      const { answer, problems } = await ask(requestAbout(member))
      expect(problems).toEqual([])
      expect(answer.rejections).toEqual([])
      expect(answer.benefits).toEqual(member.rows)
      expect(answer.payer).toEqual({
        id: member.payerId,
        name: PAYERS.find(({ id }) => id === member.payerId)?.name,
      })
      expect(answer.member).toEqual({
        ...{ lastName: member.lastName, firstName: member.firstName, memberId: member.memberId },
        ...{ dateOfBirth: member.dateOfBirth, isDependent: false, groupNumber: member.groupNumber ?? '' },
        planName: answer.benefits.find(({ kind }) => kind === 'active')?.plan ?? member.plan,
        ...(member.ended
          ? { planBegins: '2025-01-01', planEnds: '2025-06-30' }
          : { planBegins: '2026-01-01', planEnds: '2026-12-31' }),
      })
    },
  )

  test('show what their description promises', async () => {
    const remaining = { level: 'individual', period: 'remaining', network: 'in' } as const
    const nora = await rowsOf('NORA')
    expect(ofKind(nora, 'deductible', remaining)?.amountCents).toBe(90_000)
    expect(ofKind(nora, 'coinsurance', { network: 'out' })?.rate).toBe(4000)
    expect(ofKind(await rowsOf('OWEN'), 'deductible', remaining)?.amountCents).toBe(0)
    expect(ofKind(await rowsOf('PIA'), 'out-of-pocket', remaining)?.amountCents).toBe(0)
    const quinn = await rowsOf('QUINN')
    expect(ofKind(quinn, 'deductible', { ...remaining, level: 'family' })?.amountCents).toBe(40_000)
    expect(ofKind(await rowsOf('SAMI'), 'coinsurance')?.authorization).toBe('yes')
    expect(ofKind(await rowsOf('TESS'), 'coinsurance')).toBeUndefined()
    expect(ofKind(await rowsOf('VERA'), 'active')).toBeUndefined()
    expect(ofKind(await rowsOf('WALT'), 'copayment')?.amountCents).toBe(4000)
    expect((await rowsOf('XENIA')).every(({ serviceTypes }) => serviceTypes.includes('30'))).toBe(true)
    expect((await rowsOf('YVES')).some(({ network }) => network === 'in')).toBe(false)
    expect(ofKind(await rowsOf('ABEL'), 'copayment')?.procedure).toBe('81406')
  })

  test('have shares written as 20 only for the one that demonstrates it', async () => {
    const { raw271 } = await ask(requestAbout(memberNamed('RUTH')))
    expect(raw271).toContain('*27**20*')
    expect(ofKind(await rowsOf('RUTH'), 'coinsurance')?.rate).toBe(2000)
  })

  test('include dependents, answered under the subscriber’s member ID', async () => {
    const quinn = memberNamed('QUINN')
    for (const child of quinn.dependents ?? []) {
      const { answer, problems } = await ask(requestAbout(quinn, child))
      expect(problems).toEqual([])
      expect(answer.member).toMatchObject({ ...child, memberId: quinn.memberId, isDependent: true })
      expect(answer.benefits).toEqual(quinn.rows)
    }
  })

  test('get only the plan’s rows when the request is about the plan as a whole', async () => {
    const nora = memberNamed('NORA')
    const { answer } = await ask({ ...requestAbout(nora), serviceType: '30' })
    expect(answer.benefits).toEqual(nora.rows?.filter(({ serviceTypes }) => serviceTypes.includes('30')))
  })
})

describe('a rejection', () => {
  const right = requestAbout(memberNamed('QUINN'))
  const [child] = memberNamed('QUINN').dependents ?? []
  const as = (change: Partial<EligibilityRequest['subscriber']>) => ({
    ...right,
    subscriber: { ...right.subscriber, ...change },
  })
  const childAs = (change: Partial<NonNullable<EligibilityRequest['dependent']>>) => ({
    ...right,
    dependent: { lastName: '', firstName: '', dateOfBirth: '', ...child, ...change },
  })
  test.each<[string, EligibilityRequest, string, string]>([
    ['an unknown payer', { ...right, payer: { name: 'X', id: 'X1' } }, 'payer', '79'],
    ['an invalid NPI', { ...right, provider: { name: 'X', npi: '1234567890' } }, 'provider', '43'],
    ['an unknown member ID', as({ memberId: 'PMH999999999' }), 'subscriber', '75'],
    ['a malformed member ID', as({ memberId: '12' }), 'subscriber', '72'],
    ['another date of birth', as({ dateOfBirth: '1981-01-31' }), 'subscriber', '71'],
    ['no date of birth', as({ dateOfBirth: '' }), 'subscriber', '58'],
    ['another name', as({ lastName: 'OTHER' }), 'subscriber', '73'],
    ['an unknown dependent', childAs({ firstName: 'OTHER' }), 'dependent', '67'],
    ['a dependent born another day', childAs({ dateOfBirth: '2012-05-10' }), 'dependent', '71'],
    ['a dependent with another name', childAs({ lastName: 'OTHER' }), 'dependent', '65'],
    ['a payer that cannot answer', requestAbout(memberNamed('DINA')), 'payer', '42'],
    ['a member who is not found', requestAbout(memberNamed('ELI')), 'subscriber', '75'],
  ])('%s', async (_what, request, level, code) => {
    const { answer, problems } = await ask(request)
    expect(problems).toEqual([])
    expect(answer).toMatchObject({ rejections: [{ level, code }], benefits: [] })
  })
})

describe('simulated failures', () => {
  test.each([
    ['GUS', 'down', 'cannot be reached'],
    ['HAL', 'garbage', 'does not begin with ISA'],
    ['IDA', 'garbage', 'no complete 271'],
  ])('%s: %s', async (firstName, kind, message) => {
    const request = requestAbout(memberNamed(firstName))
    await expect(ask(request)).rejects.toMatchObject({ kind, message: expect.stringContaining(message) })
  })

  test('FAY: slow', async () => {
    const check = askAt(counter.port, 300).check(requestAbout(memberNamed('FAY')))
    await expect(check).rejects.toMatchObject({ kind: 'slow' })
  })

  test('rejects anything but a 270, and other HTTP methods', async () => {
    const url = `http://127.0.0.1:${counter.port}/`
    const reply = await fetch(url, { method: 'POST', body: 'Hello' })
    expect([reply.status, await reply.text()]).toEqual([
      400,
      'The text is not X12: it does not begin with ISA',
    ])
    expect((await fetch(url)).status).toBe(405)
  })
})
