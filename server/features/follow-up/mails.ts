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

/** The orders of one mail, all of one institution: one for each follow-up, so that an order may be there twice. */
interface About {
  institution: { code: string; name: string }
  orderIds: readonly number[]
}

/** Why a mail tells others of a follow-up. */
export interface Escalated {
  orderId: number
  isOwned: boolean
  /** Its due day has passed; otherwise it only has no owner. */
  isLate: boolean
}

const countOfOrders = (orderIds: readonly number[]) => new Set(orderIds).size

function subjectOf(orderIds: readonly number[], one: string, several: string): string {
  const [first] = orderIds
  const many = `${orderIds.length} follow-ups ${several}`
  if (orderIds.length === 1) return `Order ${first}: a follow-up ${one}`
  return countOfOrders(orderIds) === 1 ? `Order ${first}: ${many}` : many
}

const CLOSED_BY_STATEMENT = 'It stays open until you close it with a statement.'
const CLOSED_BY_STATEMENTS = 'They stay open until you close each with a statement.'

const ordersOf = (all: readonly Escalated[]) => all.map(({ orderId }) => orderId)

/** `late`, all of them; `ownerless`, without being late; or some of each. */
function whyOf(all: readonly Escalated[]): 'late' | 'ownerless' | 'both' {
  if (all.every(({ isLate }) => !isLate)) return 'ownerless'
  return all.every(({ isLate, isOwned }) => isLate && isOwned) ? 'late' : 'both'
}

function escalatedSubject(all: readonly Escalated[]): string {
  if (all.every(({ isLate }) => isLate)) return subjectOf(ordersOf(all), 'is late', 'are late')
  return whyOf(all) === 'ownerless'
    ? subjectOf(ordersOf(all), 'has no owner', 'have no owner')
    : subjectOf(ordersOf(all), 'is late', 'are late or have no owner')
}

const TO_INSTITUTION = {
  late: [
    'It is past its due date. Remind the owner, or take it over.',
    'They are past their due dates. Remind their owners, or take them over.',
  ],
  ownerless: ['It has no owner. Take it over.', 'They have no owner. Take them over.'],
  both: [
    'It is past its due date and has no owner. Take it over.',
    'They are past their due dates or have no owner. Remind their owners, or take them over.',
  ],
} as const

/** Whoever the rules name may be blocked, or a role that nobody has, while others work there: it does not say that nobody does. */
function toSupport(all: readonly Escalated[], institution: string): string {
  const [one, at] = [all.length === 1, inMail(institution)]
  if (all.every(({ isLate }) => isLate))
    return `Nobody at ${at} has completed ${one ? 'it' : 'them'} on time.`
  return whyOf(all) === 'ownerless'
    ? `${one ? 'It has' : 'They have'} no owner, and none of the people named in the follow-up rules of ${at} can be notified.`
    : `Some are overdue at ${at}; others have no owner, and none of the people named in its follow-up rules can be notified.`
}

/** The mails about follow-ups. They contain order numbers, and nothing of patients, tests or results. */
export const followUpMails = {
  handed: (orderId: number, by: string): Content => ({
    subject: `Order ${orderId}: a follow-up is now yours`,
    text: `${inMail(by)} has handed a follow-up of this order to you. ${CLOSED_BY_STATEMENT}`,
    list: '/follow-up',
  }),
  reassigned: (orderIds: readonly number[]): Content => ({
    subject: subjectOf(orderIds, 'is now yours', 'are now yours'),
    text:
      orderIds.length === 1
        ? `The previous owner can no longer see it. ${CLOSED_BY_STATEMENT}`
        : `The previous owners can no longer see them. ${CLOSED_BY_STATEMENTS}`,
    list: '/follow-up',
  }),
  /** `told`: who else has been told. */
  lateToOwner: (orderIds: readonly number[], told: 'colleagues' | 'support'): Content => {
    const others = told === 'colleagues' ? 'colleagues have' : 'the laboratory’s Support has'
    return {
      subject: subjectOf(orderIds, 'of yours is late', 'of yours are late'),
      text:
        orderIds.length === 1
          ? `Your follow-up is late, and ${others} been told. Close it with a statement, or hand it to somebody who can.`
          : `Your follow-ups are late, and ${others} been told. Close each with a statement, or hand it to somebody who can.`,
      list: '/follow-up',
    }
  },
  toInstitution: (all: readonly Escalated[]): Content => ({
    subject: escalatedSubject(all),
    text: TO_INSTITUTION[whyOf(all)][all.length === 1 ? 0 : 1],
    list: '/follow-up',
  }),
  toSupport: (all: readonly Escalated[], institution: string): Content => ({
    subject: escalatedSubject(all),
    text: `${toSupport(all, institution)} Call the institution.`,
    list: '/laboratory/follow-up',
  }),
}

/** The list's address names its institution: whoever works at several may have another one selected. */
export function followUpLetter(
  { portalOrigin, laboratoryName }: Letters,
  { subject, text, list }: Content,
  { institution, orderIds }: About,
): { subject: string; text: string } {
  const [first, ...others] = new Set(orderIds)
  const listed = [first, ...others].slice(0, MOST_LISTED)
  const more = others.length + 1 - listed.length
  const place = `in the ${laboratoryName} ordering portal`
  const which = list === '/follow-up' ? `?institution=${encodeURIComponent(institution.code)}` : ''
  const links =
    others.length === 0
      ? [`View order ${first} ${place}: ${portalOrigin}/order/details/${first}`]
      : [
          `Orders of ${inMail(institution.name)}: ${listed.join(', ')}${more > 0 ? ` and ${more} more` : ''}.`,
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
