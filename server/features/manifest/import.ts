import { randomUUID } from 'node:crypto'
import { isDeepStrictEqual } from 'node:util'
import { fail, ProblemError } from '#contract/errors.ts'
import type { ManifestRow, manifestRoutes } from '#contract/manifest.ts'
import type { ReplyOf, RequestOf } from '#contract/route.ts'
import { BEYOND_COLUMN, type Column, columnsOf } from '#domain/manifest/columns.ts'
import { repeatedError, rowError, testCodeErrors } from '#domain/manifest/in-file.ts'
import { earlierPositions, hasUnreadNumber, rowKey } from '#domain/manifest/keys.ts'
import { readCopyTo } from '#domain/manifest/recipient.ts'
import { type Cells, judgeRow, readRow } from '#domain/manifest/row.ts'
import { signatureRefusal } from '#domain/orders/attestation.ts'
import type { Recipient } from '#domain/orders/document.ts'
import { peopleKeys } from '#domain/orders/identity.ts'
import type { OrderableTest } from '#domain/orders/rule-context.ts'
import { hasPermission, permissionsOf } from '#domain/permissions/permissions.ts'
import { searchable } from '#domain/text/searchable.ts'
import { type Authority, nameOf, type Scope, withScope } from '#server/database/scope.ts'
import { orderableTests } from '#server/features/catalogue/public.ts'
import {
  colleaguesWith,
  createDraft,
  loadRuleContext,
  lookUpProvider,
  type OrderDeps,
  rewriteDraft,
  submitDraft,
  submitterOf,
} from '#server/features/orders/public.ts'
import type { RunHeavy } from '#server/heavy/heavy-work.ts'
import type { Readmit } from '#server/http/handlers.ts'
import {
  draftStays,
  FIRST_VERSION,
  findExisting,
  outcome,
  type ReadEntry,
  rowOfExisting,
} from './existing-orders.ts'
import { fitErrors } from './fits-document.ts'
import type { readManifestFile } from './read-file.ts'

export interface ManifestDeps extends OrderDeps {
  /** The one institution that may upload manifests (specification §6); null if none may. */
  manifestInstitution: string | null
  /** Reads the file. */
  heavy: RunHeavy
}

const READING = new URL('./read-file.ts', import.meta.url).href

type Import = RequestOf<(typeof manifestRoutes)['import']>

/** What all rows of one upload share. */
interface Upload {
  hospital: string
  test: OrderableTest
  authority: Authority
  enteredBy: string
  goAhead: Import['body']['goAhead']
  signedText: Import['body']['signedText']
  /** The NPI registry's answers; each number is looked up once. */
  registered(npi: string): ReturnType<typeof lookUpProvider>
}

export async function manifestTest(
  { connection }: ManifestDeps,
  code: string,
  hospital: string,
): Promise<OrderableTest> {
  const [test] = await orderableTests(connection.db, [code], hospital)
  return test ?? fail('not-found', { detail: `There is no test ${code} that can be ordered.` })
}

/** The rows with everything that can be checked without the database. */
function readRows(
  rows: { row: number; cells: Cells }[],
  columns: readonly Column[],
  test: OrderableTest,
  body: Import['body'],
  copyTo: Recipient | null,
): ReadEntry[] {
  const entries = rows.map(({ row, cells }) => {
    const read = readRow(cells, columns, test)
    if (copyTo) read.document.recipients.push({ ...copyTo })
    return { row, cells, read, columns, key: rowKey(read, test.code) }
  })
  const earlier = earlierPositions(entries.map((entry) => entry.key))
  return entries.map((entry, index) => {
    const errors = testCodeErrors(entry.read, test, body.validateOrderTestCode)
    const same = earlier[index]
    const first = typeof same === 'number' ? entries[same] : undefined
    if (first) errors.push(repeatedError(first.row))
    return { ...entry, errors }
  })
}

/** One row in its own transaction: an error in one does not affect the others. */
async function processRow(
  deps: ManifestDeps,
  scope: Scope,
  upload: Upload,
  entry: ReadEntry,
): Promise<ManifestRow> {
  const { hospital, enteredBy, signedText } = upload
  // The first of the two has created the order by now, and the second would find it.
  if (entry.errors.some((error) => error.rule === 'repeated'))
    return outcome(entry, 'refused', null, entry.errors)
  const existing = await findExisting(scope, hospital, entry.key)
  const before = rowOfExisting(entry, existing)
  if (before) return before
  const registered = await upload.registered(entry.read.document.orderingProvider.npi)
  const submitter = await submitterOf(scope, hospital)
  const about = {
    hospital,
    orderId: existing?.id ?? null,
    registered,
    submitter,
    vaHospitals: deps.vaHospitals,
    takesKits: deps.takesKits,
    now: deps.now(),
  }
  const context = await loadRuleContext(scope, entry.read.document, about)
  // What was ordered before is compared once the numbers can be read: one of the orders may be the row's own.
  const comparable = hasUnreadNumber(entry.read) ? { ...context, history: [] } : context
  const judged = judgeRow(entry.read, entry.cells, comparable)
  const { document } = judged
  const stays = existing ? draftStays(entry, existing, document, upload.goAhead) : null
  if (stays) return stays
  const known = new Set(judged.errors.map((error) => error.column))
  const unfit = fitErrors(entry.read, document).filter(({ column }) => !known.has(column))
  const errors = [...entry.errors, ...judged.errors, ...unfit]
  if (errors.length > 0) return outcome(entry, 'refused', null, errors)
  if (upload.goAhead === 'no') return outcome(entry, 'ready')
  let version = existing?.version ?? FIRST_VERSION
  if (existing && !isDeepStrictEqual(existing.document, document)) {
    const by = `a manifest, entered by ${enteredBy}`
    await rewriteDraft(deps, scope, { hospital, id: existing.id }, { document, seen: version, by })
    version += 1
    await scope.db
      .updateTable('orders')
      .set({ manifest_version: version })
      .where('id', '=', existing.id)
      .execute()
  }
  const { id } =
    existing ??
    (await createDraft(deps, scope, {
      ...{ hospital, document, draftKey: randomUUID() },
      ...(entry.key === null ? {} : { manifestKey: entry.key }),
      detail: `row ${entry.row} of a manifest, entered by ${enteredBy}`,
    }))
  if (upload.goAhead === 'draft') return outcome(entry, 'drafted', id)
  await submitDraft(deps, scope, { hospital, id }, { seen: version, registered, signedText })
  return outcome(entry, 'submitted', id)
}

/** The refusal of creating or submitting the order, as an error of the row. */
function rowOfError(entry: ReadEntry, error: unknown): ManifestRow {
  if (!(error instanceof ProblemError) || error.problem.status >= 500) throw error
  const { code, detail, title, errors = [] } = error.problem
  const found = errors.map(({ path, rule, message }) =>
    rowError(path, rule, message, entry.read.columnAt(path)),
  )
  return outcome(entry, 'refused', null, found.length > 0 ? found : [rowError('', code, detail ?? title)])
}

/** Fewer than the connections in the pool. */
const MOST_TOGETHER = 4

/**
 * Groups of rows that are processed concurrently, in file order. No person is in two rows of a group, so that
 * the check for earlier orders sees a person's first order before the second.
 */
function* groupByPeople(entries: readonly ReadEntry[]): Generator<ReadEntry[]> {
  let some: ReadEntry[] = []
  let people = new Set<string>()
  for (const entry of entries) {
    const keys = peopleKeys(entry.read.document)
    if (some.length === MOST_TOGETHER || keys.some((key) => people.has(key))) {
      yield some
      some = []
      people = new Set()
    }
    some.push(entry)
    for (const key of keys) people.add(key)
  }
  yield some
}

/**
 * Who entered a manifest, by the name registered at the institution: the actor, or a colleague who may create
 * orders there. Any other name is refused, because the timeline would show it as a known user.
 */
async function enteredByOf(deps: ManifestDeps, authority: Authority, hospital: string, name: string) {
  const own = nameOf(authority.actor)
  const is = (one: string) => searchable(one) === searchable(name)
  if (name === '' || is(own)) return own
  const colleagues = await withScope(deps.connection, authority, (scope) =>
    colleaguesWith(scope, hospital, 'CreateOrder'),
  )
  const found = colleagues.find((one) => is(one.name))
  if (found) return found.name
  const message = 'Enter the registered name of a user who may create orders at this institution.'
  return fail('invalid-fields', { errors: [{ path: '/enteredBy', rule: 'unknown', message }] })
}

/** The recipient of a copy of every report; refused if it has neither fax nor email. */
function copyToOf(typed: string): Recipient | null {
  const { recipient, refused: message } = readCopyTo(typed)
  if (message !== null)
    fail('invalid-fields', { errors: [{ path: '/referral1', rule: 'required', message }] })
  return recipient
}

function assertMay(goAhead: Upload['goAhead'], { actor }: Authority, hospital: string): void {
  const roles = actor.memberships.find((at) => at.code === hospital)?.roles ?? []
  if (goAhead === 'submit' && !hasPermission(permissionsOf(roles), 'SubmitOrder')) fail('forbidden')
}

/**
 * Checks every row of a manifest and processes the valid ones as requested (API-39, ORDER-06). A row from an
 * earlier upload finds its order; an invalid row leaves nothing behind.
 */
export async function importManifest(
  deps: ManifestDeps,
  authority: Authority,
  { params, query, body, readmit }: Import & { readmit: Readmit },
): Promise<ReplyOf<(typeof manifestRoutes)['import']>> {
  const { testCode, hospitalCode: hospital } = params
  if (deps.manifestInstitution !== hospital) fail('not-offered')
  assertMay(body.goAhead, authority, hospital)
  const unsigned = body.goAhead === 'submit' ? signatureRefusal(body.signedText) : null
  if (unsigned) fail('invalid-fields', { errors: [{ path: '/signedText', ...unsigned }] })
  const test = await manifestTest(deps, testCode, hospital)
  const columns = [...columnsOf(test), BEYOND_COLUMN]
  const { content } = body.file
  const file = await deps.heavy<ReturnType<typeof readManifestFile>>({
    ...{ module: READING, name: 'readManifestFile', who: authority.actor.subject },
    input: { content, headings: columns.map(({ heading }) => heading) },
  })
  if ('refused' in file)
    fail('file-not-allowed', {
      detail: file.refused,
      errors: [{ path: '/file', rule: 'manifest', message: file.refused }],
    })
  const copyTo = copyToOf(body.referral1)
  const answers = new Map<string, ReturnType<typeof lookUpProvider>>()
  const upload: Upload = {
    ...{ hospital, test, authority, goAhead: body.goAhead, signedText: body.signedText },
    enteredBy: await enteredByOf(deps, authority, hospital, query.enteredBy ?? ''),
    registered(npi) {
      const lookup = answers.get(npi) ?? lookUpProvider(deps.registry, npi)
      answers.set(npi, lookup)
      return lookup
    },
  }
  const one = (current: Authority, entry: ReadEntry) =>
    withScope(deps.connection, current, (scope) => processRow(deps, scope, upload, entry)).catch(
      (error: unknown) => rowOfError(entry, error),
    )
  const rows: ManifestRow[] = []
  for (const some of groupByPeople(readRows(file.rows, columns, test, body, copyTo))) {
    // A long file takes minutes: its user may lose access meanwhile. What was created stays, and is found by its rows.
    const current = await readmit()
    assertMay(body.goAhead, current, hospital)
    rows.push(...(await Promise.all(some.map((entry) => one(current, entry)))))
  }
  return { rows }
}
