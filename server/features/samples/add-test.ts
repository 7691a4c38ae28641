import { type FieldError, fail } from '#contract/errors.ts'
import type { Order } from '#contract/order.ts'
import {
  type AddOn,
  blankTest,
  newOrder,
  type OrderDocument,
  type OrderedTest,
  type PatientKey,
  PROBAND,
} from '#domain/orders/document.ts'
import { forSpecimenOf } from '#domain/orders/for-specimen.ts'
import { withoutFile } from '#domain/orders/known-variants.ts'
import { forAnotherTest } from '#domain/orders/sex-and-gender.ts'
import { specimenKey } from '#domain/samples/sample.ts'
import { type Authority, type Scope, withScope } from '#server/database/scope.ts'
import { namesOfTests, rawCodes } from '#server/features/catalogue/public.ts'
import {
  assertAllowed,
  createDraft,
  loadOrderReply,
  lockOrder,
  numbersForAddOn,
  viewOrder,
} from '#server/features/orders/public.ts'
import { fieldErrors, type Input, type SampleDeps } from './sample-deps.ts'
import * as store from './store.ts'

/**
 * Creates an order for added tests on a specimen that the laboratory has (API-47): a draft with the same
 * people, provider, payer and clinical information, for whoever gave the specimen (forSpecimenOf). Consents must be answered again, because they belong to
 * the tests.
 */
export function addTest(deps: SampleDeps) {
  return (authority: Authority, { params: { h: hospital, id }, body }: Input<'addTest'>): Promise<Order> =>
    withScope(deps.connection, authority, async (scope) => {
      const sample = (await store.findSample(scope, id, hospital)) ?? fail('not-found')
      const row = await lockOrder(scope, { hospital, id: sample.order_id })
      assertAllowed('addTest', row)
      const addedTests = await testsOf(scope, body.testCodes)
      const labNumber = labNumberOf(await numbersForAddOn(scope, row), body.labNumber ?? '')
      const errors = fieldErrors(
        ...addedTests.errors,
        labNumber === null && {
          path: '/labNumber',
          rule: 'unknown',
          message: 'Enter a laboratory number of the sample’s order or of its family.',
        },
        body.isReflex &&
          body.isReanalysis && {
            path: '/isReanalysis',
            rule: 'conflicts',
            message: 'An added test is either a reflex test or a reanalysis, not both.',
          },
      )
      if (errors.length > 0) fail('invalid-fields', { errors })
      const kind = body.isReflex ? 'reflex' : body.isReanalysis ? 'reanalysis' : 'add-on'
      const addOn: AddOn = { orderId: row.id, sampleId: id, labNumber: labNumber ?? '', kind }
      const draft = await createDraft(deps, scope, {
        ...{ hospital, draftKey: body.draftKey },
        document: addOnDocument(
          forSpecimenOf(row.document, giverOf(row.document, sample)),
          addedTests.tests,
          addOn,
        ),
        detail: `added test on a sample of order ${row.id}`,
      })
      const reply = draft.isNew ? loadOrderReply : viewOrder
      return reply(scope, { hospital, id: draft.id })
    })
}

/** Whose specimen it is; of one that the order's content does not have, the patient's. */
function giverOf({ samples }: OrderDocument, { sample_key }: store.StoredSample): PatientKey {
  return samples.find(({ key }) => key === specimenKey(sample_key))?.patient ?? PROBAND
}

/** The tests in `codes`, each once, by any of their codes; an error for each that cannot be ordered. */
async function testsOf({ db }: Scope, codes: readonly string[]) {
  const raw = await rawCodes(db, codes)
  const names = new Map((await namesOfTests(db, [...raw.values()])).map((test) => [test.code, test.name]))
  const tests = new Map<string, OrderedTest>()
  const errors: FieldError[] = []
  for (const [index, code] of codes.entries()) {
    const found = raw.get(code)
    if (found === undefined)
      errors.push({
        path: `/testCodes/${index}`,
        rule: 'unknown',
        message: `The catalogue has no test ${code} that can be ordered.`,
      })
    else if (!tests.has(found))
      tests.set(found, blankTest(found, names.get(found) ?? found, code === found ? '' : code))
  }
  return { tests: [...tests.values()], errors }
}

/** The number in `numbers` that was requested, in any spelling; the first if none was. Null for any other. */
function labNumberOf(numbers: readonly string[], requested: string): string | null {
  const labNumber = requested.trim().toUpperCase()
  if (labNumber === '') return numbers[0] ?? ''
  return numbers.find((one) => one.trim().toUpperCase() === labNumber) ?? null
}

/** A draft's document for tests on a specimen, or on data, that the laboratory has. */
export function addOnDocument(of: OrderDocument, tests: OrderedTest[], addOn: AddOn): OrderDocument {
  const blank = newOrder(of.orderingProvider)
  const { patients, payment, indicationsForTesting, clinicalNotes, recipients } = of
  const { priorTesting, imaging, familyHistory, familyTestingRequest, knownVariants } = of
  return {
    ...blank,
    patients: patients.map(forAnotherTest),
    ...{ payment, indicationsForTesting, clinicalNotes, recipients },
    ...{ priorTesting, imaging, familyHistory, familyTestingRequest },
    ...(knownVariants ? { knownVariants: knownVariants.map(withoutFile) } : {}),
    ...(of.phenotype ? { phenotype: of.phenotype } : {}),
    // The specimen may be of a fetus or a loss, and a parent's relation does not change.
    ...(of.pregnancy ? { pregnancy: of.pregnancy } : {}),
    ...(of.parentage ? { parentage: of.parentage } : {}),
    tests: tests.length > 0 ? tests : blank.tests,
    ...(of.urgentContact === undefined ? {} : { urgentContact: of.urgentContact }),
    samples: [],
    addOn,
  }
}
