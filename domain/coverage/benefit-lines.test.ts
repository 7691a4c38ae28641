import { describe, expect, it, test } from 'vitest'
import { benefitLinesOf, eligibilityStatusOf } from './benefit-lines.ts'
import type { Benefit, Rejection } from './benefits.ts'
import { isNotFound, isToAskAgain, refusalsInWords } from './refusals.ts'
import { ANSWER, ROW } from './testing/worked-examples.ts'

const answer = (...benefits: Partial<Benefit>[]) => ({
  ...ANSWER,
  benefits: benefits.map((more) => ({ ...ROW, ...more })),
})
const linesOf = (...benefits: Partial<Benefit>[]) =>
  benefitLinesOf(answer(...benefits)).map(({ about, words, network }) =>
    [about, words, network].filter(Boolean).join(' | '),
  )
const rejected = (...codes: string[]) => ({
  ...answer({ kind: 'active' }),
  rejections: codes.map((code): Rejection => ({ level: 'subscriber', code, followUp: 'C', words: '' })),
})

describe('the benefit lines of a payer', () => {
  const plan = { serviceTypes: ['30'] }
  const deductible = { ...plan, kind: 'deductible', level: 'individual', network: 'in' } as const
  test.each([
    [
      'active, each plan once',
      [
        { ...plan, kind: 'active', plan: 'GOLD' },
        { kind: 'active', plan: 'GOLD' },
        { kind: 'inactive', serviceTypes: [], plan: 'OLD' },
      ],
      [
        'Coverage | Active: the whole plan, laboratory tests (GOLD)',
        'Coverage | Inactive: the whole plan (OLD)',
      ],
    ],
    [
      'a limit and what is left of it',
      [
        { ...deductible, period: 'calendar-year', amountCents: 1_500_00 },
        { ...deductible, period: 'remaining', amountCents: 900_00 },
        { ...deductible, level: 'family', period: 'remaining', amountCents: 0 },
      ],
      [
        'Deductible | Individual: $900.00 left of $1,500.00 this calendar year | In network',
        'Deductible | Family: $0.00 left | In network',
      ],
    ],
    [
      'what was used is not what there is',
      [
        { ...deductible, period: 'year-to-date', amountCents: 600_00 },
        { ...deductible, period: 'remaining', amountCents: 900_00 },
      ],
      ['Deductible | Individual: $900.00 left, $600.00 used this year to date | In network'],
    ],
    [
      'shares and copayments, of one procedure too',
      [
        { kind: 'coinsurance', rate: 1_250, period: 'visit', network: 'out' },
        { kind: 'copayment', amountCents: 75_00, period: 'visit', procedure: '81406', network: 'both' },
      ],
      [
        'Copayment | Procedure 81406: $75.00 per visit | In and out of network',
        'Coinsurance | Laboratory tests: 12.5% | Out of network',
      ],
    ],
    ['what cannot be read', [{ kind: 'copayment' }], ['Copayment | Laboratory tests: amount not readable']],
    [
      'authorization, and the payer’s own words',
      [
        { kind: 'limitation', authorization: 'yes', words: ['ASK FIRST', 'CALL'] },
        { kind: 'other-payer', ...plan, words: ['MEDICARE IS PRIMARY'] },
        { kind: 'coinsurance', rate: 0, authorization: 'no', network: 'in' },
      ],
      [
        'Coinsurance | Laboratory tests: 0% | In network',
        'Limitation | Laboratory tests; ASK FIRST; CALL',
        'Another payer | The whole plan; MEDICARE IS PRIMARY',
        'Authorization | Laboratory tests: required',
        'Authorization | Laboratory tests: not required | In network',
      ],
    ],
    ['the same once', [{ kind: 'non-covered' }, { kind: 'non-covered' }], ['Not covered | Laboratory tests']],
    ['nothing of other services', [{ kind: 'copayment', amountCents: 1, serviceTypes: ['33'] }], []],
  ] as [string, Partial<Benefit>[], string[]][])('%s', (_, rows, words) => {
    expect(linesOf(...rows)).toEqual(words)
  })
})

describe('the eligibility status', () => {
  test.each([
    ['Eligible', answer({ kind: 'active' })],
    ['Not eligible', answer({ kind: 'inactive' })],
    ['Unknown', answer()],
    ['Unknown', answer({ kind: 'active' }, { kind: 'inactive' })],
    ['Not eligible', rejected('75')],
    ['Not eligible', rejected('72')],
    ['Unknown', rejected('71')],
    ['Unknown', rejected('42')],
    ['Unknown', rejected('41')],
  ])('is %s', (status, of) => {
    expect(eligibilityStatusOf(of)).toBe(status)
  })
})

describe('a refusal', () => {
  test.each([
    ['72', 'Compare the member ID with the card, correct it, and check again.'],
    ['71', 'Correct the date of birth, or ask the payer to correct its record, and check again.'],
    ['73', 'Enter the name exactly as on the card, and check again.'],
    ['79', 'Choose the payer named on the card, and check again.'],
    ['42', 'Nothing to do: the payer will be asked again automatically.'],
    ['ZZ', 'Call the payer.'],
    ['constructor', 'Call the payer.'],
  ])('%s says what to do', (code, whatToDo) => {
    expect(refusalsInWords(rejected(code))).toEqual([
      { words: `The payer gave reason code ${code}`, whatToDo },
    ])
  })

  it('is in the payer’s words if it has any, without duplicates', () => {
    const one: Rejection = { level: 'payer', code: '75', followUp: 'C', words: 'Nobody found' }
    const rejections = [one, { ...one, level: 'subscriber' as const }, { ...one, code: '', words: '' }]
    expect(refusalsInWords({ ...ANSWER, rejections }).map(({ words }) => words)).toEqual([
      ...['Nobody found', 'The payer gave no reason'],
    ])
    expect(refusalsInWords(ANSWER)).toEqual([])
  })

  test.each([
    ['42', true, false],
    ['80', true, false],
    ['04', true, false],
    ['75', false, true],
    ['67', false, true],
    ['41', false, false],
  ])('%s: to ask again %s, nobody found %s', (code, again, notFound) => {
    expect([isToAskAgain(rejected(code)), isNotFound(rejected(code))]).toEqual([again, notFound])
  })
})
