import { fail } from '#contract/errors.ts'
import { openPoints } from '#domain/orders/readiness.ts'
import { mayBecome, type VobChange, type VobStatus } from '#domain/orders/vob.ts'
import { type Authority, audit } from '#server/database/scope.ts'
import type { Readmit } from '#server/http/handlers.ts'
import { loadOrderReply, lockOrder, viewOrder } from '../locked-order.ts'
import { type Input, inScope, type OrderDeps } from '../order-deps.ts'
import * as store from '../store.ts'
import { loadRuleContext } from './rule-context.ts'
import { assertProviderUnchanged, assertReady, registeredProvider } from './submitting.ts'

const EVENTS = {
  submitted: 'benefits-asked',
  draft: 'benefits-withdrawn',
} as const satisfies Record<VobChange, string>

const REFUSALS = {
  draft: 'The verification is a draft.',
  submitted: 'Verification has already been requested.',
  answered: 'The payer has answered. Withdraw the verification to request it again.',
  expired: 'The verification has expired. Withdraw it to request it again.',
  ordered: 'This verification was converted to an order.',
} as const satisfies Record<VobStatus, string>

/** Requests a verification once nothing blocks it, or withdraws it (domain/orders/vob.ts). */
export function changeVob(deps: OrderDeps) {
  return async (
    authority: Authority,
    { params: { h: hospital, id }, headers, body, readmit }: Input<'vob'> & { readmit: Readmit },
  ) => {
    const orderRef = { hospital, id }
    const registered = await registeredProvider(deps, authority, orderRef)
    // The registry may take long to answer: the user may lose access meanwhile.
    return inScope(deps, await readmit(), async (scope) => {
      await deps.coverage.expire(scope, orderRef)
      const row = await lockOrder(scope, orderRef, headers['if-match'])
      const { vob_status: status, document } = row
      const { vobStatus: change } = body
      if (status === null) fail('wrong-state', { detail: 'This is not a benefits verification.' })
      if (status === change) return viewOrder(scope, orderRef)
      if (!mayBecome(status, change)) fail('wrong-state', { detail: REFUSALS[status] })
      if (change === 'submitted') {
        if (deps.excludedBilling.includes(hospital)) fail('not-offered')
        assertProviderUnchanged(registered, row)
        const contextRequest = {
          hospital,
          orderId: id,
          registered,
          submitter: null,
          vaHospitals: deps.vaHospitals,
          takesKits: deps.takesKits,
          now: deps.now(),
        }
        assertReady(openPoints(document, await loadRuleContext(scope, document, contextRequest)))
      }
      const order = { id, institution: hospital }
      await store.change(scope, id, { vob_status: change })
      await store.addEvent(scope, order, EVENTS[change])
      if (change === 'submitted') await deps.coverage.verify(scope, orderRef)
      await audit(scope, `vob.${change}`, { kind: 'order', ...order }, { version: row.version })
      return loadOrderReply(scope, orderRef)
    })
  }
}
