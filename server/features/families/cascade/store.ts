import { type Insertable, type Kysely, type Selectable, sql } from 'kysely'
import type { Tables } from '#server/database/schema/tables.ts'
import { nameOf, type Scope } from '#server/database/scope.ts'
import type { StoredFamily } from '../store.ts'

export type StoredFinding = Selectable<Tables['family_finding']>
export type StoredStep = Selectable<Tables['family_step']>
export type StoredConsent = Selectable<Tables['family_consent']>
export type StoredCode = Selectable<Tables['cascade_code']>

const by = ({ actor }: Scope) => ({ by_id: actor.id, by_name: nameOf(actor) })

/** How far a test at another clinic is. */
type AgreedStep = Pick<StoredStep, 'finding_id' | 'member' | 'kind' | 'on_day' | 'copies'>

type NewFinding = Omit<
  Insertable<Tables['family_finding']>,
  'family_id' | 'institution_code' | 'added_by' | 'added_by_name' | 'added_at' | 'id'
>

/** Stores a finding; the same key again stores nothing and returns null. */
export async function insertFindingOnce(
  scope: Scope,
  family: StoredFamily,
  finding: NewFinding,
): Promise<number | null> {
  const { by_id, by_name } = by(scope)
  const inserted = await scope.db
    .insertInto('family_finding')
    .values({ ...finding, ...placeOf(family), added_by: by_id, added_by_name: by_name })
    .onConflict((conflict) => conflict.columns(['institution_code', 'finding_key']).doNothing())
    .returning('id')
    .executeTakeFirst()
  return inserted?.id ?? null
}

const placeOf = ({ id, institution_code }: StoredFamily) => ({ family_id: id, institution_code })

/** A finding of the family, locked until the transaction ends; undefined if it is another family's. */
export function lockFinding({ db }: Scope, family: StoredFamily, id: number) {
  return db
    .selectFrom('family_finding')
    .selectAll()
    .where('family_id', '=', family.id)
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()
}

export async function setClass(
  { db }: Scope,
  { id }: StoredFinding,
  variantClass: StoredFinding['variant_class'],
) {
  await db.updateTable('family_finding').set({ variant_class: variantClass }).where('id', '=', id).execute()
}

export async function setCopies({ db }: Scope, { id }: StoredFinding, copies: number[]) {
  await db.updateTable('family_finding').set({ copies }).where('id', '=', id).execute()
}

type NewStep = Pick<Insertable<Tables['family_step']>, 'member' | 'kind' | 'on_day'> &
  Partial<Pick<Insertable<Tables['family_step']>, 'way' | 'words' | 'copies' | 'needs' | 'code_id'>>

/** Returns nothing of the row: the person may not have agreed that it is seen. */
export async function insertStep(scope: Scope, finding: StoredFinding, step: NewStep): Promise<void> {
  const { family_id, institution_code, id: finding_id } = finding
  await scope.db
    .insertInto('family_step')
    .values({ ...step, family_id, finding_id, institution_code, ...by(scope) })
    .execute()
}

export async function insertConsent(
  scope: Scope,
  family: StoredFamily,
  consent: Pick<Insertable<Tables['family_consent']>, 'member' | 'shows' | 'agreed_on' | 'words'>,
): Promise<void> {
  await scope.db
    .insertInto('family_consent')
    .values({ ...consent, ...placeOf(family), ...by(scope) })
    .execute()
}

/** What a person agreed to last; undefined if nothing was asked yet. */
export async function agreedBy({ db }: Scope, { id }: StoredFamily, member: string) {
  const newest = await db
    .selectFrom('family_consent')
    .select('shows')
    .where('family_id', '=', id)
    .where('member', '=', member)
    .orderBy('id', 'desc')
    .executeTakeFirst()
  return newest?.shows
}

/** What is stored of a family's cascade and may be seen: the database leaves out what nobody agreed to. */
export async function storedCascade({ db }: Scope, { id, institution_code }: StoredFamily) {
  const [findings, recorded, agreed, consents, codes] = await Promise.all([
    db.selectFrom('family_finding').selectAll().where('family_id', '=', id).orderBy('id').execute(),
    db.selectFrom('family_step').selectAll().where('family_id', '=', id).orderBy('id').execute(),
    sql<AgreedStep>`select * from agreed_code_steps(${id})`.execute(db),
    db.selectFrom('family_consent').selectAll().where('family_id', '=', id).orderBy('id').execute(),
    db
      .selectFrom('cascade_code')
      .selectAll()
      .where('family_id', '=', id)
      .where('replaced_at', 'is', null)
      .orderBy('id')
      .execute(),
  ])
  return {
    findings,
    steps: [...recorded, ...asSteps(agreed.rows, { family_id: id, institution_code })],
    consents,
    codes,
  }
}

/** The findings whose report the laboratory is checking: nothing may be done by them until it has answered. */
export async function questionedFindings({ db }: Scope, { id }: StoredFamily): Promise<ReadonlySet<number>> {
  const { rows } = await sql<{ id: number }>`
    select id from family_finding f
    where f.family_id = ${id} and f.report_id in (select questioned_reports(f.order_id))`.execute(db)
  return new Set(rows.map((row) => Number(row.id)))
}

const asSteps = (
  told: readonly AgreedStep[],
  family: Pick<StoredFinding, 'family_id' | 'institution_code'>,
): StoredStep[] =>
  told.map((step) => ({
    ...{ ...step, ...family, id: 0, way: '', words: '', code_id: null, needs: '' },
    ...{ at: new Date(0), by_id: null, by_name: 'Another clinic' },
  }))

/** The steps of a finding that its clinic may see, oldest first: for the worker, from whom the database hides nothing. */
export async function stepsSeen(
  db: Kysely<Tables>,
  { id, family_id, institution_code }: StoredFinding,
): Promise<StoredStep[]> {
  const [recorded, told] = await Promise.all([
    db
      .selectFrom('family_step')
      .selectAll()
      .where('finding_id', '=', id)
      .where(sql<boolean>`needs = '' or step_is_agreed(family_id, member, code_id, needs)`)
      .orderBy('id')
      .execute(),
    sql<AgreedStep>`select * from code_steps(${family_id}) where finding_id = ${id}`.execute(db),
  ])
  return [...recorded, ...asSteps(told.rows, { family_id, institution_code })]
}

/** Stores the hash of a relative's new code, which takes the place of an earlier one. */
export async function insertCode(
  scope: Scope,
  finding: StoredFinding,
  code: { member: string; hash: string; expires_on: string },
): Promise<void> {
  const { by_id, by_name } = by(scope)
  await scope.db
    .updateTable('cascade_code')
    .set({ replaced_at: sql<Date>`now()` })
    .where('finding_id', '=', finding.id)
    .where('member', '=', code.member)
    .where('replaced_at', 'is', null)
    .execute()
  await scope.db
    .insertInto('cascade_code')
    .values({
      ...{
        ...code,
        finding_id: finding.id,
        family_id: finding.family_id,
        made_by: by_id,
        made_by_name: by_name,
      },
      institution_code: finding.institution_code,
    })
    .execute()
}
