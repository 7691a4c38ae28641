import { describe, expect, it } from 'vitest'
import { blankRecord } from '#domain/consent/record.ts'
import {
  blankPatient,
  blankSample,
  blankTest,
  newOrder,
  type OrderDocument,
} from '#domain/orders/document.ts'
import { addSample, removePerson } from '#domain/orders/family.ts'
import { blankParentage } from '#domain/orders/kinship.ts'
import { blankVariant, type KnownVariant } from '#domain/orders/known-variants.ts'
import type { Feature } from '#domain/orders/phenotype.ts'
import { blankPregnancy } from '#domain/orders/pregnancy.ts'
import { addFetus, chooseSubject, subjectKind } from '#domain/orders/subject.ts'
import { withRelative } from '../sections/people/new-relative.ts'
import { merge } from './merge.ts'
import { withValueAt } from './pointer.ts'

const base = newOrder()
const set = (document: OrderDocument, values: Record<string, unknown>) =>
  Object.entries(values).reduce((at, [path, value]) => withValueAt(at, path, value), document)
const paths = (merged: ReturnType<typeof merge>) => merged.overlaps.map((overlap) => overlap.path)

describe('merging two people’s changes of one order', () => {
  it('joins changes of different fields, of one patient too', () => {
    const local = set(base, { '/patients/0/firstName': 'Lucía', '/clinicalNotes': 'Seizures' })
    const remote = set(base, { '/patients/0/lastName': 'Moreno', '/payment/billingType': 'SelfPay' })
    expect(merge({ base, local, remote })).toEqual({
      document: set(local, { '/patients/0/lastName': 'Moreno', '/payment/billingType': 'SelfPay' }),
      overlaps: [],
    })
  })

  it('joins optional members that only one side has added or removed', () => {
    const at = { ...base, vaStation: '901' }
    const notes = (document: OrderDocument) => set(document, { '/clinicalNotes': 'Seizures' })
    expect(merge({ base, local: notes(base), remote: at })).toEqual({ document: notes(at), overlaps: [] })
    expect(merge({ base, local: at, remote: notes(base) })).toEqual({ document: notes(at), overlaps: [] })
    expect(merge({ base: at, local: notes(at), remote: base }).document).toEqual(notes(base))
    expect(merge({ base: at, local: base, remote: notes(at) }).document).toEqual(notes(base))
  })

  it('[ASK-01] joins answers to different questions, about different people, and asks if both answered one', () => {
    const answer = (linkId: string, value: string, patient?: string) => ({
      ...{ questionnaire: 'history', version: '1', linkId, values: [{ value }] },
      ...(patient === undefined ? {} : { patient }),
    })
    const [onset, worse] = [answer('onset', '2020-02-29', 'proband'), answer('course', 'worse', 'proband')]
    const mothers = answer('onset', '2001-05-01', 'm')
    const first = merge({
      base,
      local: { ...base, answers: [onset] },
      remote: { ...base, answers: [mothers, worse] },
    })
    expect(first.overlaps).toEqual([])
    expect(first.document.answers).toEqual(expect.arrayContaining([onset, worse, mothers]))
    expect(first.document.answers).toHaveLength(3)
    const at = { ...base, answers: [onset, worse] }
    const later = answer('onset', '2021-01-01', 'proband')
    const other = answer('onset', '2022-01-01', 'proband')
    const both = merge({
      base: at,
      local: { ...at, answers: [later, worse] },
      remote: { ...at, answers: [other] },
    })
    expect(both.overlaps).toHaveLength(1)
    expect(both.overlaps[0]?.path).toMatch(/^\/answers\/.*onset/)
    expect(both.document.answers).toEqual([later])
    expect(merge({ base: at, local: { ...at, clinicalNotes: 'Seizures' }, remote: base }).document).toEqual({
      ...base,
      clinicalNotes: 'Seizures',
    })
  })

  it('[CNST-02] joins the signatures of two people, and the fields of one', () => {
    const own = { ...blankRecord('proband'), signer: 'patient' as const }
    const mothers = { ...blankRecord('m'), signer: 'patient' as const }
    const joined = merge({
      base,
      local: { ...base, consentRecords: [own] },
      remote: { ...base, consentRecords: [mothers] },
    })
    expect(joined.overlaps).toEqual([])
    expect(joined.document.consentRecords).toEqual(expect.arrayContaining([own, mothers]))
    const at = { ...base, consentRecords: [own] }
    const signed = merge({
      base: at,
      local: { ...at, consentRecords: [{ ...own, method: 'paper' }] },
      remote: { ...at, consentRecords: [{ ...own, signedOn: '2026-03-02' }] },
    })
    expect(signed).toEqual({
      document: { ...at, consentRecords: [{ ...own, method: 'paper', signedOn: '2026-03-02' }] },
      overlaps: [],
    })
  })

  it('has nothing to ask when both made the same change', () => {
    const both = set(base, { '/clinicalNotes': 'Seizures' })
    expect(merge({ base, local: both, remote: both }).overlaps).toEqual([])
  })

  it('names a field that both changed, keeps mine until somebody decides, and takes theirs when decided', () => {
    const local = set(base, { '/patients/0/firstName': 'Lucía' })
    const remote = set(base, { '/patients/0/firstName': 'Lucia', '/clinicalNotes': 'theirs' })
    const merged = merge({ base, local, remote })
    expect(merged.overlaps).toEqual([
      { path: '/patients/proband/firstName', local: 'Lucía', remote: 'Lucia' },
    ])
    expect(merged.document).toEqual(set(local, { '/clinicalNotes': 'theirs' }))
    expect(merge({ base, local, remote, take: ['/patients/proband/firstName'] }).document).toEqual(remote)
  })

  it('keeps an optional part that the other wrote, and leaves out one that the other removed', () => {
    const pregnancy = blankPregnancy()
    const local = set(base, { '/clinicalNotes': 'Seizures' })
    const remote = { ...base, pregnancy }
    expect(merge({ base, local, remote })).toEqual({ document: { ...local, pregnancy }, overlaps: [] })
    const removed = merge({ base: remote, local: { ...local, pregnancy }, remote: base })
    expect(removed.document).toEqual(local)
    expect(removed.document).not.toHaveProperty('pregnancy')
  })

  it('joins changes of two fetuses, and keeps a fetus’s specimen', () => {
    const began = chooseSubject(base, 'fetus')
    const local = set(began, { '/pregnancy/fetuses/0/label': 'A1' })
    const remote = addSample(addFetus(began), 'fetus-2')
    const { document, overlaps } = merge({ base: began, local, remote })
    expect(overlaps).toEqual([])
    expect(document.pregnancy?.fetuses.map(({ label }) => label)).toEqual(['A1', 'B'])
    expect(document.samples.map(({ patient }) => patient)).toEqual(['fetus-1', 'fetus-2'])
  })

  it('never mixes two recipients: a list without names for its rows is one field', () => {
    const one = { name: 'Dr. Aldous Fenn', fax: '312 555 0100', email: '' }
    const other = { name: 'Dr. Mira Quill', fax: '312 555 0101', email: '' }
    const began = set(base, { '/recipients': [one] })
    const local = set(began, { '/recipients': [other] })
    const remote = set(began, { '/recipients/0/fax': '312 555 0199' })
    expect(paths(merge({ base: began, local, remote }))).toEqual(['/recipients'])
  })

  it('never mixes two ordering providers', () => {
    const provider = (npi: string) => ({ physicianId: 1, firstName: 'A', lastName: 'B', npi })
    const local = set(base, { '/orderingProvider': provider('1') })
    const remote = set(base, { '/orderingProvider': provider('2') })
    expect(paths(merge({ base, local, remote }))).toEqual(['/orderingProvider'])
  })

  it('[SUBJ-01] asks about a fetus whom one removed while the other gave it a specimen', () => {
    const twins = addFetus(chooseSubject(base, 'fetus'))
    const local = removePerson(twins, 'fetus-2')
    const remote = addSample(twins, 'fetus-2')
    const merged = merge({ base: twins, local, remote })
    const path = '/pregnancy/fetuses/fetus-2'
    expect(paths(merged)).toEqual([path])
    expect(merged.document).toEqual(local)
    expect(merge({ base: twins, local, remote, take: [path] }).document).toEqual(remote)
    expect(merge({ base: twins, local: remote, remote: local }).document).toEqual(remote)
    const living = chooseSubject(twins, 'living')
    const gone = merge({ base: twins, local: living, remote })
    expect([paths(gone), gone.document]).toEqual([['/pregnancy'], living])
    const back = merge({ base: twins, local: living, remote, take: ['/pregnancy'] }).document
    expect(back.pregnancy).toEqual(twins.pregnancy)
    expect(back.samples.at(-1)?.patient).toBe('fetus-2')
  })

  it('asks who is tested if one chose a fetus and the other a deceased person', () => {
    const [fetal, deceased] = [chooseSubject(base, 'fetus'), chooseSubject(base, 'deceased')]
    for (const [local, remote] of [
      [fetal, deceased],
      [deceased, fetal],
    ] as const) {
      const merged = merge({ base, local, remote })
      expect(paths(merged)).toEqual(['/pregnancy'])
      expect(merged.document.patients[0]?.deceased).toEqual(local.patients[0]?.deceased)
      expect(merged.document.pregnancy).toEqual(local.pregnancy)
      expect(merged.document.samples.map(({ patient }) => patient)).toEqual(
        local.samples.map(({ patient }) => patient),
      )
      const taken = merge({ base, local, remote, take: ['/pregnancy'] }).document
      expect([subjectKind(taken), taken.samples]).toEqual([subjectKind(remote), remote.samples])
    }
  })

  const finding = (termId: string, note = ''): Feature => ({
    ...{ patient: 'proband', termId, label: termId, release: '2026-01-08', status: 'present', note },
  })

  it('joins the findings that each added, and asks about one that both changed', () => {
    const local = { ...base, phenotype: [finding('HP:0001250')] }
    const remote = { ...base, phenotype: [finding('HP:0001251')] }
    const { document, overlaps } = merge({ base, local, remote })
    expect(overlaps).toEqual([])
    expect(document.phenotype?.map(({ termId }) => termId)).toEqual(['HP:0001250', 'HP:0001251'])
    const [night, fever] = ['at night', 'with fever'].map((note) => set(local, { '/phenotype/0/note': note }))
    expect(paths(merge({ base: local, local: night ?? base, remote: fever ?? base }))).toEqual([
      '/phenotype/proband HP:0001250/note',
    ])
  })

  const variant = (values: Partial<KnownVariant>): KnownVariant => ({ ...blankVariant('v1'), ...values })

  it('keeps the variant that each added under the same number, and mixes nothing of them', () => {
    const local = {
      ...base,
      knownVariants: [variant({ kind: 'sequence', gene: 'BRCA1', cdna: 'c.68_69del' })],
    }
    const remote = { ...base, knownVariants: [variant({ kind: 'cnv', chromosome: '17' })] }
    const { document, overlaps } = merge({ base, local, remote })
    expect(overlaps).toEqual([])
    expect(document.knownVariants).toEqual([
      { ...local.knownVariants[0], key: 'v2' },
      ...remote.knownVariants,
    ])
    // What was sent and perhaps arrived is ours: it stays one variant.
    const changed = set(local, { '/knownVariants/0/protein': 'p.Glu23fs' })
    const arrived = { ...local, clinicalNotes: 'theirs' }
    expect(merge({ base, local: changed, remote: arrived, doubtful: [local] })).toEqual({
      document: { ...changed, clinicalNotes: 'theirs' },
      overlaps: [],
    })
    // Both began to describe the variant of an old order.
    const old = [local, remote].map((one) => set(one, { '/knownVariants/0/asWritten': 'BRCA1 185delAG' }))
    expect(
      merge({ base, local: old[0] ?? base, remote: old[1] ?? base }).document.knownVariants,
    ).toHaveLength(1)
  })

  it('leaves out a list of which each removed what the other left', () => {
    const began = { ...base, knownVariants: [variant({}), variant({ key: 'v2' })] }
    const [first, second] = began.knownVariants.map((one) => ({ ...base, knownVariants: [one] }))
    expect(merge({ base: began, local: first ?? base, remote: second ?? base })).toEqual({
      document: base,
      overlaps: [],
    })
  })

  it('keeps both relatives and their specimens if each added one at the same time', () => {
    const local = {
      ...withRelative(base, 'Mother', { firstName: 'Elena' }),
      parentage: { ...blankParentage(), geneticMother: 'relative-1' },
      overrides: [{ key: 'minor:relative-1 s2', reason: 'Asked for' }],
    }
    const remote = withRelative(base, 'Father', { firstName: 'Javier' })
    const { document, overlaps } = merge({ base, local, remote })
    expect(overlaps).toEqual([])
    expect(document.patients.map(({ key, firstName }) => [key, firstName])).toEqual([
      ['proband', ''],
      ['relative-2', 'Elena'],
      ['relative-1', 'Javier'],
    ])
    expect(document.samples.map(({ key, patient }) => [key, patient])).toEqual([
      ['s1', 'proband'],
      ['s3', 'relative-2'],
      ['s2', 'relative-1'],
    ])
    expect(document.parentage?.geneticMother).toBe('relative-2')
    expect(document.overrides[0]?.key).toBe('minor:relative-2 s3')
  })

  const mother = { ...blankPatient('Mother', 'm'), firstName: 'Elena' }
  const father = blankPatient('Father', 'f')
  const withMother = set(base, { '/patients': [...base.patients, mother] })

  it('keeps the people that each added, and what the other typed of another', () => {
    const local = set(base, { '/patients': [...base.patients, father], '/patients/0/firstName': 'Ana' })
    expect(merge({ base, local, remote: withMother })).toEqual({
      document: set(local, { '/patients': [...local.patients, mother] }),
      overlaps: [],
    })
  })

  it('merges the rows of a list wherever they stand now', () => {
    const began = set(base, { '/patients': [...base.patients, mother, father] })
    const local = set(began, { '/patients': [base.patients[0], father] })
    const remote = set(began, { '/patients/2/firstName': 'Javier' })
    expect(merge({ base: began, local, remote })).toEqual({
      document: set(local, { '/patients/1/firstName': 'Javier' }),
      overlaps: [],
    })
  })

  it('asks about a row that one removed and the other changed, from either side', () => {
    const changed = set(withMother, { '/patients/1/firstName': 'Elena María' })
    const removed = base
    const local = merge({ base: withMother, local: removed, remote: changed })
    expect(local.overlaps).toEqual([{ path: '/patients/m', local: undefined, remote: changed.patients[1] }])
    expect(local.document).toEqual(removed)
    const take = ['/patients/m']
    expect(merge({ base: withMother, local: removed, remote: changed, take }).document).toEqual(changed)
    expect(merge({ base: withMother, local: changed, remote: removed }).document).toEqual(changed)
    expect(merge({ base: withMother, local: changed, remote: removed, take }).document).toEqual(removed)
  })

  it('asks about a person whom one removed while the other gave them a specimen', () => {
    const sampled = set(withMother, { '/samples': [...base.samples, blankSample('m', 's2')] })
    const merged = merge({ base: withMother, local: base, remote: sampled })
    expect(paths(merged)).toEqual(['/patients/m'])
    expect(merged.document).toEqual(base)
    expect(merge({ base: withMother, local: base, remote: sampled, take: ['/patients/m'] }).document).toEqual(
      sampled,
    )
  })

  it('joins the tests that each chose, with a blank one left to nobody', () => {
    const local = set(base, { '/tests': [blankTest('1600', 'Exome')] })
    const remote = set(base, { '/tests': [blankTest('1700', 'Microarray')] })
    expect(merge({ base, local, remote }).document.tests.map((test) => test.testCode)).toEqual([
      '1600',
      '1700',
    ])
  })

  it('merges consents answer by answer, for each person', () => {
    const began = set(base, {
      '/consents': [
        { patient: 'proband', consentId: 'testing', answer: true },
        { patient: 'm', consentId: 'testing', answer: true },
      ],
    })
    const local = set(began, { '/consents/0/answer': false })
    const remote = set(began, { '/consents/1/answer': false })
    expect(merge({ base: began, local, remote })).toEqual({
      document: set(local, { '/consents/1/answer': false }),
      overlaps: [],
    })
  })

  describe('after sending what was not answered, while others saved, too', () => {
    const sent = set(base, { '/patients/0/firstName': 'Lu' })

    it('does not take our own change for somebody else’s', () => {
      const local = set(base, { '/patients/0/firstName': 'Lucía' })
      const remote = set(sent, { '/clinicalNotes': 'theirs' })
      expect(merge({ base, local, remote, doubtful: [sent] })).toEqual({
        document: set(local, { '/clinicalNotes': 'theirs' }),
        overlaps: [],
      })
      expect(paths(merge({ base, local, remote }))).toEqual(['/patients/proband/firstName'])
    })

    it('asks where it cannot be told whether ours never arrived or was taken back', () =>
      expect(paths(merge({ base, local: sent, remote: base, doubtful: [sent] }))).toEqual([
        '/patients/proband/firstName',
      ]))
  })
})
