import type { Scope } from '#server/database/scope.ts'
import type { StoredOrder } from './store.ts'

function eventsOf(scope: Scope, id: number) {
  return scope.db
    .selectFrom('order_event')
    .selectAll()
    .where('order_id', '=', id)
    .orderBy('at')
    .orderBy('id')
    .execute()
}

export function reportsOf(scope: Scope, id: number) {
  return scope.db
    .selectFrom('report')
    .selectAll()
    .where('order_id', '=', id)
    .orderBy('version', 'desc')
    .execute()
}

async function institutionName({ db }: Scope, code: string): Promise<string> {
  const found = await db.selectFrom('institution').select('name').where('code', '=', code).executeTakeFirst()
  return found?.name ?? code
}

function samplesOf({ db }: Scope, id: number) {
  return db.selectFrom('sample').selectAll().where('order_id', '=', id).orderBy('id').execute()
}

async function documentsOf({ db }: Scope, id: number): Promise<number> {
  const { count } = await db
    .selectFrom('document')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('order_id', '=', id)
    .where('removed_at', 'is', null)
    .executeTakeFirstOrThrow()
  return count
}

/** The caller's own. */
function feedbackOf({ db, actor }: Scope, id: number) {
  return db
    .selectFrom('order_feedback')
    .select(['rating', 'text'])
    .where('order_id', '=', id)
    .where('physician_id', '=', actor.id)
    .executeTakeFirst()
}

function additionsOf({ db }: Scope, id: number) {
  return db.selectFrom('requisition_addition').selectAll().where('order_id', '=', id).orderBy('id').execute()
}

/** The order that was made of a benefits verification. */
export async function orderedAs({ db }: Scope, id: number): Promise<number | null> {
  const found = await db
    .selectFrom('orders')
    .select('id')
    .where('made_from', '=', id)
    .where('made_as', '=', 'order')
    .orderBy('id')
    .executeTakeFirst()
  return found?.id ?? null
}

/** What belongs to an order besides its own row. */
export async function belongingsOf(scope: Scope, { id, institution_code, vob_status }: StoredOrder) {
  return {
    institutionName: await institutionName(scope, institution_code),
    events: await eventsOf(scope, id),
    reports: await reportsOf(scope, id),
    samples: await samplesOf(scope, id),
    documents: await documentsOf(scope, id),
    feedback: await feedbackOf(scope, id),
    additions: await additionsOf(scope, id),
    orderedAs: vob_status === null ? null : await orderedAs(scope, id),
  }
}
