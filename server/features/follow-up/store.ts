import { type Kysely, type Selectable, sql } from 'kysely'
import type { IsoDate } from '#domain/dates/dates.ts'
import type { FollowUpDetails } from '#domain/follow-up/detail.ts'
import type {
  FollowUpEvent,
  FollowUpKind,
  FollowUpOutcome,
  FollowUpResult,
} from '#domain/follow-up/follow-up.ts'
import { ownerOf } from '#domain/follow-up/owner.ts'
import { type FollowUpRules, INITIAL_RULES } from '#domain/follow-up/rules.ts'
import { rolesWith } from '#domain/users/roles.ts'
import type { Tables } from '#server/database/schema/tables.ts'
import { nameOf } from '#server/database/scope.ts'
import type { StoredOrder } from '#server/features/orders/public.ts'

/** The connection of a scope, or the worker's, which sees every institution. */
export type Db = Kysely<Tables>
export type StoredFollowUp = Selectable<Tables['follow_up']>

/** Who does something to a follow-up; `id` is null for the laboratory and the portal itself. */
export interface By {
  id: number | null
  name: string
}
export const BY_LABORATORY: By = { id: null, name: 'Laboratory' }
export const BY_KARYO: By = { id: null, name: 'Karyo' }

export interface Person {
  id: number
  name: string
}

export type FollowedOrder = Pick<
  StoredOrder,
  'id' | 'institution_code' | 'submitted_by' | 'responsible_id' | 'document'
>

export interface Reader extends Person {
  email: string
  npi: string
}

interface ReaderRow {
  id: number
  email: string
  npi: string
  first_name: string
  last_name: string
  suffix: string
}

/**
 * The users who can see an institution's orders: active there or at its parent with such a role, and not blocked
 * there; `role` narrows it to users with that role. On the worker's connection: a request's scope may hide users of the
 * parent (`readersInScope`).
 */
export async function readersAt(db: Db, code: string, role?: string): Promise<Reader[]> {
  const { rows } = await sql<ReaderRow>`
    select p.id, p.email, p.npi, p.first_name, p.last_name, p.suffix from physician p
    where exists (select from institution i
        join customer_role r on r.institution_code in (i.code, i.parent_code)
        join membership m using (physician_id, institution_code)
        where i.code = ${code} and r.physician_id = p.id and m.status = 'Active'
          and r.role = any (${role === undefined ? rolesWith('ViewOrder') : [role]}))
      and not exists (select from membership b
        where b.physician_id = p.id and b.institution_code = ${code} and b.status = 'Blocked')
    order by p.last_name collate "unicode", p.first_name collate "unicode", p.id`.execute(db)
  return rows.map(asReader)
}

/** The same in a request's scope, with the users of the parent whether or not the scope includes it. */
export async function readersInScope(db: Db, code: string): Promise<Reader[]> {
  const { rows } = await sql<ReaderRow>`
    select id, email, npi, first_name, last_name, suffix from readers_at(${code})
    where roles && ${rolesWith('ViewOrder')}::text[]
    order by last_name collate "unicode", first_name collate "unicode", id`.execute(db)
  return rows.map(asReader)
}

const asReader = ({ id, email, npi, first_name, last_name, suffix }: ReaderRow): Reader => ({
  ...{ id: Number(id), email, npi },
  name: nameOf({ firstName: first_name, lastName: last_name, suffix }),
})

/**
 * Who sees an order's results through by the rule (domain/follow-up/owner.ts); null: nobody. An ordering provider
 * who was typed in is found by the NPI.
 */
export function ownerAmong(order: Omit<FollowedOrder, 'id'>, readers: readonly Reader[]): Reader | null {
  const { physicianId, npi } = order.document.orderingProvider
  const ofNpi = readers.find((reader) => npi !== '' && reader.npi === npi)
  const people = {
    providerId: readers.some(({ id }) => id === physicianId) ? physicianId : (ofNpi?.id ?? null),
    submittedBy: order.submitted_by,
    responsibleId: order.responsible_id,
  }
  const id = ownerOf(people, new Set(readers.map((reader) => reader.id)))
  return readers.find((reader) => reader.id === id) ?? null
}

/** An institution's rules; where every institution starts if it has set none. */
export async function rulesOf(db: Db, code: string): Promise<FollowUpRules> {
  const row = await db
    .selectFrom('follow_up_rules')
    .select('rules')
    .where('institution_code', '=', code)
    .executeTakeFirst()
  return row?.rules ?? INITIAL_RULES
}

interface EventContent {
  kind: FollowUpEvent
  by: By
  words?: string
  detail?: object
}

/** Adds a line to the trail of a follow-up, and returns its id. */
export async function addFollowUpEvent(
  db: Db,
  { id, institution_code }: Pick<StoredFollowUp, 'id' | 'institution_code'>,
  { kind, by, words = '', detail = {} }: EventContent,
): Promise<number> {
  const added = await db
    .insertInto('follow_up_event')
    .values({
      ...{ follow_up_id: id, institution_code, kind, by_id: by.id, by_name: by.name, words },
      detail: JSON.stringify(detail),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return added.id
}

/** What a follow-up is about, and by when. */
export interface FollowUpContent<Kind extends FollowUpKind = FollowUpKind> {
  /** Ids of report rows. */
  reportIds: readonly number[]
  result: FollowUpResult
  dueOn: string | null
  detail: FollowUpDetails[Kind]
}

export interface NewFollowUp<Kind extends FollowUpKind = FollowUpKind> extends FollowUpContent<Kind> {
  kind: Kind
  /** A key of the order's people or fetuses, and the report's test; '' if it is about the whole order. */
  person: string
  testCode: string
  /** Tells several of this kind about the same report apart; '' if there can be only one. */
  subject?: string
  owner: Person | null
}

/**
 * Opens a follow-up with its first event, in the transaction of what causes it. If one of the same kind, person,
 * test and subject is open already, nothing happens, and `isNew` is false.
 */
export async function openFollowUp<Kind extends FollowUpKind>(
  db: Db,
  order: Pick<FollowedOrder, 'id' | 'institution_code'>,
  { kind, person, testCode, subject = '', owner, ...content }: NewFollowUp<Kind>,
  event: { by: By; words: string },
): Promise<{ id: number; isNew: boolean }> {
  const { institution_code } = order
  const inserted = await db
    .insertInto('follow_up')
    .values({
      ...{ order_id: order.id, institution_code, kind, person, test_code: testCode, subject },
      ...{ report_ids: [...content.reportIds], result: content.result, due_on: content.dueOn },
      ...{
        owner_id: owner?.id ?? null,
        owner_name: owner?.name ?? '',
        detail: JSON.stringify(content.detail),
      },
    })
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst()
  if (inserted) {
    const detail = { owner: owner?.name ?? null, dueOn: content.dueOn }
    await addFollowUpEvent(db, { id: inserted.id, institution_code }, { kind: 'opened', ...event, detail })
    return { id: inserted.id, isNew: true }
  }
  const existing = await openOf(db, order.id, { kind, person, testCode, subject })
  if (!existing) throw new Error('the follow-up that is in the way is not open')
  return { id: existing.id, isNew: false }
}

/** The open follow-up of one kind about a report; undefined if there is none. Locked until the transaction ends. */
export function openOf(
  db: Db,
  orderId: number,
  {
    kind,
    person,
    testCode,
    subject = '',
  }: { kind: FollowUpKind; person: string; testCode: string; subject?: string },
): Promise<StoredFollowUp | undefined> {
  return db
    .selectFrom('follow_up')
    .selectAll()
    .where('order_id', '=', orderId)
    .where('kind', '=', kind)
    .where('person', '=', person)
    .where('test_code', '=', testCode)
    .where('subject', '=', subject)
    .where('closed_at', 'is', null)
    .forUpdate()
    .executeTakeFirst()
}

const NOT_ESCALATED = { escalation: 0, escalated_at: null, escalated_to: '' } as const

/** Columns of the day by which it is on time. With a later day, the next lateness is told again from the beginning. */
function dueColumns({ due_on }: Pick<StoredFollowUp, 'due_on'>, dueOn: string | null) {
  const isLater = due_on !== null && (dueOn === null || dueOn > due_on)
  return { due_on: dueOn, ...(isLater ? NOT_ESCALATED : {}) }
}

/** Sets the day of the next step of a follow-up, which is locked. */
export async function setDueDay(
  db: Db,
  followUp: Pick<StoredFollowUp, 'id' | 'due_on'>,
  dueOn: string,
): Promise<void> {
  await db.updateTable('follow_up').set(dueColumns(followUp, dueOn)).where('id', '=', followUp.id).execute()
}

/** Makes an open follow-up about another version of its report. A statement about the earlier one is then refused. */
export async function moveFollowUp<Kind extends FollowUpKind>(
  db: Db,
  followUp: Pick<StoredFollowUp, 'id' | 'institution_code' | 'revision' | 'due_on'>,
  { reportIds, result, dueOn, detail }: FollowUpContent<Kind>,
  event: Omit<EventContent, 'detail'>,
): Promise<void> {
  await db
    .updateTable('follow_up')
    .set({
      ...{ report_ids: [...reportIds], result, detail: JSON.stringify(detail) },
      ...{ ...dueColumns(followUp, dueOn), revision: followUp.revision + 1 },
    })
    .where('id', '=', followUp.id)
    .execute()
  await addFollowUpEvent(db, followUp, { ...event, detail: { dueOn } })
}

/** One follow-up, locked until the transaction ends; undefined outside the scope. */
export function lockFollowUp(db: Db, id: number): Promise<StoredFollowUp | undefined> {
  return db.selectFrom('follow_up').selectAll().where('id', '=', id).forUpdate().executeTakeFirst()
}

/**
 * Gives a follow-up, which is locked, to somebody; null: nobody. Returns the id of its event. If it is in time, nobody
 * has been told of its lateness, only that it had no owner: the new one's lateness is told from the beginning.
 */
export async function assignFollowUp(
  db: Db,
  followUp: Pick<StoredFollowUp, 'id' | 'institution_code' | 'owner_name' | 'due_on'>,
  owner: Person | null,
  {
    today,
    ...event
  }: { kind: 'assigned' | 'taken-over' | 'reassigned'; by: By; words?: string; today: IsoDate },
): Promise<number> {
  const isInTime = followUp.due_on === null || followUp.due_on >= today
  await db
    .updateTable('follow_up')
    .set({
      ...{ owner_id: owner?.id ?? null, owner_name: owner?.name ?? '' },
      ...(owner && isInTime ? NOT_ESCALATED : {}),
    })
    .where('id', '=', followUp.id)
    .execute()
  const detail = { from: followUp.owner_name || null, to: owner?.name ?? null }
  return addFollowUpEvent(db, followUp, { ...event, detail })
}

/** Closes a follow-up, which is locked and open, by a person's statement. */
export async function closeFollowUp(
  db: Db,
  followUp: Pick<StoredFollowUp, 'id' | 'institution_code'>,
  { by, outcome, statement }: { by: By; outcome: FollowUpOutcome; statement: string },
): Promise<void> {
  await db
    .updateTable('follow_up')
    .set({
      ...{ closed_at: sql<Date>`date_trunc('milliseconds', now())`, closed_by: by.id },
      ...{ closed_by_name: by.name, outcome, statement },
    })
    .where('id', '=', followUp.id)
    .where('closed_at', 'is', null)
    .execute()
  const kind = outcome === 'acted' || outcome === 'no-action' ? 'acknowledged' : 'closed'
  await addFollowUpEvent(db, followUp, { kind, by, words: statement, detail: { outcome } })
}
