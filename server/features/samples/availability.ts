import { fail } from '#contract/errors.ts'
import type { AvailabilityRequest } from '#contract/sample.ts'
import { type Authority, audit, type Scope, withScope } from '#server/database/scope.ts'
import { rawCodes } from '#server/features/catalogue/public.ts'
import { addEvent, assertAllowed, lockOrder } from '#server/features/orders/public.ts'
import { presentRequest } from './present.ts'
import type { Input, SampleDeps } from './sample-deps.ts'
import * as store from './store.ts'

const entityOf = ({ id, institution_code }: { id: number; institution_code: string }) => ({
  ...{ kind: 'availability-request', id, institution: institution_code },
})

/** The request's current state. */
async function loadRequest(scope: Scope, id: number): Promise<AvailabilityRequest> {
  return presentRequest((await store.findRequest(scope, id)) ?? fail('not-found'))
}

/** Also for a request that was repeated and changed nothing. */
const viewed = (
  scope: Scope,
  { id, institution_code }: Pick<store.StoredSample, 'id' | 'institution_code'>,
) => audit(scope, 'availability.view', { kind: 'sample', id, institution: institution_code })

export function listAvailability({ connection }: SampleDeps) {
  return (authority: Authority, { params: { id } }: Input<'availability'>): Promise<AvailabilityRequest[]> =>
    withScope(connection, authority, async (scope) => {
      await viewed(scope, (await store.findSample(scope, id)) ?? fail('not-found'))
      return (await store.requestsOf(scope, id)).map(presentRequest)
    })
}

/**
 * Asks whether a sample is sufficient for another test. While such a request is open, a repeat returns it.
 */
export function requestAvailability({ connection }: SampleDeps) {
  return (
    authority: Authority,
    { params: { h: hospital, id }, body }: Input<'askAvailability'>,
  ): Promise<AvailabilityRequest> =>
    withScope(connection, authority, async (scope) => {
      const sample = (await store.findSample(scope, id, hospital)) ?? fail('not-found')
      assertAllowed('addTest', await lockOrder(scope, { hospital, id: sample.order_id }))
      const testCode = (await rawCodes(scope.db, [body.testCode])).get(body.testCode)
      if (testCode === undefined)
        fail('invalid-fields', {
          errors: [
            {
              path: '/testCode',
              rule: 'unknown',
              message: `The catalogue has no test ${body.testCode} that can be ordered.`,
            },
          ],
        })
      const inserted = await store.insertRequestOnce(scope, sample, testCode)
      const request = await loadRequest(scope, inserted.id)
      if (inserted.created) {
        const order = { id: sample.order_id, institution: hospital }
        await addEvent(scope, order, 'availability-asked', request.testName)
        const entity = { kind: 'availability-request', id: inserted.id, institution: hospital }
        await audit(scope, 'availability.ask', entity, { sample: id, testCode })
      } else await viewed(scope, sample)
      return request
    })
}

/** The laboratory's answer, given by Support, once. */
export function answerAvailability({ connection }: SampleDeps) {
  return (
    authority: Authority,
    { params: { id }, body }: Input<'answerAvailability'>,
  ): Promise<AvailabilityRequest> =>
    withScope(connection, authority, async (scope) => {
      const row = (await store.findRequest(scope, id, { lock: true })) ?? fail('not-found')
      if (row.status !== 'requested')
        fail('wrong-state', { detail: 'This request has already been answered.' })
      const sample = (await store.findSample(scope, row.sample_id)) ?? fail('not-found')
      await store.setAnswer(scope, id, body)
      const words = [`${row.test_name}: ${body.isAvailable ? 'available' : 'not available'}`, body.note]
      const order = { id: sample.order_id, institution: row.institution_code }
      await addEvent(scope, order, 'availability-answered', words.filter(Boolean).join('. '))
      await audit(scope, 'availability.answer', entityOf(row), { isAvailable: body.isAvailable })
      return loadRequest(scope, id)
    })
}

/** Marks that the test was ordered, and by which order if known. A repeat changes nothing. */
export function markOrdered({ connection }: SampleDeps) {
  return (
    authority: Authority,
    { params: { id }, body: { orderId } }: Input<'markOrdered'>,
  ): Promise<AvailabilityRequest> =>
    withScope(connection, authority, async (scope) => {
      const row = (await store.findRequest(scope, id, { lock: true })) ?? fail('not-found')
      if (orderId !== null && !(await store.hasOrder(scope, row.institution_code, orderId)))
        fail('invalid-fields', {
          errors: [{ path: '/orderId', rule: 'unknown', message: 'The institution has no such order.' }],
        })
      if (row.status === 'ordered' && row.order_id === orderId) {
        await viewed(scope, { id: row.sample_id, institution_code: row.institution_code })
        return presentRequest(row)
      }
      if (row.status === 'unavailable' || row.status === 'ordered')
        fail('wrong-state', {
          detail:
            row.status === 'ordered'
              ? 'The test has already been ordered.'
              : 'The laboratory answered that the sample is not sufficient for this test.',
        })
      await store.setOrdered(scope, id, orderId)
      await audit(scope, 'availability.ordered', entityOf(row), { orderId })
      return loadRequest(scope, id)
    })
}
