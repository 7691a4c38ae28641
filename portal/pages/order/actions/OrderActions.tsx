import type { Order } from '#contract/order.ts'
import { AddDocuments } from '#portal/features/documents/public.ts'
import { ButtonLink } from '#portal/links/ButtonLink.tsx'
import { useSession } from '#portal/session/session.ts'
import { REQUISITION_HASH } from '../requisition/requisition-address.ts'
import * as texts from '../texts.ts'
import { DiscardDraft } from './DiscardDraft.tsx'
import { MoreActions } from './MoreActions.tsx'

/** What the reader may do with the order as it stands. */
export function OrderActions({ order }: { order: Order }) {
  const { can } = useSession()
  const { abilities } = order
  return (
    <>
      {abilities.includes('discard') && <DiscardDraft order={order} />}
      {abilities.includes('printRequisition') && (
        <ButtonLink to="." hash={REQUISITION_HASH} variant="default" resetScroll={false}>
          {texts.requisitionPdf}
        </ButtonLink>
      )}
      <AddDocuments order={order} />
      <MoreActions order={order} />
      {order.state === 'draft' && can('CreateOrder') && (
        <ButtonLink to="/create" search={{ draft: order.id }}>
          {abilities.includes('edit') ? texts.continueDraft : texts.openVerification}
        </ButtonLink>
      )}
    </>
  )
}
