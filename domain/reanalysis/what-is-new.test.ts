import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { blankPatient, newOrder, PROBAND } from '../orders/document.ts'
import { type Feature, featureKey } from '../orders/phenotype.ts'
import {
  addedFindings,
  changedFindings,
  type FindingSince,
  findingErrors,
  newestFindings,
  phenotypeSince,
} from './findings.ts'
import { type EarlierAnalysis, whatIsNew, withWhatIsNew } from './what-is-new.ts'

const SEIZURE = { termId: 'HP:0001250', label: 'Seizure', release: '2026-01-08' }
const ATAXIA = { termId: 'HP:0001251', label: 'Ataxia', release: '2026-01-08' }
const feature = (given: Partial<Feature> = {}): Feature => ({
  ...{ patient: PROBAND, ...SEIZURE, status: 'absent' },
  ...given,
})
const record = (given: Partial<FindingSince> = {}): FindingSince => ({
  ...{ patient: PROBAND, ...SEIZURE, status: 'present', observedOn: '2026-06-03', note: '' },
  ...{ by: 'Ada Okafor', at: '2026-06-04T10:00:00.000Z' },
  ...given,
})
const order = newOrder()
const child = {
  ...blankPatient('Proband', PROBAND),
  firstName: 'Mia',
  lastName: 'Berg',
  dateOfBirth: '2020-05-01',
}
const mother = { ...blankPatient('Mother', 'p2'), firstName: 'Eva', lastName: 'Berg' }
const document = { ...order, patients: [child, mother], clinicalNotes: 'Hypotonia since birth.' }
const earlier: EarlierAnalysis = {
  ...{
    orderId: 412,
    labNumber: '26-104417',
    testName: 'Exome',
    reportedOn: '2025-01-31',
    result: 'Negative',
  },
  ...{ document, findings: [], relatives: [] },
}

describe('the findings since the report', () => {
  it.each<[string, Feature[], FindingSince[], string[]]>([
    ['a new term', [], [record()], ['HP:0001250 present']],
    ['a term that was absent', [feature()], [record()], ['HP:0001250 present']],
    ['what the order has already', [feature({ status: 'present' })], [record()], []],
    [
      'the newest of two',
      [],
      [record({ status: 'absent', at: '2026-07-01T00:00:00.000Z' }), record()],
      ['HP:0001250 absent'],
    ],
    [
      'a record that was taken back',
      [feature()],
      [record(), record({ status: 'absent', at: '2026-07-01T00:00:00.000Z' })],
      [],
    ],
    ['two people', [], [record(), record({ patient: 'p2' })], ['HP:0001250 present', 'HP:0001250 present']],
  ])('%s', (_, phenotype, records, expected) => {
    expect(changedFindings(phenotype, records).map(({ termId, status }) => `${termId} ${status}`)).toEqual(
      expected,
    )
  })

  it.each([
    ['a first record of a term', [], [], record(), true],
    ['another person’s', [], [record()], record({ patient: 'p2' }), true],
    ['another status than the order has', [feature()], [], record(), true],
    ['another status than was recorded', [], [record({ status: 'absent' })], record(), true],
    ['the status that the order has', [feature({ status: 'present' })], [], record(), false],
    ['another note', [], [record()], record({ note: 'EEG of March' }), false],
    ['another day', [feature()], [record()], record({ observedOn: '2026-05-01' }), false],
  ])('are added to by %s: %#', (_, phenotype, before, recorded, is) => {
    expect(addedFindings(phenotype, before, [recorded])).toEqual(is ? [recorded] : [])
  })

  it('keeps onset and severity while a finding is present, and drops them when it is absent', () => {
    const severe = feature({ status: 'uncertain', severity: 'HP:0012828' })
    expect(phenotypeSince([severe], [record()])).toEqual([
      { ...severe, status: 'present', note: 'seen 3 Jun 2026' },
    ])
    expect(phenotypeSince([severe], [record({ status: 'absent', note: 'EEG normal' })])).toEqual([
      { patient: PROBAND, ...SEIZURE, status: 'absent', note: 'absent on 3 Jun 2026: EEG normal' },
    ])
  })

  it('have each term of a person once, whatever was recorded', () => {
    const any = fc.array(
      fc.record({
        patient: fc.constantFrom(PROBAND, 'p2'),
        term: fc.constantFrom(SEIZURE, ATAXIA),
        status: fc.constantFrom('present' as const, 'absent' as const, 'uncertain' as const),
        minute: fc.nat(59),
      }),
    )
    fc.assert(
      fc.property(any, any, (before, since) => {
        const phenotype = [
          ...new Map(
            before.map(({ patient, term, status }) => [
              `${patient} ${term.termId}`,
              { patient, ...term, status },
            ]),
          ).values(),
        ]
        const records = since.map(({ patient, term, status, minute }) =>
          record({
            patient,
            ...term,
            status,
            at: `2026-06-04T10:${String(minute).padStart(2, '0')}:00.000Z`,
          }),
        )
        const after = phenotypeSince(phenotype, records)
        expect(new Set(after.map(featureKey)).size).toBe(after.length)
        for (const newest of newestFindings(records))
          expect(after.find((one) => featureKey(one) === featureKey(newest))?.status).toBe(newest.status)
        for (const one of phenotype) expect(after.map(featureKey)).toContain(featureKey(one))
      }),
    )
  })
})

describe('findingErrors', () => {
  const known = {
    release: '2026-01-08',
    terms: [
      { id: 'HP:0001250', label: 'Seizure', state: 'current' as const, replacement: null, above: [] },
      {
        id: 'HP:0000007',
        label: 'Autosomal recessive inheritance',
        state: 'no-finding' as const,
        replacement: null,
        above: [],
      },
      {
        id: 'HP:0000057',
        label: '',
        state: 'retired' as const,
        replacement: { id: 'HP:0008665', label: 'Clitoral hypertrophy' },
        above: [],
      },
    ],
  }
  const one = { patient: PROBAND, termId: 'HP:0001250', status: 'present' as const }
  it.each<[string, object[], string, string[]]>([
    ['nothing wrong', [one], '2026-06-03', []],
    ['a relative', [{ ...one, patient: 'p2' }], '2026-06-03', []],
    ['a stranger', [{ ...one, patient: 'p9' }], '2026-06-03', ['/findings/0/patient unknown']],
    ['twice', [one, one], '2026-06-03', ['/findings/1/termId repeated']],
    ['unknown term', [{ ...one, termId: 'HP:9999999' }], '2026-06-03', ['/findings/0/termId hpo-term']],
    ['no identifier', [{ ...one, termId: 'Seizure' }], '2026-06-03', ['/findings/0/termId hpo-term']],
    ['no finding', [{ ...one, termId: 'HP:0000007' }], '2026-06-03', ['/findings/0/termId hpo-term']],
    ['retired', [{ ...one, termId: 'HP:0000057' }], '2026-06-03', ['/findings/0/termId hpo-term']],
    ['tomorrow', [one], '2026-11-24', ['/observedOn date']],
    ['before birth', [one], '2020-04-30', ['/observedOn date']],
    ['no day', [one], '3 June', ['/observedOn date']],
    [
      'all at once',
      [
        { ...one, patient: 'p9' },
        { ...one, termId: 'x' },
      ],
      '',
      ['/observedOn date', '/findings/0/patient unknown', '/findings/1/termId hpo-term'],
    ],
  ])('%s', (_, findings, observedOn, expected) => {
    const errors = findingErrors(
      { findings: findings as (typeof one)[], observedOn, note: '' },
      document,
      known,
      '2026-11-23',
    )
    expect(errors.map(({ path, rule }) => `${path} ${rule}`)).toEqual(expected)
  })
})

describe('whatIsNew', () => {
  it('names the earlier analysis, the time since, findings and relatives', () => {
    const findings = [record(), record({ ...ATAXIA, patient: 'p2', status: 'absent' })]
    const relatives = [{ orderId: 500, testName: 'Exome', submittedOn: '2026-02-01', isReported: true }]
    expect(whatIsNew({ ...earlier, findings, relatives }, '2026-08-01')).toEqual([
      'Earlier analysis: Exome (order 412, laboratory number 26-104417), reported 31 Jan 2025 with the result negative.',
      'Time since the report: 18 months.',
      'New findings, present: Seizure HP:0001250 (3 Jun 2026).',
      'New findings, absent: Ataxia HP:0001251 (3 Jun 2026, Eva Berg).',
      'Relatives tested since: Exome, order 500 of 1 Feb 2026, reported.',
    ])
  })

  it('says no more than is known', () => {
    expect(whatIsNew({ ...earlier, labNumber: '', result: '' }, '2025-02-01')).toEqual([
      'Earlier analysis: Exome (order 412), reported 31 Jan 2025.',
      'Time since the report: less than a month.',
    ])
  })
})

describe('withWhatIsNew', () => {
  it('puts the summary before the earlier notes, and the findings into the phenotype', () => {
    const draft = withWhatIsNew(
      { ...order, patients: [child] },
      { ...earlier, findings: [record(), record({ patient: 'p2' })] },
      '2026-08-01',
    )
    expect(draft.clinicalNotes).toMatch(
      /^Earlier analysis: [\s\S]*\n\nNotes of order 412:\nHypotonia since birth\.$/,
    )
    expect(draft.phenotype).toEqual([feature({ status: 'present', note: 'seen 3 Jun 2026' })])
  })

  it('refers to earlier notes that do not fit', () => {
    const long = { ...document, clinicalNotes: 'x'.repeat(4000) }
    const { clinicalNotes } = withWhatIsNew(order, { ...earlier, document: long }, '2026-08-01')
    expect(clinicalNotes).toMatch(/Notes of order 412: see that order\.$/)
  })
})
