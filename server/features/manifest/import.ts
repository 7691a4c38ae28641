import { randomUUID } from 'node:crypto'
import { isDeepStrictEqual } from 'node:util'
import { sql } from 'kysely'
import { fail, ProblemError } from '#contract/errors.ts'
import type { ManifestRow, manifestRoutes } from '#contract/manifest.ts'
import type { ReplyOf, RequestOf } from '#contract/route.ts'
import { BEYOND_COLUMN, type Column, columnsOf, REFERENCE } from '#domain/manifest/columns.ts'
import { repeatedError, testCodeErrors } from '#domain/manifest/in-file.ts'
import { earlierPositions, rowKey } from '#domain/manifest/keys.ts'
import { readCopyTo } from '#domain/manifest/recipient.ts'
import { type Cells, judgeRow, type ReadRow, type RowError, readRow } from '#domain/manifest/row.ts'
import { signatureRefusal } from '#domain/orders/attestation.ts'
import { type OrderDocument, PROBAND, type Recipient } from '#domain/orders/document.ts'
import { isAnotherPerson, peopleKeys } from '#domain/orders/identity.ts'
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

interface ReadEntry {
  row: number
  cells: Cells
  read: ReadRow
  /** Identifies the row; null if it has too little to identify it. */
  key: string | null
  /** Problems with the row besides those of its order. */
  errors: RowError[]
}

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

function rowError(path: string, rule: string, message: string, column = ''): RowError {
  return { column, path, rule, message, severity: 'error' }
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
    return { row, cells, read, key: rowKey(read, test.code) }
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

/**
 * The order that an earlier upload created from the row. A concurrent upload of the row waits until the
 * transaction ends.
 */
async function findExistingOrder({ db }: Scope, hospital: string, key: string | null) {
  const row = `manifest ${hospital} ${key ?? ''}`
  const order = db
    .selectFrom('orders')
    .select(['id', 'state', 'submitted_at', 'version', 'manifest_version', 'document'])
    .where('institution_code', '=', hospital)
    .where('manifest_key', '=', key ?? '')
  // The database runs these in sequence: the query sees the state after the wait.
  const [, existing] = await Promise.all([
    key !== null && sql`select pg_advisory_xact_lock(hashtextextended(${row}, 0))`.execute(db),
    order.executeTakeFirst(),
  ])
  return existing
}

const outcome = (
  { row }: ReadEntry,
  status: ManifestRow['outcome'],
  orderId: number | null = null,
  errors: RowError[] = [],
): ManifestRow => ({ row, outcome: status, orderId, errors })

type ExistingOrder = NonNullable<Awaited<ReturnType<typeof findExistingOrder>>>

const probandOf = ({ patients }: Pick<OrderDocument, 'patients'>) =>
  patients.find(({ key }) => key === PROBAND)

/** Whether the order is for another patient than the row: a Reference was used again. */
function isForAnother({ read }: ReadEntry, existing: ExistingOrder): boolean {
  const [patient, ordered] = [probandOf(read.document), probandOf(existing.document)]
  return patient !== undefined && ordered !== undefined && isAnotherPerson(patient, ordered)
}

/**
 * Only the clinic knows whether the patient was renamed, as newborns are: then both ways on are named. The patient of the order
 * is not: the message stays in the file that the page gives back.
 */
function anotherPatientMessage(
  { read }: ReadEntry,
  { id, document, submitted_at, state }: ExistingOrder,
): string {
  const found = `This row was recognized as order ${id}, which is for a patient of another name or date of birth.`
  if (state === 'cancelled')
    return `${found} That order was cancelled. To order for the patient of this row, give the row a new Reference`
  const isNew = `${found} If the row is for another patient, give it a new Reference`
  const [birth, ordered] = [probandOf(read.document)?.dateOfBirth, probandOf(document)?.dateOfBirth]
  if (birth && ordered && birth !== ordered) return isNew
  const next =
    submitted_at === null
      ? ', change the name in that order, and continue there'
      : ', and call the laboratory with the new name'
  return `${isNew}. If this patient was renamed, leave the row out${next}`
}

/** The result of an earlier upload's row that needs no further processing; otherwise null. */
function rowOfExisting(entry: ReadEntry, existing: ExistingOrder | undefined): ManifestRow | null {
  if (!existing) return null
  if (isForAnother(entry, existing)) {
    const error = rowError('', 'another-patient', anotherPatientMessage(entry, existing), REFERENCE)
    return outcome(entry, 'refused', existing.id, [error])
  }
  if (existing.submitted_at === null) return null
  if (existing.state !== 'cancelled') return outcome(entry, 'standing', existing.id)
  const message = `This row was already uploaded as order ${existing.id}, which was cancelled. To order again, give the row a new Reference`
  return outcome(entry, 'refused', existing.id, [rowError('', 'ordered-before', message)])
}

/** The version that an upload creates. */
const FIRST_VERSION = 1

/**
 * The result for a draft from an earlier upload that stays as it is: because it equals the row, or because
 * somebody edited it, which the row must not undo. Null if it is updated from the row.
 */
function draftStays(
  entry: ReadEntry,
  existing: ExistingOrder,
  document: OrderDocument,
  goAhead: Upload['goAhead'],
): ManifestRow | null {
  const same = isDeepStrictEqual(existing.document, document)
  if (same) return goAhead === 'submit' ? null : outcome(entry, 'standing', existing.id)
  // Nobody has edited it since an upload wrote it.
  if (existing.version === (existing.manifest_version ?? FIRST_VERSION)) return null
  const message = `Order ${existing.id} was created from this row and edited since, so it no longer matches the row. Continue with that order, or give the row a new Reference`
  const error = rowError('', 'version-conflict', message)
  return goAhead === 'submit'
    ? outcome(entry, 'refused', existing.id, [error])
    : outcome(entry, 'standing', existing.id, [{ ...error, severity: 'warning' }])
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
  const existing = await findExistingOrder(scope, hospital, entry.key)
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
  const judged = judgeRow(entry.read, entry.cells, await loadRuleContext(scope, entry.read.document, about))
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
