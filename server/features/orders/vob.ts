import { fail } from '#contract/errors.ts'
import { openPoints } from '#domain/orders/readiness.ts'
import { mayBecome, type VobChange, type VobStatus } from '#domain/orders/vob.ts'
import { type Authority, audit } from '#server/database/scope.ts'
import { factsOf } from './facts.ts'
import { hold, whole } from './hold.ts'
import { type Input, inScope, type OrdersParts } from './orders-parts.ts'
import * as store from './store.ts'
import { mustBeAsked, mustBeReady, registeredProvider } from './submitting.ts'

const EVENTS = {
  submitted: 'benefits-asked',
  draft: 'benefits-withdrawn',
} as const satisfies Record<VobChange, string>

const REFUSED = {
  draft: 'The verification is a draft.',
  submitted: 'The insurance is asked already.',
  answered: 'The insurance has answered. Take the verification back to ask again.',
  expired: 'The verification has expired. Take it back to ask again.',
  ordered: 'An order was made of this verification.',
} as const satisfies Record<VobStatus, string>

/** Asks for a verification, when nothing stands against it any more, or takes it back (domain/orders/vob.ts). */
export function changeVob(parts: OrdersParts) {
  return async (authority: Authority, { params: { h: hospital, id }, headers, body }: Input<'vob'>) => {
    const place = { hospital, id }
    const registered = await registeredProvider(parts, authority, place)
    return inScope(parts, authority, async (scope) => {
      await parts.coverage.expire(scope, place)
      const row = await hold(scope, place, headers['if-match'])
      const { vob_status: status, document } = row
      const { vobStatus: change } = body
      if (status === null) fail('wrong-state', { detail: 'This is no benefits verification.' })
      if (status === change) return whole(scope, place)
      if (!mayBecome(status, change)) fail('wrong-state', { detail: REFUSED[status] })
      if (change === 'submitted') {
        if (parts.excludedBilling.includes(hospital)) fail('not-offered')
        mustBeAsked(registered, row)
        const about = {
          hospital,
          orderId: id,
          registered,
          submitter: null,
          vaHospitals: parts.vaHospitals,
          now: parts.now(),
        }
        mustBeReady(openPoints(document, await factsOf(scope, document, about)))
      }
      const order = { id, institution: hospital }
      await store.change(scope, id, { vob_status: change })
      await store.addEvent(scope, order, EVENTS[change])
      if (change === 'submitted') await parts.coverage.verify(scope, place)
      await audit(scope, `vob.${change}`, { kind: 'order', ...order }, { version: row.version })
      return whole(scope, place)
    })
  }
}
