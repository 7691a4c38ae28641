import fc from 'fast-check'
import { expect, it } from 'vitest'
import { peopleToConsent } from '../consent/consent.ts'
import { COPY_KINDS, copyOf } from './copy.ts'
import type { OrderDocument } from './document.ts'
import { addRelative, removePerson } from './family.ts'
import { isBlocking, ORDER_SECTIONS } from './points.ts'
import { openPoints } from './readiness.ts'
import { anyContext, anyDocument } from './testing/any-document.ts'
import {
  CATALOGUE,
  CONTEXT,
  completeOrder,
  earlier,
  TESTED_MOTHER,
  withChanges,
} from './testing/complete-order.ts'

/**
 * A question of the laboratory's, an unanswered consent question, the review of a person’s answers and a missing
 * record of the consent have no field in the document: the path names the person.
 */
function isQuestion(document: OrderDocument, path: string): boolean {
  if (/^\/answers\/[^/]+\/[^/]+\/[^/]+$/.test(path)) return true
  const questions = CATALOGUE.flatMap((test) => test.consents)
  return peopleToConsent(document).some((key) =>
    [...questions, { id: 'reviewed' }, { id: 'record' }].some((one) => path === `/consents/${key}/${one.id}`),
  )
}

/** A field of an optional part, which the document may leave out. */
const OPTIONAL_FIELDS = [
  /^\/samples\/\d+\/(amountUnit|timeZone|extractedBy|accreditation)$/,
  /^\/urgentContact\/phone$/,
  /^\/priority\/(reason|explanation|neededBy)$/,
  /^\/patients\/\d+\/(bloodHistory|sexAndGender|raceAndEthnicity|ancestry)\/\w+$/,
]

function hasField(document: OrderDocument, path: string): boolean {
  if (OPTIONAL_FIELDS.some((pattern) => pattern.test(path))) return true
  let at: unknown = document
  for (const key of path.split('/').slice(1)) {
    if (typeof at !== 'object' || at === null || !Object.hasOwn(at, key)) return false
    at = (at as Record<string, unknown>)[key]
  }
  return true
}

/** A part of the document that is left out until it is filled in. */
const isLeftOut = (path: string) => /^(\/samples\/\d+\/contamination|\/knownVariants)$/.test(path)

it('open points of any document name an existing field, in the order of the form', () => {
  fc.assert(
    fc.property(anyDocument, anyContext, (document, context) => {
      const before = structuredClone(document)
      const points = openPoints(document, context)
      for (const { path, rule, message } of points) {
        expect(hasField(document, path) || isQuestion(document, path) || isLeftOut(path), path).toBe(true)
        expect(rule).toMatch(/^[a-z0-9-]+$/)
        expect(message).not.toBe('')
      }
      const positions = points.map((point) => ORDER_SECTIONS.indexOf(point.section))
      expect(positions).toEqual(positions.toSorted((a, b) => a - b))
      expect(document).toEqual(before)
    }),
    { numRuns: 500 },
  )
})

it('there is at most one error per field, and one warning per key that fits an override', () => {
  fc.assert(
    fc.property(anyDocument, anyContext, (document, context) => {
      const points = openPoints(document, context)
      const errors = points.filter((point) => point.severity === 'error').map((point) => point.path)
      expect(errors.length).toBe(new Set(errors).size)
      // Two people or two specimens with the same key are an error; until it is corrected their warnings
      // coincide.
      if (points.some(({ path, rule }) => path.endsWith('/key') && rule === 'repeated')) return
      const keys = points.filter((point) => point.severity === 'warning').map((point) => point.key)
      expect(keys.length).toBe(new Set(keys).size)
      for (const key of keys) expect(key.length).toBeLessThanOrEqual(200)
    }),
    { numRuns: 500 },
  )
})

/** Orders with several warnings. */
const warned = fc
  .tuple(fc.subarray(['1700', '4001', '4002', '1603', '1602']), fc.boolean(), anyContext)
  .map(([codes, mother, context]) => ({
    document: withChanges(completeOrder(), {
      ...(mother ? TESTED_MOTHER : {}),
      '/samples/0/dateOfCollection': '2020-01-15',
      '/addOnTests': codes.map((testCode) => ({ ...completeOrder().tests[0], testCode })),
    }),
    context: { ...CONTEXT, institutionState: 'NY', history: [...context.history, earlier()] },
  }))

it('an override with a reason removes exactly one blocking warning', () => {
  fc.assert(
    fc.property(warned, fc.nat(), ({ document, context }, n) => {
      const before = openPoints(document, context)
      const warnings = before.filter((point) => point.severity === 'warning')
      expect(warnings.length).toBeGreaterThan(1)
      const key = warnings[n % warnings.length]?.key ?? ''
      const after = openPoints({ ...document, overrides: [{ key, reason: 'Wanted' }] }, context)
      expect(after.filter((point) => !isBlocking(point)).map((point) => point.key)).toEqual([key])
      expect(after.map((point) => ({ ...point, reason: '' }))).toEqual(before)
    }),
  )
})

it('adding and then removing a relative returns the same order', () => {
  fc.assert(
    fc.property(anyDocument, (document) => {
      expect(removePerson(addRelative(document, 'Sibling', 'new'), 'new')).toEqual(document)
    }),
  )
})

it('a copy shares nothing with its original, and has its own answers and specimens', () => {
  fc.assert(
    fc.property(anyDocument, fc.constantFrom(...COPY_KINDS), (document, kind) => {
      const before = structuredClone(document)
      const copy = copyOf(document, kind)
      expect([copy.consents, copy.overrides, copy.addOn]).toEqual([[], [], null])
      corrupt(copy)
      expect(document).toEqual(before)
    }),
  )
})

/** Empties every list and object, recursively. */
function corrupt(value: unknown) {
  if (typeof value !== 'object' || value === null) return
  for (const key of Object.keys(value)) {
    corrupt((value as Record<string, unknown>)[key])
    delete (value as Record<string, unknown>)[key]
  }
}
