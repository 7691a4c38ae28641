import { inMail } from '#domain/text/in-mail.ts'
import type { SendMail } from '#server/features/mail/public.ts'
import type { Db } from './store.ts'

interface Letters {
  portalOrigin: string
  laboratoryName: string
}
export interface FollowUpMailDeps extends Letters {
  sendMail: SendMail
}

/** How many order numbers a mail lists. */
const MOST_LISTED = 20

interface Content {
  subject: string
  text: string
  /** The page that lists them all: an institution's, or the laboratory's of all institutions. */
  list: '/follow-up' | '/laboratory/follow-up'
}

/** The orders of one mail, all of one institution. */
interface About {
  institution: { code: string; name: string }
  orderIds: readonly number[]
}

const subjectOf = (orderIds: readonly number[], one: string, several: string) =>
  orderIds.length === 1
    ? `Order ${orderIds[0]}: a follow-up ${one}`
    : `${orderIds.length} follow-ups ${several}`

/** The mails about follow-ups. They contain order numbers, and nothing of patients, tests or results. */
export const followUpMails = {
  handed: (orderIds: readonly number[], by: string): Content => ({
    subject: subjectOf(orderIds, 'is now yours', 'are now yours'),
    text: `${inMail(by)} has handed a follow-up of this order to you. It stays open until you close it with a statement.`,
    list: '/follow-up',
  }),
  reassigned: (orderIds: readonly number[]): Content => ({
    subject: subjectOf(orderIds, 'is now yours', 'are now yours'),
    text: 'The previous owner can no longer see it. It stays open until you close it with a statement.',
    list: '/follow-up',
  }),
  lateToOwner: (orderIds: readonly number[]): Content => ({
    subject: subjectOf(orderIds, 'of yours is late', 'of yours are late'),
    text: 'Your follow-up is late, and colleagues have been told. Close it with a statement, or hand it to somebody who can.',
    list: '/follow-up',
  }),
  lateToInstitution: (orderIds: readonly number[]): Content => ({
    subject: subjectOf(orderIds, 'is late', 'are late'),
    text: 'It is past its due date or has no owner. Remind the owner, or take it over.',
    list: '/follow-up',
  }),
  lateToSupport: (orderIds: readonly number[], institution: string): Content => ({
    subject: subjectOf(orderIds, 'is late', 'are late'),
    text: `Nobody at ${inMail(institution)} has completed it on time. Call the institution.`,
    list: '/laboratory/follow-up',
  }),
}

/** The list's address names its institution: whoever works at several may have another one selected. */
export function followUpLetter(
  { portalOrigin, laboratoryName }: Letters,
  { subject, text, list }: Content,
  { institution, orderIds }: About,
): { subject: string; text: string } {
  const [first, ...others] = orderIds
  const more = orderIds.length - MOST_LISTED
  const place = `in the ${laboratoryName} ordering portal`
  const which = list === '/follow-up' ? `?institution=${encodeURIComponent(institution.code)}` : ''
  const links =
    others.length === 0
      ? [`View order ${first} ${place}: ${portalOrigin}/order/details/${first}`]
      : [
          `Orders of ${inMail(institution.name)}: ${orderIds.slice(0, MOST_LISTED).join(', ')}${more > 0 ? ` and ${more} more` : ''}.`,
          `View them ${place}: ${portalOrigin}${list}${which}`,
        ]
  return { subject, text: `${[text, ...links].join('\n\n')}\n` }
}

/** Sends a mail in the transaction of its cause; `key` is unique to the cause and the recipient. */
export async function sendFollowUpMail(
  deps: FollowUpMailDeps,
  db: Db,
  { key, to, content, ...about }: { key: string; to: string; content: Content } & About,
): Promise<void> {
  if (to !== '') await deps.sendMail(db, { key, to, ...followUpLetter(deps, content, about) })
}
