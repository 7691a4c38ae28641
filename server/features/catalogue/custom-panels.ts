import { type SqlBool, sql } from 'kysely'
import type { catalogueRoutes } from '#contract/catalogue.ts'
import type { CustomPanel } from '#contract/custom-panel.ts'
import { type FieldError, fail } from '#contract/errors.ts'
import type { RequestOf } from '#contract/route.ts'
import { institutionsWith } from '#domain/permissions/permissions.ts'
import { type Authority, audit, nameOf, type Scope } from '#server/database/scope.ts'
import { testById } from './store.ts'

type Input<Name extends keyof typeof catalogueRoutes> = RequestOf<(typeof catalogueRoutes)[Name]>

const panels = (scope: Scope) =>
  scope.db
    .selectFrom('custom_panel as panel')
    .innerJoin('test', 'test.code', 'panel.test_code')
    .selectAll('panel')
    .select(['test.id as test_id', 'test.genes as test_genes'])
    .where('panel.institution_code', 'in', [...scope.institutions])
    .where('panel.removed_at', 'is', null)

type Row = Awaited<ReturnType<ReturnType<typeof panels>['execute']>>[number]

function present(row: Row): CustomPanel {
  return {
    id: row.id,
    institutionCode: row.institution_code,
    testId: row.test_id,
    testCode: row.test_code,
    name: row.name,
    genes: row.genes,
    version: row.version,
    updatedBy: row.updated_by_name,
    updatedAt: row.updated_at.toISOString(),
  }
}

/** Locks one panel until the transaction ends. Another institution's panel does not exist. */
async function lockPanel(scope: Scope, id: number): Promise<Row> {
  const row = await panels(scope).where('panel.id', '=', id).forUpdate('panel').executeTakeFirst()
  return row ?? fail('not-found')
}

const loadPanelReply = async (scope: Scope, id: number) =>
  present(await panels(scope).where('panel.id', '=', id).executeTakeFirstOrThrow())

/** As the access check decides for a path: an institution outside the authority does not exist. */
function assertInScope({ actor, institutions }: Authority, code: string) {
  if (institutions.includes(code)) return
  const seen = actor.memberships.some((at) => at.code === code && at.roles.length > 0)
  // The user has the permission, but the header leaves the institution out: for this request it does not
  // exist.
  const leftOut = institutionsWith(actor.memberships, ['CreateOrder'], []).includes(code)
  fail(seen && !leftOut ? 'forbidden' : 'not-found')
}

/** The genes without duplicates; a problem reports each one that the test does not analyze. */
function chosen(genes: readonly string[], ofTest: readonly string[]): string[] {
  const errors: FieldError[] = genes.flatMap((gene, index) =>
    ofTest.includes(gene)
      ? []
      : [{ path: `/genes/${index}`, rule: 'unknown', message: `${gene} is not a gene of this test.` }],
  )
  if (errors.length > 0) fail('invalid-fields', { errors })
  return [...new Set(genes)]
}

async function assertNameFree(
  scope: Scope,
  at: { institution: string; test: string; name: string; not?: number },
) {
  // If two users save the same name at the same moment, the second waits and then gets the conflict.
  await sql`select pg_advisory_xact_lock(hashtext(${`custom-panel ${at.institution}`}))`.execute(scope.db)
  const taken = await panels(scope)
    .where('panel.institution_code', '=', at.institution)
    .where('panel.test_code', '=', at.test)
    .where(sql<SqlBool>`lower(panel.name) = lower(${at.name})`)
    .where('panel.id', '<>', at.not ?? 0)
    .executeTakeFirst()
  if (!taken) return
  const message = `A panel named ${taken.name} already exists. Choose another name.`
  fail('already-there', { detail: message, errors: [{ path: '/name', rule: 'already-there', message }] })
}

const entity = (id: number, institution: string) => ({ kind: 'custom-panel', id, institution })

/** A test's panels at the scope's institutions, by name. */
export async function listPanels(scope: Scope, testId: number): Promise<CustomPanel[]> {
  const test = (await testById(scope.db, testId)) ?? fail('not-found')
  const rows = await panels(scope)
    .where('panel.test_code', '=', test.code)
    .orderBy(sql`lower(panel.name)`)
    .orderBy('panel.id')
    .execute()
  return rows.map(present)
}

export async function savePanel(
  scope: Scope,
  { params, body }: Input<'saveCustomPanel'>,
): Promise<CustomPanel> {
  assertInScope(scope, body.institutionCode)
  const test = (await testById(scope.db, params.id)) ?? fail('not-found')
  if (test.gene_choice !== 'some')
    fail('invalid-fields', {
      errors: [{ path: '/genes', rule: 'choice', message: 'This test does not allow a choice of genes.' }],
    })
  const genes = chosen(body.genes, test.genes)
  await assertNameFree(scope, { institution: body.institutionCode, test: test.code, name: body.name })
  const by = nameOf(scope.actor)
  const { id } = await scope.db
    .insertInto('custom_panel')
    .values({
      ...{ institution_code: body.institutionCode, test_code: test.code, name: body.name, genes },
      ...{ created_by_name: by, updated_by_name: by },
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await audit(scope, 'custom-panel.create', entity(id, body.institutionCode), { genes: genes.length })
  return loadPanelReply(scope, id)
}

/** Orders made with the panel have a copy of its genes, and keep it. */
export async function updatePanel(
  scope: Scope,
  { params, body }: Input<'updateCustomPanel'>,
): Promise<CustomPanel> {
  const row = await lockPanel(scope, params.id)
  if (row.version !== body.version)
    fail('version-conflict', {
      detail: `${row.updated_by_name} changed the panel in the meantime. Your change was not saved: reload and try again.`,
    })
  const genes = chosen(body.genes, row.test_genes)
  const { id, institution_code: institution, test_code: test } = row
  await assertNameFree(scope, { institution, test, name: body.name, not: id })
  await scope.db
    .updateTable('custom_panel')
    .set((eb) => ({
      ...{ name: body.name, genes, version: row.version + 1, updated_by_name: nameOf(scope.actor) },
      updated_at: eb.fn<Date>('now'),
    }))
    .where('id', '=', id)
    .execute()
  await audit(scope, 'custom-panel.change', entity(id, institution), { version: row.version + 1 })
  return loadPanelReply(scope, id)
}

export async function removePanel(scope: Scope, id: number): Promise<void> {
  const row = await lockPanel(scope, id)
  await scope.db
    .updateTable('custom_panel')
    .set((eb) => ({ removed_at: eb.fn<Date>('now') }))
    .where('id', '=', id)
    .execute()
  await audit(scope, 'custom-panel.remove', entity(id, row.institution_code))
}
