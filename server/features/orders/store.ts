import { type Selectable, sql, type Updateable, type UpdateObject } from 'kysely'
import type { OrderEvent } from '#contract/order.ts'
import { confirmationsAfter } from '#domain/consent/confirmation.ts'
import type { ConsentWordings } from '#domain/consent/consent-wording.ts'
import type { Signature } from '#domain/orders/attestation.ts'
import type { CopyKind } from '#domain/orders/copy.ts'
import type { OrderDocument } from '#domain/orders/document.ts'
import { personName } from '#domain/orders/family.ts'
import { fetusOf, personOfRecord } from '#domain/orders/subject.ts'
import { VOB_EVENTS, type VobStatus } from '#domain/orders/vob.ts'
import type { OrdersTable, Tables } from '#server/database/schema/tables.ts'
import { nameOf, type Scope } from '#server/database/scope.ts'
import type { OrderRef } from './order-deps.ts'
import type { documentColumns } from './submission/document-columns.ts'

export type StoredOrder = Selectable<OrdersTable>

export type DocumentColumns = ReturnType<typeof documentColumns>

interface DraftKeys {
  draftKey: string
  manifestKey?: string
  made?: { from: number; as: CopyKind }
}

/** Who confirmed each person's consents, after the actor saved this content. */
function confirmedColumns(
  actor: Scope['actor'],
  document: OrderDocument,
  before: StoredOrder['consents_confirmed'],
) {
  const user = { by: nameOf(actor), byId: actor.id, at: new Date().toISOString() }
  return { consents_confirmed: { people: confirmationsAfter(document, before?.people ?? [], user) } }
}

/** The columns of the actor's new draft. */
function newDraft(
  { actor }: Scope,
  institution: string,
  { draftKey, manifestKey, made }: DraftKeys,
  columns: DocumentColumns,
) {
  const name = nameOf(actor)
  return {
    ...columns,
    ...confirmedColumns(actor, columns.document, null),
    vob_status: columns.is_vob ? ('draft' as const) : null,
    made_from: made?.from ?? null,
    made_as: made?.as ?? null,
    manifest_key: manifestKey ?? null,
    institution_code: institution,
    draft_key: draftKey,
    created_by: actor.id,
    created_by_name: name,
    responsible_id: actor.id,
    responsible_name: name,
    updated_by_name: name,
  }
}

/**
 * Inserts a draft. With the same `draftKey` from the same user, or the same `manifestKey`, it returns the
 * existing order, so that a retried request creates none twice; `row` is then null.
 */
export async function insertDraft(
  scope: Scope,
  institution: string,
  keys: DraftKeys,
  columns: DocumentColumns,
): Promise<{ id: number; row: StoredOrder | null }> {
  const inserted = await scope.db
    .insertInto('orders')
    .values(newDraft(scope, institution, keys, columns))
    .onConflict((conflict) => conflict.doNothing())
    .returningAll()
    .executeTakeFirst()
  if (inserted) return { id: inserted.id, row: inserted }
  const existing = await findByKeys(scope, institution, keys)
  if (existing === undefined) throw new Error('the order that is in the way is not there')
  return { id: existing, row: null }
}

/** The number of the order already created with the actor's draft key, or with a manifest's key. */
export async function findByKeys(
  { db, actor }: Scope,
  institution: string,
  { draftKey, manifestKey }: { draftKey: string; manifestKey?: string | undefined },
): Promise<number | undefined> {
  const found = await db
    .selectFrom('orders')
    .select('id')
    .where('institution_code', '=', institution)
    .where((eb) =>
      eb.or([
        eb.and([eb('created_by', '=', actor.id), eb('draft_key', '=', draftKey)]),
        ...(manifestKey === undefined ? [] : [eb('manifest_key', '=', manifestKey)]),
      ]),
    )
    .executeTakeFirst()
  return found?.id
}

/** The NPI of an order's provider, and when it was submitted; undefined if the order is not in the scope. */
export function providerOf({ db }: Scope, { hospital, id }: OrderRef) {
  return db
    .selectFrom('orders')
    .select(sql<string>`document -> 'orderingProvider' ->> 'npi'`.as('npi'))
    .select('submitted_at')
    .where('institution_code', '=', hospital)
    .where('id', '=', id)
    .executeTakeFirst()
}

/** The order, or undefined if it is not in the scope. `lock` locks it until the transaction ends. */
export function findOrder(scope: Scope, institution: string, id: number, { lock = false } = {}) {
  const found = scope.db
    .selectFrom('orders')
    .selectAll()
    .where('institution_code', '=', institution)
    .where('id', '=', id)
  return (lock ? found.forUpdate() : found).executeTakeFirst()
}

/** Stores a draft's new content with the next version number, on behalf of the actor. */
export async function saveDocument(scope: Scope, row: StoredOrder, columns: DocumentColumns) {
  await change(scope, row.id, {
    ...columns,
    ...confirmedColumns(scope.actor, columns.document, row.consents_confirmed),
    vob_status: columns.is_vob ? (row.vob_status ?? 'draft') : null,
    version: row.version + 1,
    updated_at: sql`now()`,
    updated_by_name: nameOf(scope.actor),
  })
  scope.announceDraft(row.id)
}

/** Changes columns other than the content: the version, and who saved it, stay. */
export async function change({ db }: Scope, id: number, set: UpdateObject<Tables, 'orders'>) {
  await db.updateTable('orders').set(set).where('id', '=', id).execute()
}

/**
 * Until the transaction ends, no other order for the same people can be submitted, so that the later one sees
 * the earlier one.
 */
export async function lockPeople({ db }: Scope, { institution_code, people }: StoredOrder) {
  const keys = people.toSorted().map((patientKey) => `${institution_code} ${patientKey}`)
  // In the same sequence everywhere, so that there are no deadlocks.
  await sql`select pg_advisory_xact_lock(hashtextextended(key, 0)) from unnest(${keys}::text[]) key`.execute(
    db,
  )
}

/** The columns of a draft that nobody is asked to submit. */
export const WITHOUT_SUBMITTER_REQUEST = {
  asked_submitter_id: null,
  asked_submitter_name: null,
  asked_by_id: null,
  asked_by_name: null,
  asked_at: null,
  asked_note: '',
} as const satisfies Updateable<OrdersTable>

/** The columns of a draft that was not returned. */
export const NOT_SENT_BACK = {
  sent_back_note: '',
  sent_back_at: null,
  sent_back_by: null,
} as const satisfies Updateable<OrdersTable>

/** The columns that submitting sets, besides the time. `columns` are the content columns that change. */
export function submittedColumns(
  actor: Scope['actor'],
  row: Pick<StoredOrder, 'document' | 'consents_confirmed'>,
  {
    columns,
    assignNewLabNumber,
    consents,
    signature,
  }: {
    columns: Partial<DocumentColumns>
    assignNewLabNumber: boolean
    consents: ConsentWordings
    signature: Signature | null
  },
) {
  return {
    ...columns,
    ...WITHOUT_SUBMITTER_REQUEST,
    ...NOT_SENT_BACK,
    // What nobody is recorded to have confirmed, the submitter confirms.
    ...confirmedColumns(actor, columns.document ?? row.document, row.consents_confirmed),
    state: 'en-route',
    submitted_by: actor.id,
    submitted_by_name: nameOf(actor),
    assign_new_lab_number: assignNewLabNumber,
    consents_asked: consents,
    signature,
  } as const
}

/** Creates a sample for each specimen in the document; none for an add-on without a new specimen. */
export async function addSamples(
  { db }: Scope,
  order: { id: number; institution: string },
  document: OrderDocument,
) {
  const rows = document.samples.flatMap((sample) => {
    const patient = personOfRecord(document, sample.patient)
    if (!patient || sample.specimenType === '') return []
    return [
      {
        order_id: order.id,
        institution_code: order.institution,
        sample_key: sample.key,
        // A fetus's specimen has its mother's name and its label, as its tube does.
        patient_name: fetusOf(document, sample.patient)
          ? personName(document, sample.patient)
          : `${patient.firstName} ${patient.lastName}`.trim(),
        relationship: patient.relationship,
        specimen_type: sample.specimenType,
        date_of_collection: sample.dateOfCollection,
      },
    ]
  })
  if (rows.length > 0) await db.insertInto('sample').values(rows).execute()
}

/** A sample of the institution: its order's number, and whether the laboratory rejected it. */
export function sampleIn({ db }: Scope, institution: string, sampleId: number) {
  return db
    .selectFrom('sample')
    .select(['order_id', 'rejected_at'])
    .where('institution_code', '=', institution)
    .where('id', '=', sampleId)
    .executeTakeFirst()
}

/** What a verification was before an order was made from it, by its history. */
export async function vobStatusBefore({ db }: Scope, id: number): Promise<VobStatus> {
  const kinds = Object.keys(VOB_EVENTS) as (keyof typeof VOB_EVENTS)[]
  const last = await db
    .selectFrom('order_event')
    .select('kind')
    .where('order_id', '=', id)
    .where('kind', 'in', kinds)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
  return kinds.flatMap((kind) => (kind === last?.kind ? [VOB_EVENTS[kind]] : []))[0] ?? 'draft'
}

/** Open pages are told once the transaction commits: by then no event of the draft is left that could be announced. */
export async function deleteDraft({ db }: Scope, { hospital, id }: OrderRef) {
  await db.deleteFrom('orders').where('id', '=', id).where('state', '=', 'draft').execute()
  const about = { orderId: id, hospitalCode: hospital }
  const update = JSON.stringify({ ...about, state: 'draft', kind: 'draft-discarded' })
  await sql`select pg_notify('order_event', ${update})`.execute(db)
}

export async function addEvent(
  scope: Scope,
  order: { id: number; institution: string },
  kind: OrderEvent['kind'],
  detail = '',
) {
  const event = await scope.db
    .insertInto('order_event')
    .values({
      order_id: order.id,
      institution_code: order.institution,
      kind,
      actor: nameOf(scope.actor),
      actor_id: scope.actor.id,
      detail,
    })
    .returningAll()
    .executeTakeFirstOrThrow()
  scope.announce(event.id)
  return event
}

/** Records who opened report versions: they are notified when these change. */
export async function noteOpening(
  { db, actor }: Scope,
  ...versions: readonly { id: number; institution_code: string }[]
): Promise<void> {
  if (versions.length === 0) return
  const physician_id = actor.id
  await db
    .insertInto('report_opening')
    .values(
      versions.map(({ id: report_id, institution_code }) => ({ report_id, physician_id, institution_code })),
    )
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

/** Marks a report as opened, and its order once all current reports are; true the first time. */
export async function markOpened(
  { db }: Scope,
  { id, order_id }: { id: number; order_id: number },
): Promise<boolean> {
  const first = await db
    .updateTable('report')
    .set({ opened_at: sql`now()` })
    .where('id', '=', id)
    .where('opened_at', 'is', null)
    .returning('id')
    .executeTakeFirst()
  await db
    .updateTable('orders')
    .set({ report_opened_at: sql`now()` })
    .where('id', '=', order_id)
    .where('report_opened_at', 'is', null)
    .where(
      sql<boolean>`not exists (select from report r where r.order_id = orders.id and r.opened_at is null
        and r.state = 'current')`,
    )
    .execute()
  return first !== undefined
}
