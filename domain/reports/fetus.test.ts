import { describe, expect, test } from 'vitest'
import { matchPerson, type OrderIdentity, type PersonInMessage, type PersonOfOrder } from './person.ts'

const MOTHER: PersonOfOrder = {
  ...{ key: 'proband', relationship: 'Proband', firstName: 'Dora', lastName: 'Lind' },
  ...{ dateOfBirth: '1990-04-12', sex: 'Female', recordNumber: '44821' },
}
const FATHER: PersonOfOrder = {
  ...{ key: 'relative-1', relationship: 'Father', firstName: 'Ola', lastName: 'Lind' },
  ...{ dateOfBirth: '1988-02-29', sex: 'Male', recordNumber: '' },
}
const ORDER: OrderIdentity = {
  ...{ orderId: 771, people: [MOTHER, FATHER], assigners: ['HOSP'] },
  fetuses: [
    { key: 'fetus-1', label: 'A' },
    { key: 'fetus-2', label: 'B' },
  ],
}
const named = (person: PersonOfOrder, fetus = ''): PersonInMessage => ({
  identifiers: person.recordNumber ? [{ value: person.recordNumber, assigner: 'HOSP', type: 'MR' }] : [],
  names: [{ last: person.lastName, first: person.firstName, middle: '', isFormer: false }],
  ...{ dateOfBirth: person.dateOfBirth, sex: person.sex, fetus },
})
/** A FHIR Patient of its own, known by the number that was sent. */
const ownPatient = (value: string, fetus = ''): PersonInMessage => ({
  identifiers: [{ value, assigner: 'urn:karyo:person', type: 'PI' }],
  ...{ names: [], dateOfBirth: '', sex: '', fetus },
})

function outcome(message: PersonInMessage, specimensOf: string[] = [], order = ORDER): string {
  const match = matchPerson(message, { ...order, specimensOf })
  if (match.outcome === 'accepted') return match.person
  return match.outcome === 'waiting' ? `waiting: ${match.why}` : match.outcome
}

describe('[SUBJ-03] a result under the mother’s identity', () => {
  test.each<[string, string, string[], string]>([
    ['names no fetus and no specimen', '', [], 'waiting: which-fetus'],
    ['has the label', 'Fetus B', [], 'fetus-2'],
    ['has the label in other words', 'TWIN b', [], 'fetus-2'],
    ['has the label alone', 'A', [], 'fetus-1'],
    ['has the number that was sent for the fetus', '771-fetus-2', [], 'fetus-2'],
    ['has the label with a hyphen or a colon', 'FETUS-B', [], 'fetus-2'],
    ['has the label twice, in other words', 'Foetus: B, Twin B', [], 'fetus-2'],
    ['calls the fetus a baby', 'Baby B', [], 'fetus-2'],
    ['has a label that is not in the order', 'Fetus C', [], 'waiting: which-fetus'],
    ['has two labels', 'Fetus A, Fetus B', [], 'waiting: which-fetus'],
    ['names the specimen of a fetus', '', ['fetus-2'], 'fetus-2'],
    ['names the specimen of a fetus, and hers that was compared', '', ['fetus-2', 'proband'], 'fetus-2'],
    ['names the specimens of both', '', ['fetus-1', 'fetus-2'], 'waiting: which-fetus'],
    ['names her own specimen', '', ['proband'], 'proband'],
    ['has a label and the other fetus’s specimen', 'Fetus A', ['fetus-2'], 'waiting: specimen-of-another'],
    ['has a label and its specimen', 'Fetus A', ['fetus-1'], 'fetus-1'],
  ])('%s', (_, fetus, specimensOf, expected) => {
    expect(outcome(named(MOTHER, fetus), specimensOf)).toBe(expected)
  })

  test('a single fetus is not guessed either', () => {
    const single = { ...ORDER, fetuses: [{ key: 'fetus-1', label: 'A' }] }
    expect(outcome(named(MOTHER), [], single)).toBe('waiting: which-fetus')
    expect(outcome(named(MOTHER), ['fetus-1'], single)).toBe('fetus-1')
  })
})

test('[SUBJ-03] a label does not help a stranger, and the father’s result stays his', () => {
  const stranger = {
    ...MOTHER,
    firstName: 'Mia',
    lastName: 'Holm',
    dateOfBirth: '1991-01-01',
    recordNumber: '9',
  }
  expect(outcome(named(stranger, 'Fetus A'), ['fetus-1'])).toBe('refused')
  expect(outcome(named(FATHER))).toBe('relative-1')
  expect(outcome(named(FATHER, 'Fetus A'))).toBe('waiting: which-fetus')
})

test('[SUBJ-03] the mother’s name may have the label, which must be that of the specimen', () => {
  const labelled = (first: string) => ({
    ...named(MOTHER),
    names: [{ last: 'Lind', first, middle: '', isFormer: false }],
  })
  expect(outcome(labelled('Dora Fetus B'))).toBe('fetus-2')
  expect(outcome(labelled('Baby B'), ['fetus-1'])).toBe('waiting: specimen-of-another')
  expect(outcome({ ...labelled('Fetus B'), fetus: 'Fetus A' })).toBe('waiting: which-fetus')
})

test('a living newborn who is recorded as Baby B is no fetus', () => {
  const newborn = { ...MOTHER, firstName: 'Baby B', dateOfBirth: '2026-11-20' }
  const { fetuses: _, ...order } = { ...ORDER, people: [newborn] }
  expect(outcome(named(newborn, 'Baby B'), [], order)).toBe('proband')
  expect(outcome(named(newborn, 'Twin B'), [], order)).toBe('waiting: which-fetus')
})

test('[SUBJ-03] a fetus as a patient of its own needs its label or specimen besides the number', () => {
  expect(outcome(ownPatient('771-fetus-2'))).toBe('waiting: one-identifier')
  expect(outcome(ownPatient('771-fetus-2', '771-fetus-2'))).toBe('waiting: one-identifier')
  expect(outcome(ownPatient('771-fetus-2'), ['fetus-2'])).toBe('fetus-2')
  expect(outcome(ownPatient('771-fetus-2', 'Fetus B'))).toBe('fetus-2')
  expect(outcome(ownPatient('771-fetus-2', 'Fetus A'))).toBe('waiting: which-fetus')
  expect(outcome(ownPatient('771-fetus-2'), ['fetus-1'])).toBe('waiting: specimen-of-another')
  expect(outcome(ownPatient('772-fetus-2'), ['fetus-2'])).toBe('refused')
  const called = (last: string, first: string, dateOfBirth = '') => ({
    ...{ ...ownPatient('771-fetus-2'), dateOfBirth },
    names: [{ last, first, middle: '', isFormer: false }],
  })
  expect(outcome(called('Lind', 'Dora', '1990-04-12'), ['fetus-2'])).toBe('fetus-2')
  expect(outcome(called('Lind', ''), ['fetus-2'])).toBe('fetus-2')
  expect(outcome(called('Lind', 'Twin B'))).toBe('fetus-2')
  expect(outcome(called('Lind', 'Fetus A'), ['fetus-2'])).toBe('waiting: which-fetus')
  for (const stranger of [called('Falk', 'Otto'), called('Lind', 'Mia'), called('Lind', '', '1991-01-01')])
    expect(outcome(stranger, ['fetus-2'])).toBe('waiting: one-identifier')
})
