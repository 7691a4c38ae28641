import fc from 'fast-check'
import { expect, it } from 'vitest'
import {
  BILLING_TYPES,
  HOLDER_RELATIONSHIPS,
  PAYMENT_METHODS,
  RELATIONSHIPS,
  SEXES,
  SPECIMEN_TYPES,
} from '../lookups.ts'
import type { OrderDocument } from './document.ts'
import { ORDER_SECTIONS, openPoints } from './readiness.ts'
import { CATALOGUE, TODAY } from './testing/complete-order.ts'

const text = fc.oneof(
  {
    weight: 3,
    arbitrary: fc.constantFrom('', ' ', '2019-03-14', '2026-11-21', '1234567893', 'G40.309', 'OH'),
  },
  fc.string({ unit: 'binary', maxLength: 40 }),
)
const orBlank = <T extends string>(values: readonly T[]) => fc.constantFrom<T | ''>('', ...values)
const list = <T>(item: fc.Arbitrary<T>) => fc.array(item, { maxLength: 4 })
const count = fc.nat({ max: 5 })
const testCode = fc.oneof(fc.constantFrom('', ...CATALOGUE.map((test) => test.code)), text)
const orderedTest = fc.record({ testCode, testName: text })
const consentId = fc.oneof(fc.constantFrom('testing', 'secondary-findings', 'new-york', '__proto__'), text)

/** Whatever fits the shape that the contract lets through: a draft may hold anything. */
const anyDocument: fc.Arbitrary<OrderDocument> = fc.record({
  tests: list(orderedTest),
  addOnTests: list(orderedTest),
  patients: list(
    fc.record({
      relationship: fc.constantFrom(...RELATIONSHIPS),
      firstName: text,
      lastName: text,
      dateOfBirth: text,
      sex: orBlank(SEXES),
      ethnicities: list(text),
      recordNumber: text,
      email: text,
      phone: text,
      address: fc.record({
        ...{ addressLine1: text, addressLine2: text, city: text, state: text, postalCode: text },
      }),
    }),
  ),
  samples: list(fc.record({ patient: count, specimenType: orBlank(SPECIMEN_TYPES), dateOfCollection: text })),
  indicationsForTesting: list(fc.record({ code: text, description: text })),
  clinicalNotes: text,
  consents: list(fc.record({ consentId, answer: fc.option(fc.boolean()) })),
  payment: fc.record({
    billingType: orBlank(BILLING_TYPES),
    paymentMethod: fc.constantFrom(...PAYMENT_METHODS),
    insurance: fc.record({
      company: text,
      memberId: text,
      groupNumber: text,
      holderRelationship: orBlank(HOLDER_RELATIONSHIPS),
      holderFirstName: text,
      holderLastName: text,
      holderDateOfBirth: text,
    }),
  }),
  orderingProvider: fc.record({
    ...{ physicianId: fc.option(fc.nat()), firstName: text, lastName: text, npi: text },
  }),
  recipients: list(fc.record({ name: text, fax: text, email: text })),
  kits: list(fc.record({ kitType: text, quantity: fc.integer({ min: 1, max: 99 }) })),
  isVOB: fc.boolean(),
})

/** A question that the document does not answer has no field there: its path names the question. */
const UNANSWERED = new Set(CATALOGUE.flatMap((test) => test.consents).map((one) => `/consents/${one.id}`))

function hasField(document: OrderDocument, path: string): boolean {
  let at: unknown = document
  for (const key of path.split('/').slice(1)) {
    if (typeof at !== 'object' || at === null || !Object.hasOwn(at, key)) return false
    at = (at as Record<string, unknown>)[key]
  }
  return true
}

it('open points of any document name a field that is there, once, in the order of the form', () => {
  fc.assert(
    fc.property(anyDocument, (document) => {
      const before = structuredClone(document)
      const points = openPoints(document, CATALOGUE, TODAY)
      for (const { path, rule, message } of points) {
        expect(hasField(document, path) || UNANSWERED.has(path), path).toBe(true)
        expect(rule).toMatch(/^[a-z0-9-]+$/)
        expect(message).not.toBe('')
      }
      expect(new Set(points.map((point) => point.path)).size).toBe(points.length)
      const places = points.map((point) => ORDER_SECTIONS.indexOf(point.section))
      expect(places).toEqual(places.toSorted((a, b) => a - b))
      expect(document).toEqual(before)
    }),
    { numRuns: 500 },
  )
})
