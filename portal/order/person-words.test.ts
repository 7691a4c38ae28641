import { describe, expect, test } from 'vitest'
import { blankPatient, blankSample, newOrder, PROBAND } from '#domain/orders/document.ts'
import { withChanges } from '#domain/orders/testing/complete-order.ts'
import { twins } from '#domain/orders/testing/prenatal-order.ts'
import { moreOfSpecimen } from './people-lines.ts'
import { bornInWords, fullName, namedAndBorn, personAndBirthOf, personOf, sampleAndBirth } from './words.ts'

describe('[UX-12] a patient is named with the date of birth', () => {
  test.each([
    [{ firstName: 'Lucía', lastName: 'Moreno', dateOfBirth: '2019-03-14' }, 'Moreno, Lucía, DOB 14 Mar 2019'],
    [{ firstName: '', lastName: 'Moreno', dateOfBirth: '' }, 'Moreno'],
    [{ firstName: ' ', lastName: '', dateOfBirth: '2019-03-14' }, 'DOB 14 Mar 2019'],
    [{ firstName: '', lastName: '', dateOfBirth: '' }, ''],
    [{ firstName: 'Lucía', lastName: 'Moreno', dateOfBirth: '03/14' }, 'Moreno, Lucía, DOB 03/14'],
  ])('%o: %j', (patient, words) => expect(namedAndBorn(patient)).toBe(words))

  test('and so is the person of an order', () => {
    const person = { firstName: 'Lucía', lastName: 'Moreno', dateOfBirth: '2019-03-14' }
    const document = { ...newOrder(), patients: [{ ...blankPatient('Proband', PROBAND), ...person }] }
    expect(personAndBirthOf({ document })).toBe('Lucía Moreno, DOB 14 Mar 2019')
    expect(bornInWords({ dateOfBirth: ' ' })).toBe('')
  })

  test('and so is the mother of a fetus, who is not the one that is tested', () => {
    const document = twins()
    const { firstName, lastName } = document.patients[0] ?? {}
    expect(personOf({ document })).toBe(`${firstName} ${lastName}, fetuses A and B`)
    expect(personAndBirthOf({ document })).toBe('Dora Lind, fetuses A and B, mother’s DOB 12 Apr 1990')
    const villi = { key: 's1', specimenType: 'CVS', patientName: 'Dora Lind, fetus A' }
    expect(sampleAndBirth(villi, { document })).toBe('CVS, Dora Lind, fetus A, mother’s DOB 12 Apr 1990')
    const blood = { key: 's3', specimenType: 'Blood', patientName: 'Dora Lind' }
    expect(sampleAndBirth(blood, { document })).toBe('Blood, Dora Lind, DOB 12 Apr 1990')
    const [one] = document.pregnancy?.fetuses ?? []
    const loss = withChanges(document, { '/pregnancy/outcome': 'Ended', '/pregnancy/fetuses': [one] })
    expect(personOf({ document: loss })).toBe(`${firstName} ${lastName}, pregnancy loss`)
  })

  test('and so is the relative of whom a sample is, also where it was taken again', () => {
    const mother = { ...blankPatient('Mother', 'm'), dateOfBirth: '1988-02-29' }
    const document = { ...newOrder(), patients: [mother], samples: [blankSample('m', 's2')] }
    const sample = { key: 's2-r1', specimenType: 'Blood', patientName: 'Ana Moreno' }
    expect(sampleAndBirth(sample, { document })).toBe('Blood, Ana Moreno, DOB 29 Feb 1988')
    // Of a further test: the order has no specimens of its own.
    expect(sampleAndBirth({ ...sample, key: 's9' }, { document })).toBe('Blood, Ana Moreno')
  })
})

describe('a specimen of a pregnancy', () => {
  test('[SUBJ-04] says its gestational age and the check for the mother’s cells, wherever it is listed', () => {
    const document = twins()
    const [villi, , blood] = document.samples
    expect(villi && moreOfSpecimen(document, villi)).toBe(
      'Transabdominal · 12+3 weeks · maternal cells: mother’s specimen is sent with this order',
    )
    expect(blood && moreOfSpecimen(document, blood)).toBe('')
  })
})

test('a name that is written from right to left takes no date or number beside it along', () => {
  const patient = { firstName: 'علي', lastName: 'بن أحمد (4)', dateOfBirth: '2019-03-14' }
  expect(namedAndBorn(patient)).toBe('\u2068بن أحمد (4)\u2069, \u2068علي\u2069, DOB 14 Mar 2019')
  expect(fullName(patient)).toBe('\u2068علي بن أحمد (4)\u2069')
  expect(fullName({ firstName: '소연', lastName: 'Nguyễn' })).toBe('소연 Nguyễn')
})
