import fc from 'fast-check'
import { describe, expect, it, test } from 'vitest'
import { type CodePeriod, codeProblem, codeRefusal, fetusOf, fetusProblem, ICD10 } from './diagnosis-code.ts'

const always: CodePeriod = { from: '', until: '', billable: true }
/** Was for billing until a day, and has codes below it since. */
const SPLIT: CodePeriod[] = [
  { from: '', until: '2025-09-30', billable: true },
  { from: '2025-10-01', until: '', billable: false },
]
const offered = (...codes: string[]) => codes.map((code) => ({ code, description: `About ${code}` }))

describe('a diagnosis code on a day', () => {
  test.each<[string, readonly CodePeriod[], string, ReturnType<typeof codeRefusal>]>([
    ['is always valid', [always], '2024-01-01', null],
    ['is a heading', [{ ...always, billable: false }], '2024-01-01', { kind: 'heading' }],
    ['is valid on its last day', SPLIT, '2025-09-30', null],
    ['is a heading from the next day on', SPLIT, '2025-10-01', { kind: 'heading' }],
    [
      'is retired',
      [{ ...always, until: '2025-09-30' }],
      '2025-10-01',
      { kind: 'retired', until: '2025-09-30' },
    ],
    [
      'is not valid yet',
      [{ ...always, from: '2026-10-01' }],
      '2026-09-30',
      { kind: 'not-yet', from: '2026-10-01' },
    ],
    ['is valid on its first day', [{ ...always, from: '2026-10-01' }], '2026-10-01', null],
    ['does not exist', [], '2026-10-01', { kind: 'unknown' }],
  ])('%s', (_, periods, day, refusal) => {
    expect(codeRefusal({ periods }, day)).toEqual(refusal)
  })

  test.each([
    [
      'G40.30',
      [{ ...always, billable: false }],
      ['G40.301', 'G40.309'],
      'G40.30 is a heading of ICD-10-CM, not a code for billing. Enter G40.301 or G40.309',
    ],
    [
      'Q87.4',
      [{ ...always, billable: false }],
      [],
      'Q87.4 is a heading of ICD-10-CM, not a code for billing. Enter a code below it',
    ],
    [
      'S30.1XXA',
      [{ ...always, until: '2025-09-30' }],
      ['S30.11XA'],
      'S30.1XXA was valid until 2025-09-30, not on 2026-11-20. Enter S30.11XA',
    ],
    [
      'C50.A1',
      [{ ...always, from: '2026-12-01' }],
      [],
      'C50.A1 is valid from 2026-12-01, not on 2026-11-20. Enter a valid code',
    ],
    [
      'G40.999',
      [],
      ['1', '2', '3', '4', '5', '6'],
      'ICD-10-CM has no code G40.999. Enter a more exact one, such as 1, 2, 3, 4, 5',
    ],
    ['G40.309', [always], [], null],
  ])('the message for %s names the reason and codes to choose from', (code, periods, codes, message) => {
    expect(codeProblem({ code, periods, offered: offered(...codes) }, '2026-11-20')).toBe(message)
  })

  it('has a message exactly if it cannot be used', () => {
    const day = fc.constantFrom('2024-10-01', '2025-09-30', '2025-10-01', '2026-10-01')
    const period = fc.record({
      from: fc.constantFrom('', '2025-10-01'),
      until: fc.constantFrom('', '2025-09-30', '2026-09-30'),
      billable: fc.boolean(),
    })
    fc.assert(
      fc.property(fc.array(period, { maxLength: 3 }), day, (periods, on) => {
        const known = { code: 'Q87.40', periods, offered: [] }
        expect(codeProblem(known, on) === null).toBe(codeRefusal(known, on) === null)
      }),
    )
  })
})

test.each(['Q87.40', 'Q02', 'C4A.9', 'O35.1XX0', 'J4B', 'QA1.790', 'QA0.0101'])(
  '%s is written like a code',
  (code) => {
    expect(ICD10.test(code)).toBe(true)
  },
)
test.each(['Q8740', 'q87.40', 'Q87.', 'Q87.40999', '8Q7', 'QAB'])('%s is not', (code) => {
  expect(ICD10.test(code)).toBe(false)
})

describe('the fetus that a code is about', () => {
  test.each<[string, number | null]>([
    ['O35.10X0', 0],
    ['O35.10X2', 2],
    ['O36.8199', 9],
    ['O09.511', null],
    ['Q87.410', null],
    ['S72.001A', null],
  ])('%s: %s', (code, fetus) => {
    expect(fetusOf(code)).toBe(fetus)
  })

  test.each<[string, number, RegExp | null]>([
    ['O35.10X0', 1, null],
    ['O35.10X1', 1, /for a single one it is O35.10X0$/],
    ['O35.10X0', 2, /does not say which fetus. If it is known, enter O35.10X1/],
    ['O35.10X2', 2, null],
    ['O35.10X3', 2, /about fetus 3; the pregnancy has 2$/],
    ['O35.10X9', 2, null],
    ['O35.10X1', 0, null],
    ['Q87.410', 2, null],
  ])('%s in a pregnancy with %i', (code, fetuses, message) => {
    const problem = fetusProblem(code, fetuses)
    if (message === null) expect(problem).toBeNull()
    else expect(problem).toMatch(message)
  })
})
