import { fail } from '#contract/errors.ts'
import type { AvailabilityRequest } from '#contract/sample.ts'
import { type Authority, audit, type Scope, within } from '#server/database/scope.ts'
import { rawCodes } from '#server/features/catalogue/reads.ts'
import { addEvent, heldOrder, mustBe } from '#server/features/orders/reads.ts'
import { presentRequest } from './present.ts'
import type { Input, SamplesParts } from './samples-parts.ts'
import * as store from './store.ts'

const entityOf = ({ id, institution_code }: { id: number; institution_code: string }) => ({
  ...{ kind: 'availability-request', id, institution: institution_code },
})

/** The request as it stands now. */
async function standing(scope: Scope, id: number): Promise<AvailabilityRequest> {
  return presentRequest((await store.findRequest(scope, id)) ?? fail('not-found'))
}

export function listAvailability({ connection }: SamplesParts) {
  return (authority: Authority, { params: { id } }: Input<'availability'>): Promise<AvailabilityRequest[]> =>
    within(connection, authority, async (scope) => {
      const { institution_code: institution } = (await store.findSample(scope, id)) ?? fail('not-found')
      await audit(scope, 'availability.view', { kind: 'sample', id, institution })
      return (await store.requestsOf(scope, id)).map(presentRequest)
    })
}

/** Asks whether a sample suffices for a further test. While such a question is open, asking again finds it. */
export function askAvailability({ connection }: SamplesParts) {
  return (
    authority: Authority,
    { params: { h: hospital, id }, body }: Input<'askAvailability'>,
  ): Promise<AvailabilityRequest> =>
    within(connection, authority, async (scope) => {
      const sample = (await store.findSample(scope, id, hospital)) ?? fail('not-found')
      mustBe('addTest', await heldOrder(scope, { hospital, id: sample.order_id }))
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
      const asked = await store.askOnce(scope, sample, testCode)
      const request = await standing(scope, asked.id)
      if (asked.created) {
        const order = { id: sample.order_id, institution: hospital }
        await addEvent(scope, order, 'availability-asked', request.testName)
        const entity = { kind: 'availability-request', id: asked.id, institution: hospital }
        await audit(scope, 'availability.ask', entity, { sample: id, testCode })
      }
      return request
    })
}

/** The laboratory's answer, by its Support; one is given. */
export function answerAvailability({ connection }: SamplesParts) {
  return (
    authority: Authority,
    { params: { id }, body }: Input<'answerAvailability'>,
  ): Promise<AvailabilityRequest> =>
    within(connection, authority, async (scope) => {
      const row = (await store.findRequest(scope, id, { lock: true })) ?? fail('not-found')
      if (row.status !== 'requested') fail('wrong-state', { detail: 'This request was answered already.' })
      const sample = (await store.findSample(scope, row.sample_id)) ?? fail('not-found')
      await store.setAnswer(scope, id, body)
      const words = [`${row.test_name}: ${body.isAvailable ? 'available' : 'not available'}`, body.note]
      const order = { id: sample.order_id, institution: row.institution_code }
      await addEvent(scope, order, 'availability-answered', words.filter(Boolean).join('. '))
      await audit(scope, 'availability.answer', entityOf(row), { isAvailable: body.isAvailable })
      return standing(scope, id)
    })
}

/** Notes that the test was ordered, by which order if that is known. The same again changes nothing. */
export function markOrdered({ connection }: SamplesParts) {
  return (
    authority: Authority,
    { params: { id }, body: { orderId } }: Input<'markOrdered'>,
  ): Promise<AvailabilityRequest> =>
    within(connection, authority, async (scope) => {
      const row = (await store.findRequest(scope, id, { lock: true })) ?? fail('not-found')
      if (orderId !== null && !(await store.hasOrder(scope, row.institution_code, orderId)))
        fail('invalid-fields', {
          errors: [{ path: '/orderId', rule: 'unknown', message: 'The institution has no such order.' }],
        })
      if (row.status === 'ordered' && row.order_id === orderId) return presentRequest(row)
      if (row.status === 'unavailable' || row.status === 'ordered')
        fail('wrong-state', {
          detail:
            row.status === 'ordered'
              ? 'The test was ordered already.'
              : 'The laboratory has answered that the sample does not suffice for this test.',
        })
      await store.setOrdered(scope, id, orderId)
      await audit(scope, 'availability.ordered', entityOf(row), { orderId })
      return standing(scope, id)
    })
}
