import { describe, expect, test } from 'vitest'
import { matchPerson, type PersonInMessage, type PersonMatch, type PersonOfOrder } from './person.ts'

function person(key: string, more: Partial<PersonOfOrder> = {}): PersonOfOrder {
  return {
    ...{ key, relationship: key === 'proband' ? 'Proband' : 'Sibling', firstName: 'Ida', lastName: 'Berg' },
    ...{ dateOfBirth: '2019-03-14', sex: 'Female', recordNumber: '' },
    ...more,
  }
}

/** A message's identity: `Berg^Ida`, and other fields as given. */
function inMessage(name: string, more: Partial<PersonInMessage> = {}): PersonInMessage {
  const [last = '', first = '', middle = ''] = name.split('^')
  const names = name === '' ? [] : [{ last, first, middle, isFormer: false }]
  return { identifiers: [], names, dateOfBirth: '', sex: '', fetus: '', ...more }
}
const numbered = (value: string, assigner = 'LARK') => ({ identifiers: [{ value, assigner, type: 'MR' }] })

function identity(message: PersonInMessage, ...people: PersonOfOrder[]): PersonMatch {
  return matchPerson(message, { orderId: 4711, people, assigners: ['LARK', 'Lark Clinic'] })
}
/** `proband`, `waiting: two-people`, or `refused`. */
function outcome(of: PersonMatch): string {
  if (of.outcome === 'accepted') return of.person
  return of.outcome === 'waiting' ? `waiting: ${of.why}` : of.outcome
}

const IDA = person('proband')
const born = (dateOfBirth: string) => ({ dateOfBirth })

describe('one person', () => {
  test.each<[string, PersonInMessage, string]>([
    ['name and birth date', inMessage('Berg^Ida', born('2019-03-14')), 'proband'],
    [
      'name and birth date with another sex waits',
      inMessage('Berg^Ida', { ...born('2019-03-14'), sex: 'Male' }),
      'waiting: one-identifier',
    ],
    [
      'an unknown sex differs from none',
      inMessage('Berg^Ida', { ...born('2019-03-14'), sex: 'Unknown' }),
      'proband',
    ],
    ['the name alone waits', inMessage('Berg^Ida'), 'waiting: one-identifier'],
    ['the birth date alone waits', inMessage('', born('2019-03-14')), 'waiting: one-identifier'],
    ['last name and birth date wait', inMessage('Berg^Ada', born('2019-03-14')), 'waiting: one-identifier'],
    ['the last name alone is refused', inMessage('Berg^Ada'), 'refused'],
    ['nothing is refused', inMessage(''), 'refused'],
    ['somebody else is refused', inMessage('Lind^Dora', born('1990-04-12')), 'refused'],
    ['case, accents and hyphens do not matter', inMessage('BÉRG^I-da', born('2019-03-14')), 'proband'],
    ['swapped parts of a name', inMessage('Ida^Berg', born('2019-03-14')), 'proband'],
    ['a middle name', inMessage('Berg^Ida^Marie', born('2019-03-14')), 'proband'],
    [
      'the number that the order went out with',
      inMessage('Berg^Ida', numbered('4711-proband', 'KARYO')),
      'proband',
    ],
    [
      'the number that the order went out with waits for a father of the same name',
      inMessage('Berg^Ida', { ...born('1989-03-14'), ...numbered('4711-proband', 'KARYO') }),
      'waiting: one-identifier',
    ],
    [
      'the number that the order went out with waits for a twin who is not of the order',
      inMessage('Berg^Ada', { ...born('2019-03-14'), ...numbered('4711-proband', 'KARYO') }),
      'waiting: one-identifier',
    ],
    [
      'the number that the order went out with waits for somebody else',
      inMessage('Lind^Dora', { ...born('1990-04-12'), ...numbered('4711-proband', 'KARYO') }),
      'waiting: one-identifier',
    ],
  ])('%s', (_, message, expected) => {
    expect(outcome(identity(message, IDA))).toBe(expected)
  })

  test('counts a record number assigned by the clinic, or by nobody in particular', () => {
    const known = person('proband', { recordNumber: 'MRN 0012-7' })
    for (const [assigner, expected] of [
      ['LARK', 'proband'],
      ['', 'proband'],
      ['OTHER', 'waiting: one-identifier'],
    ] as const)
      expect(outcome(identity(inMessage('Berg^Ida', numbered('mrn00127', assigner)), known))).toBe(expected)
  })

  test('treats a spelled-out umlaut as the same name', () => {
    const known = person('proband', { lastName: 'Müller', firstName: 'Zoë' })
    for (const name of ['MUELLER^ZOE', 'Muller^Zoe', 'Müller^Zoë'])
      expect(outcome(identity(inMessage(name, born('2019-03-14')), known))).toBe('proband')
  })

  test('accepts a changed name if the message or the clinic gives the former one', () => {
    const message = inMessage('Holm^Ida', born('2019-03-14'))
    expect(outcome(identity(message, IDA))).toBe('waiting: one-identifier')
    const former = { last: 'Berg', first: 'Ida', middle: '', isFormer: true }
    expect(outcome(identity({ ...message, names: [...message.names, former] }, IDA))).toBe('proband')
    const known = person('proband', { formerNames: [{ firstName: 'Ida', lastName: 'Holm' }] })
    expect(outcome(identity(message, known))).toBe('proband')
  })

  test('lets a newborn without a first name wait, unless the record number matches', () => {
    const newborn = person('proband', { firstName: 'Baby Girl', recordNumber: 'N1' })
    const named = inMessage('Berg^Ida', born('2019-03-14'))
    expect(outcome(identity(named, newborn))).toBe('waiting: one-identifier')
    expect(outcome(identity(inMessage('Berg', born('2019-03-14')), newborn))).toBe('waiting: one-identifier')
    expect(outcome(identity({ ...named, ...numbered('N1') }, newborn))).toBe('proband')
  })
})

describe('a family', () => {
  const [ida, ulla] = [IDA, person('ulla', { firstName: 'Ulla' })]

  test('[MATCH-01] distinguishes twins by first name, and lets them wait without it', () => {
    expect(outcome(identity(inMessage('Berg^Ulla', born('2019-03-14')), ida, ulla))).toBe('ulla')
    expect(outcome(identity(inMessage('Berg^B/G TWIN 2', born('2019-03-14')), ida, ulla))).toBe(
      'waiting: two-people',
    )
    expect(outcome(identity(inMessage('Berg', born('2019-03-14')), ida, ulla))).toBe('waiting: two-people')
  })

  test('lets one twin’s name with the other’s record number wait', () => {
    const twins = [
      person('proband', { recordNumber: '1' }),
      person('ulla', { firstName: 'Ulla', recordNumber: '2' }),
    ]
    const mixed = inMessage('Berg^Ida', { ...born('2019-03-14'), ...numbered('2') })
    expect(outcome(identity(mixed, ...twins))).toBe('waiting: two-people')
  })

  test('distinguishes father and son of the same name by the birth date', () => {
    const son = person('proband', { firstName: 'Jonas', dateOfBirth: '1989-07-01', sex: 'Male' })
    const father = person('father', {
      relationship: 'Father',
      firstName: 'Jonas',
      dateOfBirth: '1958-02-03',
      sex: 'Male',
    })
    expect(outcome(identity(inMessage('Berg^Jonas', born('1989-07-01')), son, father))).toBe('proband')
    expect(outcome(identity(inMessage('Berg^Jonas', born('1958-02-03')), son, father))).toBe('father')
    expect(outcome(identity(inMessage('Berg^Jonas'), son, father))).toBe('waiting: two-people')
    expect(outcome(identity(inMessage('Berg^Jonas', born('1985-07-10')), son, father))).toBe(
      'waiting: two-people',
    )
  })

  test('matches a fetus by its mother’s identity and its own label', () => {
    const mother = person('mother', {
      relationship: 'Mother',
      firstName: 'Dora',
      lastName: 'Lind',
      dateOfBirth: '1990-04-12',
    })
    const fetus = (label: string, key: string) =>
      person(key, { firstName: `Fetus ${label}`, lastName: 'Lind', dateOfBirth: '', sex: '' })
    const [a, b] = [fetus('A', 'proband'), fetus('B', 'b')]
    const ofMother = inMessage('Lind^Dora', born('1990-04-12'))
    expect(outcome(identity(ofMother, a, b, mother))).toBe('waiting: which-fetus')
    expect(outcome(identity({ ...ofMother, fetus: 'Fetus B' }, a, b, mother))).toBe('b')
    expect(outcome(identity({ ...ofMother, fetus: 'fetus a' }, a, b, mother))).toBe('proband')
    expect(outcome(identity({ ...ofMother, fetus: 'Fetus C' }, a, b, mother))).toBe('waiting: which-fetus')
    // Her own result, in an order without a fetus.
    expect(outcome(identity(ofMother, IDA, mother))).toBe('mother')
  })

  test("lets a result wait if its specimen is another person's", () => {
    const order = { orderId: 4711, people: [ida, ulla], assigners: [], specimensOf: ['ulla'] }
    expect(outcome(matchPerson(inMessage('Berg^Ida', born('2019-03-14')), order))).toBe(
      'waiting: specimen-of-another',
    )
    expect(outcome(matchPerson(inMessage('Berg^Ulla', born('2019-03-14')), order))).toBe('ulla')
  })
})

describe('[SUBJ-03] the fetus of a result with its mother’s identity', () => {
  const dora = person('proband', { firstName: 'Dora', lastName: 'Lind', dateOfBirth: '1990-04-12' })
  const ofDora = inMessage('Lind^Dora', born('1990-04-12'))
  const named = (labels: string[], fetus: string, more: Partial<PersonInMessage> = {}) =>
    outcome(
      matchPerson(
        { ...ofDora, fetus, ...more },
        {
          ...{ orderId: 4711, people: [dora], assigners: [] },
          fetuses: labels.map((label, index) => ({ key: `fetus-${index + 1}`, label })),
        },
      ),
    )

  test.each([
    [['A', 'B'], 'Fetus B', 'fetus-2'],
    [['A', 'B'], 'twin b, villi', 'fetus-2'],
    [['A', 'B'], 'Fetus B villi', 'fetus-2'],
    [['A', 'A-1'], 'Fetus A-1', 'fetus-2'],
    [['A', 'A left'], 'Fetus A left', 'fetus-2'],
    [['A', 'A left'], 'Fetus A', 'fetus-1'],
    [['Twin 1', 'Twin 2'], 'Fetus Twin 2', 'fetus-2'],
    [['Å', 'B'], 'Fetus Å', 'fetus-1'],
    [['A', 'B', 'AB'], 'Fetus AB', 'fetus-3'],
    [['A', 'B'], '4711-fetus-2', 'fetus-2'],
    // A label that the order does not have, several, or one that could be another's.
    [['A', 'B'], 'Fetus A-1', 'waiting: which-fetus'],
    [['A', 'A left'], 'Fetus A leaking', 'waiting: which-fetus'],
    [['A', 'B'], 'Fetus A, Fetus C', 'waiting: which-fetus'],
    [['A', 'B', 'AB'], 'Fetus A, Fetus B', 'waiting: which-fetus'],
    [['A', 'B'], 'Fetus', 'waiting: which-fetus'],
    // Stored before labels had to differ in letters and digits.
    [['A', 'Twin A'], 'Fetus Twin A', 'waiting: which-fetus'],
    [['A', '♂'], 'Fetus ♀', 'waiting: which-fetus'],
    [['A', '♂'], 'Fetus', 'waiting: which-fetus'],
  ])('of %j, named “%s”: %s', (labels, fetus, expected) => {
    expect(named(labels, fetus)).toBe(expected)
  })

  test('identified by its number waits if two labels are named beside it', () => {
    const numbered = { identifiers: [{ value: '4711-fetus-1', assigner: 'KARYO', type: 'PI' }] }
    expect(named(['A', 'B'], 'Fetus A', numbered)).toBe('fetus-1')
    expect(named(['A', 'B'], 'Fetus A, Fetus B', numbered)).toBe('waiting: which-fetus')
  })
})
