import fc from 'fast-check'
import { describe, expect, it, test } from 'vitest'
import { type BenefitSummary, summarizeBenefits } from './benefit-summary.ts'
import type { Benefit, EligibilityResponse } from './benefits.ts'
import { isCents, isRate } from './rows.ts'
import { ANSWER, ROW } from './testing/worked-examples.ts'

const answer = (...benefits: Partial<Benefit>[]): EligibilityResponse => ({
  ...ANSWER,
  benefits: benefits.map((more) => ({ ...ROW, ...more })),
})
const ACTIVE = { kind: 'active', serviceTypes: ['30'] } as const
const inNetwork = (...benefits: Partial<Benefit>[]) => summarizeBenefits(answer(ACTIVE, ...benefits), true)
const notes = ({ notes: all }: BenefitSummary) => all.map(({ kind, about }) => `${kind} ${about}`)

const deductible = (cents: number | null, more: Partial<Benefit> = {}): Partial<Benefit> => ({
  ...{ kind: 'deductible', level: 'individual', period: 'remaining', amountCents: cents },
  ...more,
})
const coinsurance = (rate: number | null, more: Partial<Benefit> = {}): Partial<Benefit> => ({
  ...{ kind: 'coinsurance', rate },
  ...more,
})
const copay = (cents: number | null, more: Partial<Benefit> = {}): Partial<Benefit> => ({
  ...{ kind: 'copayment', amountCents: cents },
  ...more,
})

describe('whether the coverage is active', () => {
  const five = (kind: Benefit['kind'], plan = '') => ({ kind, plan, serviceTypes: ['5'] })
  const total = (kind: Benefit['kind'], plan = '') => ({ kind, plan, serviceTypes: ['30'] })
  test.each([
    ['active for laboratory tests', [five('active')], 'active'],
    ['active as a whole', [total('active')], 'active'],
    ['inactive as a whole', [total('inactive')], 'inactive'],
    ['inactive, of no service', [{ kind: 'inactive', serviceTypes: [] }], 'inactive'],
    ['active, but not for laboratory tests', [total('active'), five('inactive')], 'inactive'],
    ['laboratory tests of an inactive plan', [total('inactive'), five('active')], 'inactive'],
    ['both of one plan', [total('active', 'Gold'), total('inactive', 'Gold')], 'unknown'],
    ['both, one without its plan', [total('active', 'Gold'), total('inactive')], 'unknown'],
    ['an old plan and a new one', [total('inactive', 'Old'), total('active', 'New')], 'active'],
    ['active for something else', [{ kind: 'active', serviceTypes: ['33'] }], 'unknown'],
    ['nothing', [], 'unknown'],
  ] as [string, Partial<Benefit>[], BenefitSummary['state']][])('%s', (_, rows, state) => {
    expect(summarizeBenefits(answer(...rows), true).state).toBe(state)
  })

  it("is rejected regardless of other rows, with the payer's words, or the code if there are none", () => {
    const rejections = [
      { level: 'subscriber', code: '75', followUp: 'C', words: 'Subscriber not found.' },
      { level: 'payer', code: '42', followUp: 'R', words: '' },
    ] as const
    expect(summarizeBenefits({ ...answer(ACTIVE), rejections }, true)).toMatchObject({
      state: 'rejected',
      rejection: 'Subscriber not found. 42',
    })
  })

  it('leaves out the rows of an inactive plan', () => {
    const rows = [
      { ...ACTIVE, kind: 'inactive', plan: 'Old' } as const,
      { ...ACTIVE, plan: 'New' },
      coinsurance(5000, { plan: 'Old' }),
      coinsurance(1000, { plan: 'New' }),
    ]
    expect(summarizeBenefits(answer(...rows), true).coinsurance).toBe(1000)
  })
})

describe('a plan with other dates', () => {
  const onDay = (dates: { planBegins?: string; planEnds?: string }, kind: 'active' | 'inactive' = 'active') =>
    summarizeBenefits(
      { ...answer({ ...ACTIVE, kind }), member: { ...ANSWER.member, ...dates } },
      true,
      '2026-11-21',
    ).state
  test.each([
    ['begins tomorrow', { planBegins: '2026-11-22' }, 'inactive'],
    ['begins today', { planBegins: '2026-11-21' }, 'active'],
    ['ended yesterday', { planEnds: '2026-11-20' }, 'inactive'],
    ['ends today', { planBegins: '2026-01-01', planEnds: '2026-11-21' }, 'active'],
    ['says no day', {}, 'active'],
  ])('%s: %j is %s', (_, dates, state) => {
    expect(onDay(dates)).toBe(state)
  })

  it('is inactive if the payer says so', () => {
    expect(onDay({ planEnds: '2025-06-30' }, 'inactive')).toBe('inactive')
  })
})

describe('the row that applies', () => {
  it('prefers laboratory tests to the whole plan, and takes the whole plan if there is nothing else', () => {
    const total = coinsurance(3000, { serviceTypes: ['30'] })
    expect(inNetwork(total, coinsurance(1000)).coinsurance).toBe(1000)
    expect(inNetwork(total).coinsurance).toBe(3000)
    expect(inNetwork(coinsurance(2000, { serviceTypes: ['1', '33'] })).coinsurance).toBeNull()
  })

  it('prefers the laboratory’s network, and never takes the other one', () => {
    const rows = [
      coinsurance(1000, { network: 'in' }),
      coinsurance(4000, { network: 'out' }),
      coinsurance(2000, { network: 'unknown' }),
    ]
    expect(summarizeBenefits(answer(ACTIVE, ...rows), true).coinsurance).toBe(1000)
    expect(summarizeBenefits(answer(ACTIVE, ...rows), false).coinsurance).toBe(4000)
    expect(summarizeBenefits(answer(ACTIVE, ...rows.slice(0, 1)), false).coinsurance).toBeNull()
    expect(summarizeBenefits(answer(ACTIVE, ...rows.slice(2)), false).coinsurance).toBe(2000)
    expect(summarizeBenefits(answer(ACTIVE, coinsurance(500, { network: 'both' })), false).coinsurance).toBe(
      500,
    )
  })

  it('takes the highest of contradictory rows, and notes it', () => {
    const summary = inNetwork(coinsurance(1000), coinsurance(2000), copay(30_00), copay(50_00))
    expect(summary).toMatchObject({ coinsurance: 2000, copay: { cents: 50_00 } })
    expect(notes(summary)).toEqual(['contradictory copay', 'contradictory coinsurance'])
    expect(notes(inNetwork(coinsurance(1000), coinsurance(1000)))).toEqual([])
  })

  it('is unknown if a row that could be the highest cannot be read', () => {
    expect(inNetwork(coinsurance(1000), coinsurance(null)).coinsurance).toBeNull()
    expect(inNetwork(coinsurance(10_001)).coinsurance).toBeNull()
    expect(inNetwork(coinsurance(-1)).coinsurance).toBeNull()
    expect(inNetwork(copay(30_00), copay(Number.NaN)).copay).toMatchObject({ cents: null })
    expect(inNetwork(deductible(-1)).deductibleCents).toBeNull()
    expect(inNetwork(deductible(200_00), deductible(null, { level: 'family' })).deductibleCents).toBeNull()
  })
})

describe('the deductible', () => {
  const total = { period: 'calendar-year' } as const
  const family = { level: 'family' } as const
  test.each([
    ['what is left', [deductible(200_00)], 200_00, []],
    ['none', [deductible(0)], 0, []],
    ['the lower of individual and family', [deductible(200_00), deductible(150_00, family)], 150_00, []],
    ['a row of no level is the member’s', [deductible(200_00, { level: null })], 200_00, []],
    [
      'a row of no level beside the member’s',
      [deductible(200_00, { level: null }), deductible(300_00)],
      300_00,
      ['contradictory deductible'],
    ],
    ['left, not the whole', [deductible(500_00, total), deductible(200_00)], 200_00, []],
    ['the whole', [deductible(500_00, total)], 500_00, ['total deductible']],
    ['the whole by contract', [deductible(500_00, { period: 'contract' })], 500_00, ['total deductible']],
    ['two different ones', [deductible(200_00), deductible(300_00)], 300_00, ['contradictory deductible']],
    [
      'what was met so far says nothing of what is left',
      [deductible(100_00, { period: 'year-to-date' })],
      null,
      [],
    ],
    ['without a period', [deductible(100_00, { period: null })], 100_00, ['total deductible']],
    ['nothing said', [], null, []],
  ] as [string, Partial<Benefit>[], number | null, string[]][])('%s', (_, rows, cents, reasons) => {
    const summary = inNetwork(...rows)
    expect(summary.deductibleCents).toBe(cents)
    expect(notes(summary)).toEqual(reasons)
  })

  it('is read in the same way as the out-of-pocket maximum', () => {
    const rows = [
      deductible(500_00),
      deductible(900_00, family),
      deductible(100_00, { level: null, ...total }),
    ]
    const maximum = inNetwork(...rows.map((row) => ({ ...row, kind: 'out-of-pocket' as const })))
    expect(maximum).toMatchObject({ outOfPocketCents: 500_00, deductibleCents: null })
  })
})

describe('copayment, coverage, limits, authorization and other payers', () => {
  it('takes a copayment once per order if it is per visit, and none from a row without an amount', () => {
    const visit = { period: 'visit' } as const
    expect(inNetwork(copay(30_00, visit)).copay).toEqual({ cents: 30_00, isOncePerOrder: true })
    expect(inNetwork(copay(30_00)).copay).toEqual({ cents: 30_00, isOncePerOrder: false })
    expect(inNetwork(copay(30_00, visit), copay(30_00)).copay?.isOncePerOrder).toBe(false)
    expect(inNetwork(copay(30_00, visit), copay(20_00)).copay?.isOncePerOrder).toBe(true)
    expect(inNetwork().copay).toBeNull()
  })

  it('recognizes what is not covered, in the laboratory’s network and in contradictory rows', () => {
    const outside = { kind: 'non-covered', network: 'out' } as const
    expect(inNetwork(outside).isNonCovered).toBe(false)
    expect(summarizeBenefits(answer(ACTIVE, outside), false).isNonCovered).toBe(true)
    const both = inNetwork({ kind: 'non-covered' }, { kind: 'active' })
    expect(both.isNonCovered).toBe(true)
    expect(notes(both)).toEqual(['contradictory coverage'])
  })

  it('recognizes a dollar limit for these tests in the laboratory’s network', () => {
    const limit = { kind: 'limitation', amountCents: 500_00 } as const
    expect(inNetwork(limit).hasLimit).toBe(true)
    expect(inNetwork({ ...limit, serviceTypes: ['33'] }).hasLimit).toBe(false)
    expect(inNetwork({ ...limit, network: 'out' }).hasLimit).toBe(false)
    expect(inNetwork({ ...limit, amountCents: null }).hasLimit).toBe(false)
  })

  it('requires authorization as soon as one row does, and recognizes another payer', () => {
    expect(inNetwork().authorization).toBe('unknown')
    expect(inNetwork(coinsurance(0, { authorization: 'no' })).authorization).toBe('no')
    const both = inNetwork(coinsurance(0, { authorization: 'no' }), copay(0, { authorization: 'yes' }))
    expect(both.authorization).toBe('yes')
    expect(notes(both)).toEqual(['contradictory authorization'])
    expect(inNetwork({ kind: 'other-payer' }).hasOtherPayer).toBe(true)
  })
})

const anyRow = fc.record({
  kind: fc.constantFrom<Benefit['kind'][]>(
    'active',
    'inactive',
    'coinsurance',
    'copayment',
    'deductible',
    'out-of-pocket',
  ),
  level: fc.constantFrom('individual', 'family', null),
  serviceTypes: fc.subarray(['5', '30', '33']),
  period: fc.constantFrom<Benefit['period'][]>('remaining', 'calendar-year', 'visit', 'year-to-date', null),
  amountCents: fc.constantFrom(null, -1, 0, 0.5, 100_00, Number.NaN, Number.POSITIVE_INFINITY),
  rate: fc.constantFrom(null, -1, 0, 2000, 20_000, 0.2, Number.NaN),
  network: fc.constantFrom('in', 'out', 'both', 'unknown'),
})

it('returns only valid numbers, all of them from the rows, whatever the rows', () => {
  fc.assert(
    fc.property(fc.array(anyRow, { maxLength: 12 }), fc.boolean(), (rows, isInNetwork) => {
      const summary = summarizeBenefits(answer(...rows), isInNetwork)
      const ofKind = (kind: Benefit['kind']) => rows.filter((row) => row.kind === kind)
      for (const [cents, kind] of [
        [summary.deductibleCents, 'deductible'],
        [summary.outOfPocketCents, 'out-of-pocket'],
        [summary.copay?.cents ?? null, 'copayment'],
      ] as const)
        if (cents !== null) {
          expect(isCents(cents)).toBe(true)
          expect(ofKind(kind).map(({ amountCents }) => amountCents)).toContain(cents)
        }
      if (summary.coinsurance !== null) {
        expect(isRate(summary.coinsurance)).toBe(true)
        expect(ofKind('coinsurance').map(({ rate }) => rate)).toContain(summary.coinsurance)
      }
    }),
  )
})
