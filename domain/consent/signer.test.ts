import { describe, expect, test } from 'vitest'
import { blankDeceased } from '../orders/deceased.ts'
import { blankGuardian, type Guardian } from '../orders/guardian.ts'
import { completeOrder, stateRuleOf, TODAY, withChanges } from '../orders/testing/complete-order.ts'
import { blankRecord, type ConsentRecord } from './record.ts'
import { newGuardian, newRecord, signersDiffer } from './signer.ts'

const law = { states: [stateRuleOf('*', 'majority-age', { value: '18' })], conflicts: [] }
const begun = (changes: Record<string, unknown>) =>
  newRecord(withChanges(completeOrder(), changes), 'proband', { law, institutionState: '', today: TODAY })
const guardian: Guardian = {
  ...blankGuardian(),
  ...{ signingReason: 'No capacity', firstName: 'Rosa', lastName: 'Diaz', authority: 'Legal guardian' },
  authorityEvidence: 'Court order 26-118',
}
const mayAlone: Guardian = { ...blankGuardian(), signingReason: 'May sign', authorityEvidence: 'Emancipated' }
const executor = { ...blankDeceased(), authorizedBy: 'Ana Diaz', authorizedAs: 'Executor' } as const

test.each<[string, Record<string, unknown>, object]>([
  ['an adult', { '/patients/0/dateOfBirth': '1990-03-14' }, { signer: 'patient', signerName: '' }],
  ['nobody for a child', {}, { signer: '', signerName: '' }],
  [
    'the named guardian',
    { '/patients/0/guardian': guardian },
    { signer: 'legal-guardian', signerName: 'Rosa Diaz', evidence: 'Court order 26-118' },
  ],
  [
    'a minor who may sign',
    { '/patients/0/guardian': mayAlone },
    { signer: 'patient', signsAlone: true, evidence: 'Emancipated' },
  ],
  [
    'the name of who authorizes, for a person who died',
    {
      '/patients/0/dateOfBirth': '1960-03-14',
      '/patients/0/deceased': { ...blankDeceased(), authorizedBy: 'Ana Diaz' },
    },
    { signer: '', signerName: 'Ana Diaz' },
  ],
  [
    'the executor of a person who died',
    { '/patients/0/deceased': { ...executor, authorityDocument: 'Letters testamentary' } },
    { signer: 'executor', signerName: 'Ana Diaz', evidence: 'Letters testamentary' },
  ],
])('[CNST-02] a record begins with %s, and never with a day', (_who, changes, expected) => {
  expect(begun(changes)).toMatchObject({ ...expected, signedOn: '', method: '' })
})

describe('[SUBJ-06] who signs is entered once', () => {
  test('a guardian begins with whoever signed the consent', () => {
    const record: ConsentRecord = {
      ...blankRecord('proband'),
      ...{ signer: 'parent', signerName: 'Mai Anh Nguyễn' },
    }
    expect(newGuardian(record, true)).toEqual({
      ...blankGuardian(),
      ...{ signingReason: 'Minor', firstName: 'Mai Anh', lastName: 'Nguyễn', authority: 'Parent' },
    })
    for (const none of [null, blankRecord('proband'), { ...record, signer: 'patient' as const }])
      expect(newGuardian(none, null)).toEqual(blankGuardian())
  })

  const record = (signer: string, signerName = '') =>
    ({ ...blankRecord('proband'), signer, signerName }) as never
  test.each<[string, object, never, boolean]>([
    ['the same guardian', { guardian }, record('legal-guardian', 'rosa  diaz'), false],
    ['the name not entered yet', { guardian }, record('legal-guardian'), false],
    ['nothing entered yet', { guardian }, record(''), false],
    ['no guardian', {}, record('parent', 'Mai Nguyễn'), false],
    ['another name', { guardian }, record('legal-guardian', 'Luis Diaz'), true],
    ['another authority', { guardian }, record('parent', 'Rosa Diaz'), true],
    ['the patient', { guardian }, record('patient'), true],
    [
      'an authority that has no name of its own',
      { guardian: { ...guardian, authority: 'Other' } },
      record('next-of-kin', 'Rosa Diaz'),
      false,
    ],
    [
      'the patient, for such an authority',
      { guardian: { ...guardian, authority: 'Other' } },
      record('patient'),
      true,
    ],
    ['a minor who signs', { guardian: mayAlone }, record('patient'), false],
    ['a parent of a minor who may sign', { guardian: mayAlone }, record('parent', 'Mai Nguyễn'), true],
    ['the executor', { deceased: executor }, record('executor', 'Ana Diaz'), false],
    ['somebody else than the executor', { deceased: executor }, record('next-of-kin', 'Mai Nguyễn'), true],
    ['a person who died, refused by a rule of its own', { deceased: executor }, record('patient'), false],
  ])('a consent signed by %s', (_who, patient, signed, expected) => {
    expect(signersDiffer(patient, signed)).toBe(expected)
  })
})
