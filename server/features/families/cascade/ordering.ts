import { fail } from '#contract/errors.ts'
import type { familyCodesRoutes } from '#contract/family-cascade.ts'
import type { ReplyOf, RequestOf } from '#contract/route.ts'
import { orderOfFinding } from '#domain/family/cascade/order.ts'
import { type Authority, audit, withScope } from '#server/database/scope.ts'
import { createDraft, type OrderDeps } from '#server/features/orders/public.ts'
import type { CascadeDeps } from './deps.ts'
import { redeemedCode } from './redeeming.ts'

type Routes = typeof familyCodesRoutes

export type CodeOrderDeps = CascadeDeps &
  Pick<OrderDeps, 'excludedBilling' | 'takesOrders' | 'vaHospitals' | 'takesKits'>

/**
 * Begins the order of a redeemed code: a draft with the test and the familial variant, and nothing of the family. A code has
 * one order at a time: while it has a draft or an order that was not cancelled, the answer is that one.
 */
export function beginOrder(deps: CodeOrderDeps) {
  return (
    authority: Authority,
    { params: { hospital, id }, body }: RequestOf<Routes['order']>,
  ): Promise<ReplyOf<Routes['order']>> =>
    withScope(deps.connection, authority, async (scope) => {
      const use =
        (await scope.db
          .selectFrom('cascade_code_use')
          .select('code_id')
          .where('code_id', '=', id)
          .where('institution_code', '=', hospital)
          .forUpdate()
          .executeTakeFirst()) ?? fail('not-found')
      const redeemed = (await redeemedCode(scope, hospital, use.code_id, deps.now())) ?? fail('not-found')
      if (redeemed.orderId !== null) return { orderId: redeemed.orderId }
      if (redeemed.isWithdrawn)
        fail('wrong-state', {
          detail: 'This finding is no longer valid. Call the laboratory or the clinic that wrote the letter.',
        })
      if (redeemed.isQuestioned) fail('report-questioned')
      const offer = redeemed.offers.find(({ testCode }) => testCode === body.testCode)
      if (!offer)
        fail('invalid-fields', {
          errors: [
            {
              ...{ path: '/testCode', rule: 'unknown' },
              message: 'Choose a test that the laboratory offers for this variant.',
            },
          ],
        })
      const { id: user, firstName, lastName, npi } = scope.actor
      const provider = npi === '' ? undefined : { physicianId: user, firstName, lastName, npi }
      const { id: orderId } = await createDraft(deps, scope, {
        ...{ hospital, draftKey: body.draftKey },
        document: orderOfFinding(redeemed, offer, provider),
        detail: 'from the code of a relative’s letter',
      })
      await scope.db
        .updateTable('cascade_code_use')
        .set({ order_id: orderId })
        .where('code_id', '=', use.code_id)
        .execute()
      await audit(
        scope,
        'family-code.ordered',
        { kind: 'institution', id: hospital, institution: hospital },
        { order: orderId },
      )
      return { orderId }
    })
}
