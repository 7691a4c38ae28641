import type { Scope } from '#server/database/scope.ts'
import { type OrderDeps, recipientsWith } from '#server/features/orders/public.ts'
import type { EhrInterface } from './store.ts'

/**
 * Mails those who complete drafts that one came from their hospital: the ordering provider, and whoever wants to hear of
 * what waits at the institution. The mail names the order's number, and neither patient nor test.
 */
export async function tellClinic(
  { sendMail, portalOrigin, laboratoryName }: Pick<OrderDeps, 'sendMail' | 'portalOrigin' | 'laboratoryName'>,
  scope: Scope,
  of: EhrInterface,
  { orderId, providerId }: { orderId: number; providerId: number | null },
): Promise<void> {
  const recipients = await recipientsWith(scope, of.institution, 'CreateOrder')
  for (const { id, email, notifications: wants } of recipients) {
    if (!wants.actionNeeded || email === '' || (wants.whose === 'mine' && id !== providerId)) continue
    await sendMail(scope.db, {
      key: `ehr-draft-${orderId}-${id}`,
      to: email,
      subject: `Order ${orderId}: a draft from ${of.name}`,
      text: [
        `An order came from ${of.name}. It is a draft: nothing goes to the laboratory until somebody completes and submits it. View order ${orderId} in the ${laboratoryName} ordering portal:`,
        `${portalOrigin}/create?draft=${orderId}`,
        `Choose which emails you receive: ${portalOrigin}/profile\n`,
      ].join('\n\n'),
    })
  }
}
