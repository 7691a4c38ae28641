import { expect, test } from 'vitest'
import { blankDeceased } from '#domain/orders/deceased.ts'
import { blankGuardian } from '#domain/orders/guardian.ts'
import { completeOrder, stateRuleOf, TODAY, withChanges } from '#domain/orders/testing/complete-order.ts'
import { newRecord } from './new-record.ts'

const law = { states: [stateRuleOf('*', 'majority-age', { value: '18' })], conflicts: [] }
const begun = (changes: Record<string, unknown>) =>
  newRecord(withChanges(completeOrder(), changes), 'proband', { law, institutionState: '', today: TODAY })
const guardian = {
  ...blankGuardian(),
  ...{ signingReason: 'No capacity', firstName: 'Rosa', lastName: 'Diaz', authority: 'Legal guardian' },
  authorityEvidence: 'Court order 26-118',
}

test.each([
  ['an adult', { '/patients/0/dateOfBirth': '1990-03-14' }, { signer: 'patient', signerName: '' }],
  ['nobody for a child', {}, { signer: '', signerName: '' }],
  [
    'the named guardian',
    { '/patients/0/guardian': guardian },
    { signer: 'legal-guardian', signerName: 'Rosa Diaz', evidence: 'Court order 26-118' },
  ],
  [
    'the name of who authorizes, for a person who died',
    {
      '/patients/0/dateOfBirth': '1960-03-14',
      '/patients/0/deceased': { ...blankDeceased(), authorizedBy: 'Ana Diaz' },
    },
    { signer: '', signerName: 'Ana Diaz' },
  ],
])('[CNST-02] a record begins with %s, and never with a day', (_who, changes, expected) => {
  expect(begun(changes)).toMatchObject({ ...expected, signedOn: '', method: '' })
})
