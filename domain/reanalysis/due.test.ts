import { describe, expect, it } from 'vitest'
import { type ReportedCase, reanalysisDue } from './due.ts'
import { AS_LABORATORY, policyAt, type ReanalysisPolicy } from './policy.ts'

const POLICY: ReanalysisPolicy = {
  ...{ test: '1605', afterMonths: 18, byFindings: true, results: ['negative', 'uncertain'] },
  ...{ consents: ['testing', 'recontact'], ofDeceased: false },
}
const CASE: ReportedCase = {
  ...{ reportedOn: '2025-01-31', outcome: 'negative', findingsOn: null, isDeceased: false },
  ...{ withdrawnConsents: [], isOrderedAgain: false, isClosed: false },
}
/** The day on which the case is 18 months old. */
const DAY = '2026-07-31'

describe('reanalysisDue', () => {
  it.each<[string, Partial<ReportedCase>, string, Partial<ReanalysisPolicy>, unknown]>([
    ['by age on the day', {}, DAY, {}, { reasons: ['age'], since: DAY }],
    ['by age later', {}, '2027-01-01', {}, { reasons: ['age'], since: DAY }],
    ['not the day before', {}, '2026-07-30', {}, 'too-early'],
    [
      'on a month’s last day',
      { reportedOn: '2025-08-31' },
      '2027-02-28',
      {},
      { reasons: ['age'], since: '2027-02-28' },
    ],
    ['never by age', {}, '2040-01-01', { afterMonths: null }, 'too-early'],
    [
      'by new findings',
      { findingsOn: '2025-03-01' },
      '2025-03-01',
      {},
      { reasons: ['findings'], since: '2025-03-01' },
    ],
    [
      'by both, since the first',
      { findingsOn: '2026-08-02' },
      '2026-08-02',
      {},
      { reasons: ['age', 'findings'], since: DAY },
    ],
    ['not by findings', { findingsOn: '2025-03-01' }, '2025-03-01', { byFindings: false }, 'too-early'],
    ['uncertain', { outcome: 'uncertain' }, DAY, {}, { reasons: ['age'], since: DAY }],
    ['uncertain, not offered', { outcome: 'uncertain' }, DAY, { results: ['negative'] }, 'result'],
    ['positive', { outcome: 'positive' }, DAY, {}, 'result'],
    ['a failed test', { outcome: 'failed' }, DAY, {}, 'result'],
    ['a report without data', { outcome: 'document' }, DAY, {}, 'result'],
    ['the laboratory’s own word', { outcome: 'other' }, DAY, {}, 'result'],
    ['died', { isDeceased: true }, DAY, {}, 'deceased'],
    ['died, offered', { isDeceased: true }, DAY, { ofDeceased: true }, { reasons: ['age'], since: DAY }],
    ['consent withdrawn', { withdrawnConsents: ['recontact'] }, DAY, {}, 'consent-withdrawn'],
    [
      'another consent withdrawn',
      { withdrawnConsents: ['research-use'] },
      DAY,
      {},
      { reasons: ['age'], since: DAY },
    ],
    ['ordered again', { isOrderedAgain: true }, DAY, {}, 'ordered-again'],
    ['closed', { isClosed: true, findingsOn: '2026-01-01' }, DAY, {}, 'closed'],
  ])('%s', (_, known, today, policy, expected) => {
    const due = reanalysisDue({ ...POLICY, ...policy }, { ...CASE, ...known }, today)
    expect(due).toEqual(
      typeof expected === 'string'
        ? { isDue: false, why: expected }
        : { isDue: true, ...(expected as object) },
    )
  })
})

describe('policyAt', () => {
  it.each([
    ['the laboratory’s', {}, POLICY],
    ['its own age', { afterMonths: 24 }, { ...POLICY, afterMonths: 24 }],
    ['not by findings', { byFindings: false }, { ...POLICY, byFindings: false }],
    ['also after death', { ofDeceased: true }, { ...POLICY, ofDeceased: true }],
    ['none at all', { isOffered: false, afterMonths: 1 }, null],
  ])('%s', (_, own, expected) => {
    expect(policyAt(POLICY, { ...AS_LABORATORY, ...own })).toEqual(expected)
  })
})
