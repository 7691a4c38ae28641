import fc from 'fast-check'
import { describe, expect, it, test } from 'vitest'
import { peopleToConsent } from '../consent/consent.ts'
import { copyOf } from './copy.ts'
import { blankDeceased } from './deceased.ts'
import { blankPatient, type OrderDocument, PROBAND } from './document.ts'
import { addSample, personName, removePerson, whoIs } from './family.ts'
import { blankPregnancy } from './pregnancy.ts'
import {
  addFetus,
  chooseSubject,
  keysInOrder,
  personOfRecord,
  SUBJECT_KINDS,
  subjectKind,
  subjectsOf,
} from './subject.ts'
import { signingLines, subjectLines } from './subject-lines.ts'
import { anyDocument } from './testing/any-document.ts'
import { completeOrder } from './testing/complete-order.ts'
import { twins } from './testing/prenatal-order.ts'

describe('choosing who is tested', () => {
  it('begins with the living patient, and takes the specimens along to another subject and back', () => {
    const order = completeOrder()
    expect(subjectKind(order)).toBe('living')
    const fetal = chooseSubject(order, 'fetus')
    expect([subjectKind(fetal), subjectsOf(fetal)]).toEqual(['fetus', ['fetus-1']])
    expect(fetal.samples.map(({ patient }) => patient)).toEqual(['fetus-1'])
    expect(fetal.pregnancy?.fetuses).toMatchObject([{ key: 'fetus-1', label: 'A' }])
    expect(chooseSubject(fetal, 'living')).toEqual(order)
  })

  it('keeps the pregnancy from fetus to loss, and drops its end on the way back', () => {
    const loss = chooseSubject(twins(), 'loss')
    expect(loss.pregnancy).toEqual({ ...twins().pregnancy, outcome: 'Ended' })
    const ended = { ...loss, pregnancy: { ...(loss.pregnancy ?? blankPregnancy()), endedOn: '2026-11-01' } }
    expect(chooseSubject(ended, 'fetus').pregnancy).toEqual(twins().pregnancy)
  })

  it('leaves relatives as they are, also one who has died', () => {
    const order = completeOrder()
    const father = { ...blankPatient('Father', 'relative-1'), deceased: blankDeceased() }
    const fetal = chooseSubject({ ...order, patients: [...order.patients, father] }, 'fetus')
    expect(fetal.patients.at(-1)).toEqual(father)
  })

  it('never leaves a specimen of a subject that is gone', () => {
    fc.assert(
      fc.property(anyDocument, fc.constantFrom(...SUBJECT_KINDS), (document, kind) => {
        const next = chooseSubject(document, kind)
        if (subjectKind(document) === kind) {
          expect(next).toBe(document)
          return
        }
        if (document.patients.length > 0) expect(subjectKind(next)).toBe(kind)
        for (const { patient } of next.samples) expect(keysInOrder(next)).toContain(patient)
      }),
    )
  })

  it('adds fetuses with free labels and keys, up to nine', () => {
    let order = completeOrder()
    for (let n = 0; n < 11; n += 1) order = addFetus(order)
    expect(order.pregnancy?.fetuses.map(({ label }) => label).join('')).toBe('ABCDEFGHI')
    const without = removePerson(order, 'fetus-2')
    expect(addFetus(without).pregnancy?.fetuses.at(-1)).toMatchObject({ key: 'fetus-2', label: 'B' })
  })
})

describe('the words for a subject', () => {
  test('[SUBJ-01] a fetus goes by its mother’s name and its label', () => {
    const order = twins()
    expect(whoIs(order, 'fetus-2')).toBe('fetus B')
    expect(whoIs(order, 'proband')).toBe('the mother')
    expect(personName(order, 'fetus-2')).toBe('Dora Lind, fetus B')
    expect(personOfRecord(order, 'fetus-2')?.dateOfBirth).toBe('1990-04-12')
    expect(whoIs(chooseSubject(order, 'loss'), 'fetus-1')).toBe('pregnancy loss A')
    expect(whoIs(completeOrder(), 'proband')).toBe('the patient')
  })

  test('[SUBJ-02] of a loss only a due date that was given is shown', () => {
    const aged = { dueDate: '', statedAge: '9+0', statedOn: '2026-11-17' }
    const pregnant = { ...twins(), pregnancy: { ...blankPregnancy(), ...twins().pregnancy, ...aged } }
    const lines = (document: OrderDocument) => subjectLines(document).map(([name]) => name)
    expect(lines(pregnant)).toContain('Due date')
    expect(lines(chooseSubject(pregnant, 'loss'))).not.toContain('Due date')
    expect(lines(chooseSubject(twins(), 'loss'))).toContain('Due date')
  })

  test('a vanished twin and what the dating rests on are said, whichever way of dating is chosen', () => {
    const order = twins()
    const measured = {
      ...{ vanishedTwin: 'Yes' as const, crownRumpLength: '58', ultrasoundOn: '2026-11-18' },
      ...{ lastPeriodOn: '2026-08-23', transferOn: '2026-09-10', embryoDay: '5' as const },
    }
    const lines = (dueDate: string) =>
      subjectLines({ ...order, pregnancy: { ...blankPregnancy(), ...order.pregnancy, ...measured, dueDate } })
    const words =
      'last menstrual period 23 Aug 2026, ultrasound 18 Nov 2026, crown–rump length 58 mm, embryo transfer 10 Sep 2026, embryo of day 5'
    expect(lines('2027-05-30')).toEqual(
      expect.arrayContaining([
        ['Due date', '30 May 2027, by ultrasound'],
        ['Dating', words],
        ['Vanished twin', 'Yes'],
      ]),
    )
    // Without a due date, the way of dating is said with them.
    expect(lines('')).toContainEqual(['Dating', `by ultrasound, ${words}`])
  })

  test.each([
    ['2024-05-03', '3 May 2024'],
    ['2024-05', 'May 2024'],
    ['2024', '2024'],
    ['', 'date missing'],
  ])('[SUBJ-01] a death is dated as exactly as it is known: %s', (dateOfDeath, words) => {
    const [patient = blankPatient('Proband', PROBAND)] = completeOrder().patients
    const deceased = { ...blankDeceased(), deathPrecision: 'Exact' as const, dateOfDeath }
    expect(signingLines({ ...patient, deceased })).toContainEqual(['Died', words])
  })
})

it('removing a fetus removes its specimens', () => {
  const left = removePerson(twins(), 'fetus-2')
  expect(left.pregnancy?.fetuses.map(({ key }) => key)).toEqual(['fetus-1'])
  expect(left.samples.map(({ patient }) => patient)).toEqual(['fetus-1', 'proband'])
})

it('repeating an order asks for a new specimen of each fetus', () => {
  const again = copyOf(addSample(twins(), 'fetus-1'), 'again')
  expect(again.samples.map(({ patient }) => patient)).toEqual(['proband', 'fetus-1', 'fetus-2'])
  expect(copyOf(twins(), 'relative').pregnancy).toBeUndefined()
})

it('consents are the mother’s, never a fetus’s', () => {
  expect(peopleToConsent(twins())).toEqual(['proband'])
})
