import fc from 'fast-check'
import { expect, test } from 'vitest'
import { orderAnswers } from '#adapters/laboratory/order-answers.ts'
import type { OrderDocument } from '#domain/orders/document.ts'
import { anyDocument } from '#domain/orders/testing/any-document.ts'
import { reviewLines } from '#portal/features/create/review/review-lines.ts'
import { requisitionOf } from '#server/features/documents/requisition/content.ts'

// What is asked and answered in an order is sent as answers (orderAnswers), and a clinician reads it before signing and on
// the paper. A member that is sent so and written nowhere is found here: blanked, it changes the answers and no line. The
// documents are a dozen, the same in each run: what none of them has is not looked at, and neither is what a message holds
// beside the answers (people, specimens, tests, payers).

const NOW = new Date('2026-11-20T10:00:00Z')

function sent(document: OrderDocument): string {
  const institution = { code: 'HRB', name: 'Harbor & Vale Clinic' }
  const order = { orderId: 4711, controlId: 'K1', submittedAt: NOW, institution, existing: null, document }
  const [first] = document.tests
  return first ? JSON.stringify(orderAnswers(order, first, true)) : ''
}

const reviewed = (document: OrderDocument) => JSON.stringify(reviewLines(document, [], overridden(document)))

const overridden = ({ overrides }: OrderDocument) => new Map(overrides.map(({ key }) => [key, key]))

function printed(document: OrderDocument): string {
  const row = {
    ...{ id: 4711, document, consents_asked: null, consents_confirmed: null, submitted_at: NOW },
    ...{ submitted_by_name: 'Ada Okafor', accession_number: null, assign_new_lab_number: false },
    signature: null,
  }
  return JSON.stringify(
    requisitionOf(row, {
      laboratory: { name: 'Larkfield Genetics', address: [], phone: '' },
      ...{
        institutionName: '',
        institutionAddress: '',
        institutionPhone: '',
        vaStation: document.vaStation ?? '',
      },
      ...{ consents: [], withdrawals: [], additions: [], recollections: [], questionnaires: [], tests: [] },
      ...{ specimenOf: null, now: NOW },
    }),
  )
}

type Path = readonly (string | number)[]

/** Every text, number and answer of a document that is filled in. */
function leaves(value: unknown, at: Path = []): Path[] {
  if (typeof value === 'object' && value !== null)
    return Object.entries(value).flatMap(([name, part]) =>
      leaves(part, [...at, Array.isArray(value) ? Number(name) : name]),
    )
  return typeof value === 'string' ? (value.trim() === '' ? [] : [at]) : value ? [at] : []
}

/** The same without what is there. */
function blanked<T>(value: T, [name, ...rest]: Path): T {
  if (name === undefined)
    return (typeof value === 'string' ? '' : typeof value === 'number' ? null : false) as T
  const parent = value as Record<string | number, unknown>
  const next = blanked(parent[name], rest)
  if (Array.isArray(value)) return value.map((part, index) => (index === name ? next : part)) as T
  return { ...parent, [name]: next } as T
}

/** What is sent and not written there, and why that is right; '' is everywhere. */
const NOT_THERE: readonly [where: '' | 'requisition', path: RegExp, why: string][] = [
  ['', /\/(key|patient)$|^\/addOn/, 'names a person or an order, which has words of its own'],
  ['', /^\/priorTesting\/performed$/, 'results say by themselves that there were tests'],
  ['', /^\/consents\//, 'with the catalogue’s titles, each person’s own (review-lines.test.ts, consents.ts)'],
  ['requisition', /^\/kits\//, 'asks for material, and says nothing of these specimens'],
  ['requisition', /^\/overrides\//, 'between the clinic and the portal'],
  ['requisition', /\/preferredContact$/, 'how the clinic reaches somebody'],
]
const isAbsent = (where: string, path: string) =>
  NOT_THERE.some(([of, pattern]) => (of === '' || of === where) && pattern.test(path))

const READ = { review: reviewed, requisition: printed }

/**
 * A verification of benefits is not sent, nor a test that is not chosen yet. An order of before has a variant in its family testing request, and one with
 * known variants has none there; the patient's payer is the order's.
 */
const anyOrder = anyDocument.map((document): OrderDocument => {
  const { knownVariants = [], familyTestingRequest, patients, tests } = document
  return {
    ...document,
    isVOB: false,
    tests: tests.filter(({ testCode }) => testCode.trim() !== ''),
    ...(knownVariants.length === 0
      ? {}
      : { familyTestingRequest: { ...familyTestingRequest, targetSequencing: false } }),
    patients: patients.map((patient, index) => (index === 0 ? { ...patient, payment: null } : patient)),
  }
})

test('what is asked and answered in a dozen orders is on the review and on the requisition', () => {
  const missing = new Set<string>()
  const looked = new Set<string>()
  fc.assert(
    fc.property(anyOrder, (document) => {
      const answers = sent(document)
      const words = { review: reviewed(document), requisition: printed(document) }
      for (const path of leaves(document)) {
        const at = `/${path.map((name) => (typeof name === 'number' ? 'n' : name)).join('/')}`
        const places = (['review', 'requisition'] as const).filter((where) => !isAbsent(where, at))
        if (places.length === 0) continue
        const without = blanked(document, path)
        if (sent(without) === answers) continue
        looked.add(at)
        for (const where of places) if (READ[where](without) === words[where]) missing.add(`${where}: ${at}`)
      }
    }),
    { numRuns: 12 },
  )
  expect([...missing].sort()).toEqual([])
  // So many kinds of members, of the people, the pregnancy, the history and the payer.
  expect(looked.size).toBeGreaterThan(50)
})
