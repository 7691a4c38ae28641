import fc from 'fast-check'
import {
  blankPatient,
  blankSample,
  blankTest,
  type OrderDocument,
  type Patient,
} from '#domain/orders/document.ts'
import { withGenes, withoutTest, withTest } from '../test-choice.ts'

export type Edit = (document: OrderDocument) => OrderDocument

const CODES = ['1600', '1700', '1300']
const PEOPLE = ['Mother', 'Father', 'Sibling'] as const

const inPerson = (document: OrderDocument, at: number, change: (person: Patient) => Patient) => {
  const index = at % document.patients.length
  return {
    ...document,
    patients: document.patients.map((person, position) => (position === index ? change(person) : person)),
  }
}

/** Anything somebody may do in the form; `mark` makes what is typed or added one's own. */
export const anEdit: fc.Arbitrary<(mark: string) => Edit> = fc.oneof(
  fc.constant(
    (mark: string): Edit =>
      (document) => ({ ...document, clinicalNotes: mark }),
  ),
  fc.constant((): Edit => (document) => ({ ...document, clinicalNotes: '' })),
  fc.nat(3).map(
    (at) =>
      (mark: string): Edit =>
      (document) =>
        inPerson(document, at, (person) => ({ ...person, firstName: mark })),
  ),
  fc.nat(3).map(
    (at) =>
      (mark: string): Edit =>
      (document) =>
        inPerson(document, at, (person) => ({
          ...person,
          contacts: person.contacts.map((one) => (one.type === 'Email' ? { ...one, value: mark } : one)),
        })),
  ),
  fc.nat(3).map(
    (at) =>
      (mark: string): Edit =>
      (document) =>
        inPerson(document, at, (person) => ({
          ...person,
          sexAndGender: { ...person.sexAndGender, nameToUse: mark },
        })),
  ),
  fc
    .nat(3)
    .map(
      (at) => (): Edit => (document) => inPerson(document, at, ({ sexAndGender: _, ...person }) => person),
    ),
  fc.constantFrom(...PEOPLE).map(
    (relationship) =>
      (mark: string): Edit =>
      (document) => ({
        ...document,
        patients: [...document.patients, blankPatient(relationship, mark)],
      }),
  ),
  fc.nat(3).map(
    (at) => (): Edit => (document) => {
      const gone = document.patients[1 + (at % 3)]?.key
      return {
        ...document,
        patients: document.patients.filter(({ key }) => key !== gone),
        samples: document.samples.filter(({ patient }) => patient !== gone),
      }
    },
  ),
  fc.nat(3).map(
    (at) =>
      (mark: string): Edit =>
      (document) => {
        const person = document.patients[at % document.patients.length]
        return person
          ? { ...document, samples: [...document.samples, blankSample(person.key, mark)] }
          : document
      },
  ),
  fc.nat(3).map(
    (at) =>
      (mark: string): Edit =>
      (document) => ({
        ...document,
        samples: document.samples.map((sample, position) =>
          position === at % document.samples.length ? { ...sample, counselor: mark } : sample,
        ),
      }),
  ),
  fc
    .constantFrom(...CODES)
    .map((code) => (): Edit => (document) => withTest(document, blankTest(code, code))),
  fc.constantFrom(...CODES).map((code) => (): Edit => (document) => withoutTest(document, code)),
  fc.constantFrom(...CODES).map(
    (code) =>
      (mark: string): Edit =>
      (document) =>
        withGenes(document, code, [mark], null),
  ),
  fc.constant(
    (mark: string): Edit =>
      (document) => ({
        ...document,
        indicationsForTesting: [...document.indicationsForTesting, { code: 'G40.309', description: mark }],
      }),
  ),
  fc.constant(
    (mark: string): Edit =>
      (document) => ({
        ...document,
        overrides: [{ key: 'ordered-before', reason: mark }],
      }),
  ),
)
