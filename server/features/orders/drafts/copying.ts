import { fail } from '#contract/errors.ts'
import { type CopyKind, copyOf } from '#domain/orders/copy.ts'
import { type Authority, audit, type Scope } from '#server/database/scope.ts'
import { assertAllowed, loadOrderReply, lockOrder, viewOrder } from '../locked-order.ts'
import { type Input, inScope, type OrderDeps } from '../order-deps.ts'
import type { StoredOrder } from '../store.ts'
import * as store from '../store.ts'
import { orderedAs } from '../view/relations.ts'
import { createDraft } from './drafts.ts'
import { copyWithVariant } from './relative-tests.ts'

const WORDS = {
  again: 'copied from order',
  relative: 'for a relative of the patient on order',
  order: 'from benefits verification',
} as const satisfies Record<CopyKind, string>

/** Only a verification can be converted to an order, and only once; only an order can be copied. */
async function assertCopyable(scope: Scope, row: StoredOrder, as: CopyKind) {
  if (row.is_vob !== (as === 'order'))
    fail('wrong-state', {
      detail: row.is_vob
        ? 'A benefits verification cannot be copied. Convert it to an order instead.'
        : 'This is not a benefits verification.',
    })
  const ordered = row.is_vob ? await orderedAs(scope, row.id) : null
  if (ordered !== null)
    fail('wrong-state', { detail: `This verification has already been converted to order ${ordered}.` })
}

export function copyOrder(deps: OrderDeps) {
  return (authority: Authority, { params, body: { draftKey, as, testCode, variants } }: Input<'copy'>) =>
    inScope(deps, authority, async (scope) => {
      const { hospital, id: from } = params
      const row = await lockOrder(scope, params)
      const existing = await store.findByKeys(scope, hospital, { draftKey })
      if (existing !== undefined) return viewOrder(scope, { hospital, id: existing })
      assertAllowed('copy', row)
      await assertCopyable(scope, row, as)
      const copied = copyOf(row.document, as, row.accession_number ?? '')
      const document =
        testCode === undefined
          ? copied
          : await copyWithVariant(deps, scope, row, { copied, as, testCode, variants })
      const detail = `${WORDS[as]} ${from}`
      const { id } = await createDraft(deps, scope, {
        ...{ hospital, draftKey, document, detail },
        made: { from, as },
      })
      if (as === 'order') {
        const verification = { id: from, institution: hospital }
        await store.change(scope, from, { vob_status: 'ordered' })
        await deps.coverage.carry(scope, hospital, from, id)
        await store.addEvent(scope, verification, 'ordered-from-benefits', `order ${id}`)
        await audit(scope, 'vob.ordered', { kind: 'order', ...verification }, { order: id })
      }
      return loadOrderReply(scope, { hospital, id })
    })
}
