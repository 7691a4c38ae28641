import { describe, expect, test } from 'vitest'
import { blankPatient, newOrder, type OrderDocument, PROBAND } from '../../orders/document.ts'
import { blankFetus, blankPregnancy, type Ending, type Outcome } from '../../orders/pregnancy.ts'
import { family } from '../testing/families.ts'
import { intoOrder, MOST_PATIENTS, pregnanciesFor, seenFrom } from './into-order.ts'
import { withTypedCondition } from './to-order.ts'

const FAMILY = family(
  ['gm', 'woman'],
  ['gf', 'man'],
  ['mum', 'woman', ['gf', 'gm'], { lastName: 'Brook', born: '1960-05-17' }],
  ['dad', 'man'],
  ['me', 'woman', ['dad', 'mum'], { isProband: true, lastName: 'Brook', born: '1990' }],
  ['mate', 'man'],
  ['unborn', '', ['mate', 'me'], { pregnancy: { state: 'ongoing', weeks: 12, dueDate: '' } }],
)
const into = (
  order: OrderDocument,
  relatives: string[],
  more: Partial<Parameters<typeof intoOrder>[1]> = {},
) => intoOrder(order, { family: FAMILY, patient: 'me', relatives, withHistory: false, joined: [], ...more })

describe('people of a family in a draft', () => {
  test('are copies with a specimen each, and the patient gets what nobody typed', () => {
    const order = newOrder()
    const [first] = order.patients
    const typed = { ...order, patients: first ? [{ ...first, firstName: 'Mia' }] : [] }
    const { document, people } = into(typed, ['mum', 'dad', 'gm'])
    expect(people).toEqual([
      { patientKey: PROBAND, member: 'me' },
      ...['mum', 'dad', 'gm'].map((member) => ({ patientKey: `relative-${member}`, member })),
    ])
    expect(
      document.patients.map(({ relationship, firstName, lastName }) => [relationship, firstName, lastName]),
    ).toEqual([
      ['Proband', 'Mia', 'Brook'],
      ['Mother', 'mum', 'Brook'],
      ['Father', 'dad', ''],
      ['Other relative', 'gm', ''],
    ])
    expect(document.patients[0]).toMatchObject({ dateOfBirth: '', sex: 'Female' })
    expect(document.samples.map(({ key, patient }) => [key, patient])).toEqual([
      ['s1', PROBAND],
      ['s2', 'relative-mum'],
      ['s3', 'relative-dad'],
      ['s4', 'relative-gm'],
    ])
  })

  test('take the place of a relative who was added without a name, and are added once', () => {
    const order = newOrder()
    const begun = {
      ...order,
      patients: [...order.patients, blankPatient('Father', 'relative-1')],
    }
    const { document, people } = into(begun, ['dad'])
    expect(document.patients.map(({ key, firstName }) => [key, firstName])).toEqual([
      [PROBAND, 'me'],
      ['relative-1', 'dad'],
    ])
    expect(people[1]).toEqual({ patientKey: 'relative-1', member: 'dad' })
    expect(into(document, ['dad', 'dad'], { joined: people }).document.patients).toHaveLength(2)
  })

  test('have no specimen in a benefits verification, and are twelve at most', () => {
    expect(into({ ...newOrder(), isVOB: true, samples: [] }, ['mum']).document.samples).toEqual([])
    const order = newOrder()
    const full = {
      ...order,
      patients: Array.from({ length: MOST_PATIENTS }, (_, index) => ({
        ...blankPatient(index === 0 ? 'Proband' : 'Sibling', `p${index}`),
        firstName: 'Somebody',
      })),
    }
    expect(into(full, ['mum']).document.patients).toHaveLength(MOST_PATIENTS)
  })

  test('bring the family history if it is asked for', () => {
    const ill = withTypedCondition(FAMILY, 'mum', { diagnosis: 'Epilepsy', ageAtDiagnosis: '9' }, () => 'ep')
    expect(into(newOrder(), [], { family: ill, withHistory: true }).document.familyHistory.diagnoses).toEqual(
      [{ relationshipType: 'Maternal', relative: 'mother', diagnosis: 'Epilepsy', ageAtDiagnosis: '9' }],
    )
    expect(into(newOrder(), [], { family: ill }).document.familyHistory).toEqual(newOrder().familyHistory)
  })

  test('of a fetus are the fetus’s relatives, and nobody comes while the family has no such pregnancy', () => {
    const pregnancy = { ...blankPregnancy(), fetuses: [blankFetus('fetus-1', 'A')] }
    const order = { ...newOrder(), pregnancy }
    expect(seenFrom(order, FAMILY, 'me')).toBe('unborn')
    const { document, people } = into(order, ['mate'])
    expect(document.patients[1]?.relationship).toBe('Father')
    expect(people.slice(0, 2)).toEqual([
      { patientKey: PROBAND, member: 'me' },
      { patientKey: 'fetus-1', member: 'unborn' },
    ])
    expect(into(order, ['dad'], { patient: 'mum' })).toEqual({ document: order, people: [] })
  })

  describe('of a prenatal order', () => {
    const mother = 'me'
    const SEVERAL = family(
      [mother, 'woman'],
      ['former', 'man'],
      ['mate', 'man'],
      ['lost', '', ['former', mother], { pregnancy: { state: 'miscarriage', weeks: 9, dueDate: '' } }],
      ['tubal', '', ['former', mother], { pregnancy: { state: 'ectopic', weeks: 6, dueDate: '' } }],
      ['still', '', ['former', mother], { pregnancy: { state: 'stillbirth', weeks: 30, dueDate: '' } }],
      ['unborn', '', ['mate', mother], { pregnancy: { state: 'ongoing', weeks: 12, dueDate: '' } }],
    )
    const without = (...gone: string[]) => ({
      ...SEVERAL,
      people: SEVERAL.people.filter(({ key }) => !gone.includes(key)),
    })
    const prenatal = (outcome: Outcome, ending: Ending | '' = '') => ({
      ...newOrder(),
      pregnancy: { ...blankPregnancy(outcome), ending, fetuses: [blankFetus('fetus-1', 'A')] },
    })

    test('the pregnancy is the one that fits, and never one that was lost before', () => {
      expect(seenFrom(prenatal('Ongoing'), SEVERAL, mother)).toBe('unborn')
      const { document, people } = into(prenatal('Ongoing'), ['mate', 'former'], { family: SEVERAL })
      expect(document.patients.map(({ relationship }) => relationship)).toEqual([
        ...['Proband', 'Father', 'Other relative'],
      ])
      expect(people[1]).toEqual({ patientKey: 'fetus-1', member: 'unborn' })
      expect(seenFrom(prenatal('Ongoing'), without('unborn'), mother)).toBe('')
      expect(seenFrom(prenatal('Ended', 'Stillbirth'), SEVERAL, mother)).toBe('still')
      expect(seenFrom(prenatal('Ended', 'Miscarriage'), without('tubal'), mother)).toBe('lost')
      expect(seenFrom(prenatal('Ended', 'Termination'), without('tubal'), mother)).toBe('')
    })

    test('of several that fit somebody chooses; a joined fetus is settled', () => {
      const order = prenatal('Ended')
      expect(pregnanciesFor(order, SEVERAL, mother).map(({ key }) => key)).toEqual(['lost', 'tubal', 'still'])
      expect(seenFrom(order, SEVERAL, mother)).toBe('')
      expect(seenFrom(order, SEVERAL, mother, { unborn: 'unborn' })).toBe('')
      expect(seenFrom(order, SEVERAL, mother, { unborn: 'tubal' })).toBe('tubal')
      const chosen = into(order, [], { family: SEVERAL, unborn: 'tubal' })
      expect(chosen.people).toContainEqual({ patientKey: 'fetus-1', member: 'tubal' })
      const joined = [{ patientKey: 'fetus-1', member: 'still' }]
      expect(seenFrom(order, SEVERAL, mother, { joined, unborn: 'tubal' })).toBe('still')
    })

    test('a pregnancy that is another fetus of the order is not this one', () => {
      const order = prenatal('Ongoing')
      const joined = [{ patientKey: 'other', member: 'unborn' }]
      expect(seenFrom(order, SEVERAL, mother, { joined })).toBe('')
    })
  })
})
