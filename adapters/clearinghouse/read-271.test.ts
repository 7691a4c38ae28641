import { describe, expect, test } from 'vitest'
import { read271 } from './read-271.ts'
import { answerTo, answerWith, interchange } from './testing/messages.ts'

/** The rows that an answer is read into, with its problems. */
function rows(...segments: string[]) {
  const { answer, problems } = read271(answerWith(...segments))
  return { benefits: answer.benefits, problems }
}

describe('a benefit', () => {
  test('carries everything in the EB segment', () => {
    const { benefits, problems } = rows(
      'EB*A*IND*5^30*HM*GOLD PLAN*27**.2***Y*Y*HC:81406:26',
      ...['HSD*VS*30***22', 'REF*18*X', 'DTP*348*D8*20260101', 'MSG*ASK FIRST', 'III*ZZ*81'],
      ...['LS*2120', 'NM1*VN*2*PAPERMOON LAB LINE', 'PER*IC**TE*5555550100', 'LE*2120', 'MSG*AND AGAIN'],
    )
    expect(benefits).toEqual([
      {
        ...{ kind: 'coinsurance', level: 'individual', serviceTypes: ['5', '30'], period: 'visit' },
        ...{ amountCents: null, rate: 2000, authorization: 'yes', network: 'in', plan: 'GOLD PLAN' },
        ...{ insuranceType: 'HM', procedure: '81406', modifiers: ['26'], places: ['81'], from: '2026-01-01' },
        limits: ['30 visits in a service year'],
        unclear: [
          'billed with modifier 26',
          'Vendor: PAPERMOON LAB LINE, telephone 5555550100',
          '30 visits in a service year',
        ],
        notes: ['Vendor: PAPERMOON LAB LINE, telephone 5555550100', 'Plan number: X'],
        words: ['ASK FIRST', 'AND AGAIN'],
      },
    ])
    expect(problems).toEqual([])
  })

  test.each([
    ['1 2 3 4 5', 'active'],
    ['6 7 8', 'inactive'],
    ['A', 'coinsurance'],
    ['B', 'copayment'],
    ['C', 'deductible'],
    ['G', 'out-of-pocket'],
    ['F', 'limitation'],
    ['I', 'non-covered'],
    ['R', 'other-payer'],
    ['D E L CB Y ?? constructor', 'other'],
  ])('reads EB01 %s as %s', (codes, kind) => {
    const { benefits } = rows(...codes.split(' ').map((code) => `EB*${code}**30`))
    expect(new Set(benefits.map((benefit) => benefit.kind))).toEqual(new Set([kind]))
  })

  test.each([
    ['22', 'service-year'],
    ['23', 'calendar-year'],
    ['24', 'year-to-date'],
    ['25', 'contract'],
    ['27', 'visit'],
    ['29', 'remaining'],
    ['32', 'lifetime'],
    ['', null],
  ])('reads EB06 %s as the period %s', (code, period) => {
    expect(rows(`EB*C*FAM*30***${code}*5`)).toMatchObject({
      ...{ benefits: [{ level: 'family', period, amountCents: 500 }], problems: [] },
    })
  })

  test.each([
    ['Y*Y', 'yes', 'in'],
    ['N*N', 'no', 'out'],
    ['U*W', 'unknown', 'both'],
    ['*U', 'unknown', 'unknown'],
    ['', 'unknown', 'unknown'],
  ])('EB11 and EB12 %s: authorization %s, network %s', (codes, authorization, network) => {
    expect(rows(`EB*B**5***27*5****${codes}`)).toMatchObject({
      ...{ benefits: [{ authorization, network }], problems: [] },
    })
  })

  test('is not counted, with a note, when its condition does not apply to a laboratory order', () => {
    const { benefits, problems } = rows('EB*B*IND*5***36*20', 'EB*C*SPO*30***23*500', 'EB*F*CHD*5***36*1')
    expect(benefits).toMatchObject([
      { kind: 'other', amountCents: 2000, notes: ['Copayment per admission'] },
      { kind: 'other', amountCents: 50_000, notes: ['Deductible spouse only'] },
      { kind: 'limitation', notes: ['children only, per admission'] },
    ])
    expect(problems).toEqual(['EB B is not counted: per admission', 'EB C is not counted: spouse only'])
  })

  test('with a per-time amount is unknown for one order rather than zero', () => {
    expect(rows('EB*B*IND*5***7*20', 'EB*A*IND*5***26**.2')).toMatchObject({
      benefits: [
        { kind: 'copayment', amountCents: 2000, unclear: ['per day'] },
        { kind: 'coinsurance', rate: 2000, unclear: ['per episode'] },
      ],
      problems: [],
    })
  })

  test.each([
    ['EB*C*IND*30***29*1,000', 'EB C: the amount (EB07) cannot be used: "1,000"'],
    ['EB*C*IND*30***29*10.005', 'EB C: the amount (EB07) cannot be used: "10.005"'],
    ['EB*A*IND*5***27**20%', 'EB A: the share (EB08) cannot be used: "20%"'],
    ['EB*B*IND*5***27*-5', 'EB B: the amount (EB07) cannot be used: "-5"'],
  ])('with the invalid number %s has no number and a problem that names it', (segment, problem) => {
    expect(rows(segment)).toMatchObject({
      benefits: [{ amountCents: null, rate: null }],
      problems: [problem],
    })
  })

  test.each([
    ['EB*C*IN*30***29*5', 'EB02'],
    ['EB*C*IND*30***2Q*5', 'EB06'],
    ['EB*C*IND*30***29*5*****Q', 'EB12'],
  ])('%s: with the unknown code %s has unknown amounts', (segment, element) => {
    const { benefits, problems } = rows(segment)
    expect(benefits).toMatchObject([{ kind: 'deductible', amountCents: null }])
    expect(problems).toEqual([
      expect.stringContaining(`EB C: ${element} is not a known code`),
      'EB C: the amount (EB07) cannot be used: "5"',
    ])
  })

  test('with an unknown authorization code is unknown, with a problem that names it', () => {
    expect(rows('EB*B**5***27*5****X')).toMatchObject({
      benefits: [{ authorization: 'unknown', amountCents: 500 }],
      problems: ['EB B: EB11 is not a known code: "X"'],
    })
  })

  test('for a procedure in another code system keeps that system', () => {
    expect(rows('EB*B**5***27*5******N4:00000').benefits).toMatchObject([{ procedure: 'N4 00000' }])
  })
})

describe('the member', () => {
  test('has group, plan and plan dates wherever the message carries them', () => {
    const of = (...segments: string[]) => read271(answerWith(...segments)).answer.member
    expect(of('REF*6P*G-1', 'DTP*291*RD8*20260101-20261231', 'EB*1**30**GOLD')).toMatchObject({
      ...{ groupNumber: 'G-1', planName: 'GOLD', planBegins: '2026-01-01', planEnds: '2026-12-31' },
    })
    expect(of('REF*18*77*SILVER', 'DTP*346*D8*20260201', 'DTP*347*D8*20260701', 'EB*6**30')).toMatchObject({
      ...{ groupNumber: '', planName: 'SILVER', planBegins: '2026-02-01', planEnds: '2026-07-01' },
    })
    expect(of('EB*1**30', 'DTP*291*D8*20250101')).toMatchObject({ planBegins: '2025-01-01', planEnds: '' })
  })

  test('has no date of birth, but a problem, when the date is invalid', () => {
    const { answer, problems } = read271(answerWith('DMG*D8*19850231', 'DTP*346*TM*1200', 'EB*1**30'))
    expect(answer.member).toMatchObject({ dateOfBirth: '', planBegins: '' })
    expect(problems).toEqual(['DMG is not a valid date', 'DTP 346 has an unknown format'])
  })
})

describe('the person the answer is about', () => {
  const both = interchange(answerTo('A', 'EB*B**5***27*10'), answerTo('B', 'EB*B**5***27*20'))

  test('is the one with our trace number when there are several', () => {
    const { answer, problems } = read271(both, { traceNumber: 'B' })
    expect(answer).toMatchObject({ traceNumber: 'B', benefits: [{ amountCents: 2000 }] })
    expect(problems).toEqual(['The answer is about 2 persons; one was read'])
  })

  test('is nobody if none of several has our trace number; the first if no number is expected', () => {
    expect(() => read271(both, { traceNumber: 'C' })).toThrow('Of 2 persons, 0 have our trace number')
    const children = ['OLLI', 'PAT'].flatMap((name, n) => [`HL*${n + 4}*3*23*0`, `NM1*03*1*TESTWELL*${name}`])
    const family = answerWith(...children, 'EB*1**30')
    expect(() => read271(family, { traceNumber: 'K-1' })).toThrow('Of 2 persons, 2 have our trace number')
    expect(read271(both).answer.traceNumber).toBe('A')
  })

  test('keeps a dependent’s answer free of the subscriber’s rows', () => {
    const own = ['HL*4*3*23*0', 'TRN*2*K-2*9X', 'NM1*03*1*TESTWELL*OLLI', 'EB*B**5***27*20']
    const { answer, problems } = read271(answerWith('EB*B**5***27*10', ...own))
    expect(answer.member).toMatchObject({ firstName: 'OLLI', memberId: 'PMH100000001', isDependent: true })
    expect(answer.benefits).toMatchObject([{ amountCents: 2000 }])
    expect(problems).toEqual(['Benefits of the subscriber were left out: the answer is about a dependent'])
  })

  test.each([
    ['HL*4*2*23*0', 'HL 4 (level 23) has no parent level above it (HL02)'],
    ['HL*4*3*24*0', 'There is no level 24'],
    ['HL*4**20*0', 'Level 20 occurs more than once; only the first was read'],
  ])('adds a problem for %s', (hl, problem) => {
    expect(read271(answerWith('EB*1**30', hl)).problems).toContain(problem)
  })

  test('ignores a dependent that comes before any subscriber', () => {
    const { answer, problems } = read271(answerWith('EB*1**30').replace('*22*0~', '*23*0~'))
    expect(answer.benefits).toEqual([])
    expect(problems).toEqual([
      ...['HL 3 (level 23) has no parent level above it (HL02)', 'A dependent comes before any subscriber'],
      'The answer has neither benefits nor a reason for having none',
    ])
  })
})
