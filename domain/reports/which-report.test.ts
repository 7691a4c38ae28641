import { describe, expect, test } from 'vitest'
import { reportHistory } from './history.ts'
import type { FiledReport } from './report-update.ts'

const TESTS = ['WES', 'CMA']
let messages = 0

/** A message about a report of a test, sent after all earlier ones. */
function message(
  status: FiledReport['status'],
  testCode: string,
  { filler = 'L-1', group = '1', content = `${messages}`, of }: Partial<MessageOptions> = {},
): FiledReport {
  messages += 1
  const at = new Date(Date.UTC(2026, 2, 2, 8, messages))
  const file = { label: '', filename: 'report.pdf', mediaType: 'application/pdf', bytes: 9 }
  const isEmpty = status === 'withdrawn' || status === 'cancelled'
  return {
    ...{ key: `w${messages}`, person: 'proband', status, words: '', change: null, madeAt: at, sentAt: at },
    identity: { filler, accession: '', testCode, group },
    parts: isEmpty ? [] : [{ kind: 'document', fileKey: content, ...file }],
    ...(of === undefined ? {} : { decided: { outcome: 'taken', as: null, of } }),
  }
}
interface MessageOptions {
  filler: string
  group: string
  content: string
  /** The test chosen at the result desk. */
  of: string
}

const ended = (...filed: FiledReport[]) => {
  const { versions, waiting } = reportHistory(filed, TESTS)
  return [versions.map(({ testCode, state }) => `${testCode} ${state}`), waiting.map(({ why }) => why)]
}

describe('[MSG-02] a withdrawal whose test has no report', () => {
  const both = () => [message('final', 'WES'), message('final', 'CMA')]
  const currentReports = ['WES current', 'CMA current']

  test.each(['withdrawn', 'cancelled'] as const)(
    '%s: waits, and nothing of what is here changes',
    (status) => {
      expect(ended(...both(), message(status, ''))).toEqual([currentReports, ['withdraws-which']])
      expect(ended(...both(), message(status, 'WES-V2'))).toEqual([currentReports, ['withdraws-which']])
      // Also for a single report: the cancellation of an additional test would withdraw it.
      expect(ended(message('final', 'WES'), message(status, 'REFLEX'))).toEqual([
        ['WES current'],
        ['withdraws-which'],
      ])
    },
  )

  test('belongs to the report chosen at the result desk', () => {
    expect(ended(...both(), message('cancelled', '', { of: 'CMA' }))).toEqual([
      ['WES current', 'CMA withdrawn'],
      [],
    ])
  })

  test('belongs to the report of the same id, to the only one, or to the one with its filler number', () => {
    const [wes, cma] = [
      message('final', 'WES', { filler: 'L-1', group: 'rep-1' }),
      message('final', 'CMA', { filler: 'L-2', group: 'rep-2' }),
    ]
    const gone = [['WES current', 'CMA withdrawn'], []]
    expect(ended(wes, cma, message('withdrawn', 'OTHER', { group: 'rep-2' }))).toEqual(gone)
    expect(ended(wes, cma, message('withdrawn', '', { filler: 'L-2' }))).toEqual(gone)
    expect(ended(wes, message('withdrawn', ''))).toEqual([['WES withdrawn'], []])
  })

  test('belongs to an ordered test that is not done, if it names one', () => {
    expect(ended(message('final', 'WES'), message('cancelled', 'CMA'))).toEqual([['WES current'], []])
    expect(ended(message('final', 'WES'), message('withdrawn', 'CMA'))).toEqual([
      ['WES current'],
      ['withdraws-unknown'],
    ])
  })
})

describe('[MSG-02] a correction whose test has no report', () => {
  test.each(['corrected', 'amended'] as const)(
    '%s: replaces the one report of its filler number',
    (status) => {
      expect(ended(message('final', 'WES'), message(status, 'WES-V2'))).toEqual([
        ['WES superseded', 'WES current'],
        [],
      ])
    },
  )

  test('waits if two reports or none have its number; and is not filed next to what it corrects', () => {
    const both = [message('final', 'WES'), message('final', 'CMA')]
    const waits = [['WES current', 'CMA current'], ['corrects-which']]
    expect(ended(...both, message('corrected', 'WES-V2'))).toEqual(waits)
    expect(ended(...both, message('addended', 'WES-V2', { filler: 'L-9' }))).toEqual(waits)
    expect(ended(message('final', 'WES'), message('corrected', 'CMA'))).toEqual([
      ['WES current'],
      ['corrects-which'],
    ])
  })

  test('belongs to the report chosen at the result desk, or is a report of its own', () => {
    const both = [message('final', 'WES'), message('final', 'CMA')]
    expect(ended(...both, message('corrected', 'WES-V2', { of: 'WES' }))).toEqual([
      ['WES superseded', 'CMA current', 'WES current'],
      [],
    ])
    expect(ended(...both, message('corrected', 'WES-V2', { of: 'WES-V2' }))).toEqual([
      ['WES current', 'CMA current', 'WES-V2 current'],
      [],
    ])
  })

  test('is the first report of its test if it is called a correction and no other has its number', () => {
    expect(ended(message('final', 'WES'), message('corrected', 'CMA', { filler: 'L-2' }))).toEqual([
      ['WES current', 'CMA current'],
      [],
    ])
    expect(ended(message('corrected', 'WES-V2'))).toEqual([['WES-V2 current'], []])
  })
})

describe('a message that declares a report final without sending it', () => {
  const announced = (testCode: string, more: Partial<FiledReport> = {}): FiledReport => ({
    ...message('final', testCode),
    ...{ parts: [], ...more },
  })
  const waiting = (...filed: FiledReport[]) => ended(...filed)[1]

  test("waits once per test, until that test's final report arrives", () => {
    const [wes, cma] = [announced('WES'), announced('CMA')]
    expect(waiting(wes, announced('WES'), cma)).toEqual(['final-without-report', 'final-without-report'])
    expect(waiting(wes, cma, message('preliminary', 'WES'))).toHaveLength(2)
    expect(waiting(wes, cma, message('final', 'WES'))).toEqual(['final-without-report'])
    expect(waiting(wes, cma, message('final', 'WES'), message('withdrawn', 'WES'))).toHaveLength(1)
    expect(waiting(wes, { ...message('final', 'WES'), person: 'mother' })).toHaveLength(1)
  })

  test('is settled by the parts of a panel, whichever of the two has the code that was not ordered', () => {
    expect(waiting(announced('WES'), message('final', 'WES-PART'))).toEqual([])
    expect(waiting(announced('WES-PART'), message('final', 'WES'))).toEqual([])
  })

  test('does not wait if a recommendation came with it, or after it was closed at the result desk', () => {
    expect(waiting(announced('WES', { withRecommendation: true }))).toEqual([])
    for (const outcome of ['taken', 'refused'] as const)
      expect(waiting(announced('WES', { decided: { outcome, as: null } }), announced('WES'))).toEqual([])
  })
})

test('the cancellation of a test that was not ordered waits if there is no report; that of an ordered one does not', () => {
  expect(ended(message('cancelled', 'REFLEX'))).toEqual([[], ['cancels-unknown']])
  expect(ended(message('cancelled', 'WES'))).toEqual([[], []])
  expect(ended(message('cancelled', ''))).toEqual([[], []])
})

describe.each(['', '51969-4'])('a report that was filed under “%s”, before its test was named', (unnamed) => {
  const endedOf = (tests: string[], ...filed: FiledReport[]) => {
    const { versions, waiting } = reportHistory(filed, tests)
    return [versions.map(({ testCode, state }) => `${testCode} ${state}`), waiting.map(({ why }) => why)]
  }

  test('is the one of the order’s only test: withdrawn and replaced under its name', () => {
    const filed = () => message('final', unnamed)
    expect(endedOf(['WES'], filed(), message('withdrawn', 'WES'))).toEqual([[`${unnamed} withdrawn`], []])
    expect(endedOf(['WES'], filed(), message('cancelled', 'WES'))).toEqual([[`${unnamed} withdrawn`], []])
    expect(endedOf(['WES'], message('preliminary', unnamed), message('final', 'WES'))).toEqual([
      [`${unnamed} superseded`, `${unnamed} current`],
      [],
    ])
  })

  test('may be that of either of two: a person says which is withdrawn', () => {
    expect(endedOf(TESTS, message('final', unnamed), message('withdrawn', 'WES'))).toEqual([
      [`${unnamed} current`],
      ['withdraws-which'],
    ])
    expect(endedOf(TESTS, message('final', unnamed), message('final', 'CMA'))).toEqual([
      [`${unnamed} current`, 'CMA current'],
      [],
    ])
  })
})
