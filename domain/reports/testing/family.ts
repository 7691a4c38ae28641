import type { PersonInMessage, PersonOfOrder } from '../person.ts'

/** Mother, father, the twins Ida and Ulla, their elder brother with the father’s name, and an aunt. */
export const FAMILY: PersonOfOrder[] = [
  person('proband', 'Ida', 'Berg', '2019-03-14', 'Female', 'MRN-1001'),
  person('twin', 'Ulla', 'Berg', '2019-03-14', 'Female', 'MRN-1002'),
  person('brother', 'Jonas', 'Berg', '2014-07-01', 'Male', 'MRN-1003'),
  person('father', 'Jonas', 'Berg', '1984-02-03', 'Male', 'MRN-1004'),
  person('mother', 'Dora', 'Lind', '1986-04-12', 'Female', 'MRN-1005'),
  person('aunt', 'Eva', 'Lind', '1989-11-30', 'Female', 'MRN-1006'),
]
const STRANGER = person('stranger', 'Otto', 'Falk', '1971-09-09', 'Male', 'MRN-2001')
/** The assigner of the messages' record numbers. */
export const ASSIGNER = 'LARK'

function person(
  key: string,
  firstName: string,
  lastName: string,
  dateOfBirth: string,
  sex: PersonOfOrder['sex'],
  recordNumber: string,
): PersonOfOrder {
  return { key, relationship: 'Sibling', firstName, lastName, dateOfBirth, sex, recordNumber }
}

/** Reproducible random numbers. */
export function dice(seed: number): (below: number) => number {
  let state = seed
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return Math.floor((state / 2 ** 32) * below)
  }
}

type Identifier = 'name' | 'dateOfBirth' | 'recordNumber'
/** The state of one identifier in a message: right, missing, mistyped, a relative's, or a stranger's. */
type Fault = 'right' | 'missing' | 'mistyped' | 'relative' | 'stranger'
type Faults = Record<Identifier, { fault: Fault; of: PersonOfOrder }>

function inMessage(
  { name, dateOfBirth, recordNumber }: Faults,
  sex: PersonInMessage['sex'],
): PersonInMessage {
  const mistyped = (text: string) => `${text.slice(0, -1)}${text.endsWith('0') ? '9' : '0'}`
  const text = ({ fault, of }: Faults[Identifier], value: (of: PersonOfOrder) => string) => {
    if (fault === 'missing') return ''
    return fault === 'mistyped' ? mistyped(value(of)) : value(of)
  }
  const number = text(recordNumber, (of) => of.recordNumber)
  const day = text(dateOfBirth, (of) => of.dateOfBirth)
  const misspelt = name.fault === 'mistyped' ? 'x' : ''
  const called = {
    last: `${name.of.lastName}${misspelt}`,
    first: name.of.firstName,
    middle: '',
    isFormer: false,
  }
  return {
    identifiers: number === '' ? [] : [{ value: number, assigner: ASSIGNER, type: 'MR' }],
    names: name.fault === 'missing' ? [] : [called],
    ...{ dateOfBirth: day, sex, fetus: '' },
  }
}

/** How many of a person's identifiers a message contains, whoever it is really about. */
export const fitting = (
  { names: [name], dateOfBirth, identifiers: [number] }: PersonInMessage,
  one: PersonOfOrder,
) =>
  Number(name?.last === one.lastName && name.first === one.firstName) +
  Number(dateOfBirth === one.dateOfBirth) +
  Number(number?.value === one.recordNumber)

/**
 * A result with a mixed-up identity; never with two identifiers of another person, which nothing could
 * detect.
 */
export function mixedUp(roll: (below: number) => number) {
  for (;;) {
    const truth = FAMILY[roll(FAMILY.length)] ?? STRANGER
    const faulty = (): Faults[Identifier] => {
      const fault = (['right', 'right', 'right', 'missing', 'mistyped', 'relative', 'stranger'] as const)[
        roll(7)
      ]
      if (fault === 'relative') return { fault, of: FAMILY[roll(FAMILY.length)] ?? truth }
      return { fault: fault ?? 'right', of: fault === 'stranger' ? STRANGER : truth }
    }
    const faults: Faults = { name: faulty(), dateOfBirth: faulty(), recordNumber: faulty() }
    const sex = ([truth.sex, truth.sex, ''] as const)[roll(3)] ?? ''
    const message = inMessage(faults, sex)
    const others = [...FAMILY, STRANGER].filter((one) => one !== truth)
    if (others.every((one) => fitting(message, one) < 2)) return { truth, message }
  }
}
