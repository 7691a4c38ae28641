import { todayAtLaboratory } from '#domain/dates/dates.ts'
import { type EscalationLevel, type FollowUpRules, levelOn } from '#domain/follow-up/rules.ts'
import { ROLE_WORDS } from '#domain/users/role-words.ts'
import type { Connection } from '#server/database/connection/connect.ts'
import type { RepeatingWork } from '#server/jobs/repeating.ts'
import {
  addTimelineEntry,
  institutionName,
  institutionsToLookAt,
  lateFollowUps,
  lostFollowUps,
  noteEscalation,
  ordersOf,
} from './escalation-store.ts'
import { type Escalated, type FollowUpMailDeps, followUpMails, sendFollowUpMail } from './mails.ts'
import {
  addFollowUpEvent,
  assignFollowUp,
  BY_KARYO,
  type Db,
  ownerAmong,
  type Reader,
  readersAt,
  rulesOf,
  type StoredFollowUp,
} from './store.ts'

interface EscalationDeps extends FollowUpMailDeps {
  /** The worker's: it sees every institution. */
  connection: Pick<Connection, 'db'>
  /** Where the laboratory's Support reads its mail. */
  supportEmail: string
  now: () => Date
}

/** Follow-ups in one transaction, and so in one mail. */
const BATCH_SIZE = 100

/**
 * Gives follow-ups whose owner can no longer see the order to the next by the rule, and tells the institution, then
 * the laboratory's Support, what is late. After a pause each follow-up takes one step to where it has to be. Several
 * portals may run it at the same time: a follow-up is locked by one of them.
 */
export function followUpEscalation(deps: EscalationDeps): RepeatingWork {
  async function run() {
    const { db } = deps.connection
    const today = todayAtLaboratory(deps.now())
    for (const code of await institutionsToLookAt(db, today)) {
      let handed = BATCH_SIZE
      while (handed === BATCH_SIZE)
        handed = await db.transaction().execute((transaction) => reassign(deps, transaction, code))
      let after: number | null = 0
      while (after !== null) {
        const from: number = after
        after = await db.transaction().execute((transaction) => escalate(deps, transaction, code, from))
      }
    }
  }
  return { name: 'follow-up', everySeconds: 300, run }
}

/** Gives a batch of follow-ups of lost owners to others, and returns how many there were. */
async function reassign(deps: EscalationDeps, db: Db, code: string): Promise<number> {
  const today = todayAtLaboratory(deps.now())
  const lost = await lostFollowUps(db, code, BATCH_SIZE)
  if (lost.length === 0) return 0
  const readers = await readersAt(db, code)
  const orders = await ordersOf(
    db,
    lost.map(({ order_id }) => order_id),
  )
  const given = new Map<Reader, { event: number; orderId: number }[]>()
  for (const followUp of lost) {
    const order = orders.get(followUp.order_id)
    const owner = order ? ownerAmong(order, readers) : null
    const words = `${followUp.owner_name} can no longer see this order.`
    const event = await assignFollowUp(db, followUp, owner, {
      kind: 'reassigned',
      by: BY_KARYO,
      words,
      today,
    })
    const detail = owner
      ? `from ${followUp.owner_name} to ${owner.name}`
      : `from ${followUp.owner_name} to nobody`
    await addTimelineEntry(db, followUp, 'follow-up-assigned', detail)
    if (owner) given.set(owner, [...(given.get(owner) ?? []), { event, orderId: followUp.order_id }])
  }
  const institution = { code, name: await institutionName(db, code) }
  for (const [owner, all] of given) {
    const orderIds = all.map(({ orderId }) => orderId)
    await sendFollowUpMail(deps, db, {
      ...{ key: `follow-up-reassigned-${all[0]?.event}`, to: owner.email },
      ...{ institution, orderIds, content: followUpMails.reassigned(orderIds) },
    })
  }
  return lost.length
}

/** Who is told at the institution: by its rules, whoever of them can see its orders today. */
async function contactsOf(
  db: Db,
  code: string,
  { escalateTo }: Pick<FollowUpRules, 'escalateTo'>,
): Promise<{ people: Reader[]; words: string }> {
  if ('role' in escalateTo) {
    const people = await readersAt(db, code, escalateTo.role)
    return { people, words: `users with the role ${ROLE_WORDS[escalateTo.role].name}` }
  }
  const people = (await readersAt(db, code)).filter(({ id }) => id === escalateTo.userId)
  return { people, words: people[0]?.name ?? '' }
}

interface Told {
  reader: Pick<Reader, 'email'>
  /** `owner-alone`: an owner for whom there are no colleagues to tell. */
  kind: 'owner' | 'owner-alone' | 'contact' | 'support'
  followUps: Escalated[]
  event: number
}

/** Escalates a batch of late follow-ups after one, by id; returns the last one, or null if there are no more. */
async function escalate(deps: EscalationDeps, db: Db, code: string, after: number): Promise<number | null> {
  const now = deps.now()
  const today = todayAtLaboratory(now)
  const late = await lateFollowUps(db, code, { today, after, limit: BATCH_SIZE })
  if (late.length === 0) return null
  const rules = await rulesOf(db, code)
  const { people, words } = await contactsOf(db, code, rules)
  const readers = await readersAt(db, code)
  const mails = new Map<string, Told>()
  const tell = (reader: Pick<Reader, 'email'>, kind: Told['kind'], followUp: Escalated, event: number) => {
    const key = `${kind} ${reader.email}`
    const known = mails.get(key)
    if (known) known.followUps.push(followUp)
    else mails.set(key, { reader, kind, followUps: [followUp], event })
  }
  for (const followUp of late) {
    const contacts = people.filter(({ id }) => id !== followUp.owner_id)
    const level = levelOn(rules, {
      ...{ dueOn: followUp.due_on, today, isOwned: followUp.owner_id !== null },
      hasContact: contacts.length > 0,
    })
    if (level === 0 || level <= followUp.escalation) continue
    const to = toldInWords(level, contacts.length > 0, words)
    const event = await addFollowUpEvent(db, followUp, {
      ...{ kind: 'escalated', by: BY_KARYO, words: whyInWords(followUp, today, to) },
      detail: { from: followUp.escalation, level },
    })
    await noteEscalation(db, followUp, { level, to, at: now })
    await addTimelineEntry(db, followUp, 'follow-up-escalated', `to ${to}`)
    const isFirst = followUp.escalation === 0
    const told = {
      ...{ orderId: followUp.order_id, isOwned: followUp.owner_id !== null },
      isLate: followUp.due_on !== null && followUp.due_on < today,
    }
    for (const contact of contacts) if (isFirst) tell(contact, 'contact', told, event)
    const owner = readers.find(({ id }) => id === followUp.owner_id)
    if (owner && isFirst) tell(owner, contacts.length > 0 ? 'owner' : 'owner-alone', told, event)
    if (level === 2) tell({ email: deps.supportEmail }, 'support', told, event)
  }
  const institution = { code, name: await institutionName(db, code) }
  for (const { reader, kind, followUps, event } of mails.values())
    await sendFollowUpMail(deps, db, {
      ...{ key: `follow-up-escalated-${event}-${kind}-${reader.email}`, to: reader.email },
      ...{ institution, orderIds: followUps.map(({ orderId }) => orderId) },
      content: contentOf(kind, followUps, institution.name),
    })
  return late.length < BATCH_SIZE ? null : (late.at(-1)?.id ?? null)
}

function toldInWords(level: EscalationLevel, hasContact: boolean, contact: string): string {
  if (level === 1) return contact
  return hasContact ? `${contact}, and the laboratory’s Support` : 'the laboratory’s Support'
}

function whyInWords({ owner_id, due_on }: StoredFollowUp, today: string, to: string): string {
  const isLate = due_on !== null && due_on < today
  const why = isLate ? `It was due on ${due_on}` : 'Nobody owns it'
  return `${why}${isLate && owner_id === null ? ' and nobody owns it' : ''}. Told: ${to}.`
}

function contentOf(kind: Told['kind'], followUps: readonly Escalated[], institution: string) {
  const orderIds = followUps.map(({ orderId }) => orderId)
  switch (kind) {
    case 'owner':
      return followUpMails.lateToOwner(orderIds, 'colleagues')
    case 'owner-alone':
      return followUpMails.lateToOwner(orderIds, 'support')
    case 'contact':
      return followUpMails.toInstitution(followUps)
    case 'support':
      return followUpMails.toSupport(followUps, institution)
  }
}
