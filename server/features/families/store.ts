import { type SqlBool, sql } from 'kysely'
import type { FamilyChange } from '#domain/family/change.ts'
import type { FamilyDocument, FamilyMember } from '#domain/family/document.ts'
import { searchTerms } from '#domain/text/search-terms.ts'
import { searchable } from '#domain/text/searchable.ts'
import { likeText } from '#server/database/like.ts'
import { nameOf, type Scope } from '#server/database/scope.ts'

/** Stores a family; the same key again finds the stored one. `created` tells which. */
export async function insertOnce(
  { db, actor }: Scope,
  institution: string,
  { familyKey, name, document }: { familyKey: string; name: string; document: FamilyDocument },
): Promise<{ id: number; created: boolean }> {
  const inserted = await db
    .insertInto('family')
    .values({
      ...{ institution_code: institution, family_key: familyKey, name, ...familyColumns(name, document) },
      ...{ changed_by: actor.id, changed_by_name: nameOf(actor) },
    })
    .onConflict((conflict) => conflict.columns(['institution_code', 'family_key']).doNothing())
    .returning('id')
    .executeTakeFirst()
  if (inserted) return { id: inserted.id, created: true }
  const existing = await db
    .selectFrom('family')
    .select('id')
    .where('institution_code', '=', institution)
    .where('family_key', '=', familyKey)
    .executeTakeFirstOrThrow()
  return { id: existing.id, created: false }
}

/** The family, or undefined if it is not in the scope. `lock` locks it until the transaction ends. */
export function findFamily({ db }: Scope, institution: string, id: number, { lock = false } = {}) {
  const found = db
    .selectFrom('family')
    .selectAll()
    .where('institution_code', '=', institution)
    .where('id', '=', id)
  return (lock ? found.forUpdate() : found).executeTakeFirst()
}
export type StoredFamily = NonNullable<Awaited<ReturnType<typeof findFamily>>>

/** Stores a changed document as the next version, with the change that led to it. */
export async function storeChange(
  scope: Scope,
  family: StoredFamily,
  document: FamilyDocument,
  change: FamilyChange,
): Promise<void> {
  const { db, actor } = scope
  const version = family.version + 1
  const by = { id: actor.id, name: nameOf(actor) }
  await db
    .updateTable('family')
    .set({
      ...{ ...familyColumns(family.name, document), version, changed_at: sql<Date>`now()` },
      ...{ changed_by: by.id, changed_by_name: by.name },
    })
    .where('id', '=', family.id)
    .execute()
  await db
    .insertInto('family_change')
    .values({
      ...{ family_id: family.id, institution_code: family.institution_code, version },
      ...{ change: JSON.stringify(change), by_id: by.id, by_name: by.name },
    })
    .execute()
  await announce(scope, family, version)
}

/** Tells open pages, once the transaction commits (channel family_event). */
async function announce(
  { db }: Scope,
  { id, institution_code }: StoredFamily,
  version: number,
): Promise<void> {
  const update = JSON.stringify({ familyId: id, hospitalCode: institution_code, version })
  await sql`select pg_notify('family_event', ${update})`.execute(db)
}

export async function rename({ db, actor }: Scope, family: StoredFamily, name: string): Promise<void> {
  const { search_text } = familyColumns(name, family.document)
  await db
    .updateTable('family')
    .set({
      ...{ name, search_text, changed_at: sql<Date>`now()` },
      ...{ changed_by: actor.id, changed_by_name: nameOf(actor) },
    })
    .where('id', '=', family.id)
    .execute()
}

interface ListQuery {
  institution: string
  keyword?: string | undefined
  skip: number
  top: number
}

/** One page of an institution's families, last changed first, without their documents. */
export async function listFamilies({ db }: Scope, { institution, keyword, skip, top }: ListQuery) {
  let found = db.selectFrom('family').where('institution_code', '=', institution)
  for (const word of searchTerms(keyword ?? ''))
    found = found.where(sql<SqlBool>`search_text like ${`%${likeText(searchable(word))}%`}`)
  const { total } = await found.select((eb) => eb.fn.countAll<number>().as('total')).executeTakeFirstOrThrow()
  const rows = await found
    .select(['id', 'institution_code', 'name', 'probands', 'people_count', 'changed_at', 'changed_by_name'])
    .orderBy('changed_at', 'desc')
    .orderBy('id', 'desc')
    .offset(skip)
    .limit(top)
    .execute()
  return { total, rows }
}

/** The document, and what lists and the search need of it. */
export function familyColumns(name: string, document: FamilyDocument) {
  const names = document.people.map(nameInFull)
  return {
    document: JSON.stringify(document),
    people_count: document.people.length,
    probands: document.people
      .filter((member) => member.isProband)
      .map(nameInFull)
      .filter((each) => each !== '')
      .join(', '),
    search_text: searchable([name, ...names].join(' ')),
  }
}

const nameInFull = ({ firstName, lastName }: FamilyMember) => `${firstName} ${lastName}`.trim()
