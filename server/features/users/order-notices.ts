import { sql, type Transaction } from 'kysely'
import type { OrderEvent } from '#contract/order.ts'
import type { NotificationSettings } from '#contract/physicians.ts'
import { noticeText, ORDER_NOTICES, type OrderNoticeKind, wantsNotice } from '#domain/users/order-notices.ts'
import { rolesWith } from '#domain/users/roles.ts'
import type { Tables } from '#server/database/schema/tables.ts'
import type { SendMail } from '#server/features/mail/public.ts'
import type { MailDeps } from './mails.ts'

interface Reader {
  id: number
  email: string
  notifications: NotificationSettings
}

/** Users who opened a report that changed; `notice` tells this change from all others that they are told. */
type Notified = readonly { id: number; notice: string }[]

/**
 * The users who may view an institution's orders: active there or at its parent with such a role, and not
 * blocked there.
 */
async function readersAt(db: Transaction<Tables>, code: string): Promise<Reader[]> {
  const { rows } = await sql<Reader>`
    select p.id, p.email, p.notifications from physician p
    where p.email <> ''
      and exists (select from institution i
        join customer_role r on r.institution_code in (i.code, i.parent_code)
        join membership m using (physician_id, institution_code)
        where i.code = ${code} and r.physician_id = p.id and m.status = 'Active'
          and r.role = any (${rolesWith('ViewOrder')}))
      and not exists (select from membership b
        where b.physician_id = p.id and b.institution_code = ${code} and b.status = 'Blocked')
    order by p.id`.execute(db)
  return rows
}

/** The kind of the order's event that a mail is about: by it, the same mail is not written twice. */
function eventOf(kind: OrderNoticeKind): OrderEvent['kind'] {
  return kind === 'hospital-cancellation-refused' ? 'cancellation-refused' : (kind as OrderEvent['kind'])
}

/** Everyone who opened a report is notified of its change, even if they have left since. */
async function readersById(db: Transaction<Tables>, notified: Notified): Promise<Reader[]> {
  const ids = notified.map(({ id }) => id)
  return db
    .selectFrom('physician')
    .select(['id', 'email', 'notifications'])
    .where('id', 'in', ids)
    .where('email', '<>', '')
    .orderBy('id')
    .execute()
}

/**
 * Sends emails about an order's event, in the event's transaction as karyo_worker, to every user who may view
 * the institution's orders and wants such notices. An email contains the order's number, and nothing about
 * the patient or the test.
 */
export function orderNoticeSender({
  sendMail,
  portalOrigin,
  laboratoryName,
}: MailDeps & { sendMail: SendMail }) {
  return async (
    db: Transaction<Tables>,
    { orderId, kind, readers }: { orderId: number; kind: OrderNoticeKind; readers?: Notified },
  ): Promise<void> => {
    const order = await db
      .selectFrom('orders')
      .selectAll()
      .where('id', '=', orderId)
      .executeTakeFirstOrThrow()
    const event = await db
      .selectFrom('order_event')
      .select((eb) => eb.fn.max('id').as('id'))
      .where('order_id', '=', orderId)
      .$if(readers === undefined, (query) => query.where('kind', '=', eventOf(kind)))
      .executeTakeFirstOrThrow()
    if (event.id === null) throw new Error(`order ${orderId} has no event that ${kind} is about`)
    const ownUserIds = [
      ...[order.created_by, order.submitted_by, order.responsible_id],
      order.document.orderingProvider.physicianId,
    ]
    const { subject } = ORDER_NOTICES[kind]
    const text = noticeText(kind, { isCancelled: order.state === 'cancelled' })
    const all = readers ? await readersById(db, readers) : await readersAt(db, order.institution_code)
    for (const { id, email, notifications } of all) {
      if (!wantsNotice(notifications, kind, ownUserIds.includes(id))) continue
      const change = readers?.find((reader) => reader.id === id)
      await sendMail(db, {
        // Readers may be notified of several changes without an event of the order in between.
        key: ['order-event', orderId, event.id, kind, id, ...(change ? [change.notice] : [])].join('-'),
        to: email,
        subject: `Order ${orderId}: ${subject}`,
        text: [
          `${text} View order ${orderId} in the ${laboratoryName} ordering portal:`,
          `${portalOrigin}/order/details/${orderId}`,
          `Choose which emails you receive: ${portalOrigin}/profile\n`,
        ].join('\n\n'),
      })
    }
  }
}
