import { isDeepStrictEqual } from 'node:util'
import { sql } from 'kysely'
import type { ManifestRow } from '#contract/manifest.ts'
import { type Column, MRN, REFERENCE } from '#domain/manifest/columns.ts'
import { rowError } from '#domain/manifest/in-file.ts'
import { isAnotherPatient, otherMarks, probandOf } from '#domain/manifest/keys.ts'
import { differingHeadings } from '#domain/manifest/order-cells.ts'
import type { Cells, ReadRow, RowError } from '#domain/manifest/row.ts'
import type { OrderDocument } from '#domain/orders/document.ts'
import { differencesOf } from '#domain/orders/identity.ts'
import type { Scope } from '#server/database/scope.ts'

// The orders that earlier uploads created from a row, and what becomes of the row then.

export interface ReadEntry {
  row: number
  cells: Cells
  read: ReadRow
  /** Identifies the row; null if it has too little to identify it. */
  key: string | null
  columns: readonly Column[]
  /** Problems with the row besides those of its order. */
  errors: RowError[]
}

/**
 * The order that an earlier upload created from the row. A concurrent upload of the row waits until the
 * transaction ends.
 */
export async function findExisting({ db }: Scope, hospital: string, key: string | null) {
  if (key === null) return undefined
  const row = `manifest ${hospital} ${key}`
  const order = db
    .selectFrom('orders')
    .select(['id', 'state', 'submitted_at', 'version', 'manifest_version', 'document'])
    .where('institution_code', '=', hospital)
    .where('manifest_key', '=', key)
  // The database runs these in sequence: the query sees the state after the wait.
  const [, existing] = await Promise.all([
    sql`select pg_advisory_xact_lock(hashtextextended(${row}, 0))`.execute(db),
    order.executeTakeFirst(),
  ])
  return existing
}

type ExistingOrder = NonNullable<Awaited<ReturnType<typeof findExisting>>>

export const outcome = (
  { row }: ReadEntry,
  status: ManifestRow['outcome'],
  orderId: number | null = null,
  errors: RowError[] = [],
): ManifestRow => ({ row, outcome: status, orderId, errors })

/** What tells the patient of the row from that of the order; null if they may be the same. */
function otherPatient({ read }: ReadEntry, existing: ExistingOrder) {
  const [patient, ordered] = [probandOf(read.document), probandOf(existing.document)]
  if (!patient || !ordered || !isAnotherPatient(read, patient, ordered)) return null
  return {
    marks: otherMarks(patient, ordered),
    names: differencesOf(patient, ordered),
    isOtherBirth: differencesOf({ ...patient, firstName: '', lastName: '' }, ordered) > 0,
  }
}

/** The way on if the row is for a patient of its own. */
const ownReference = ({ read }: ReadEntry) =>
  read.reference === '' ? `a ${REFERENCE} of its own` : `a new ${REFERENCE}`

/**
 * Only the clinic knows whether the patient is another, such as a twin, or was renamed, as newborns are, or corrected: then
 * both ways on are named. The patient of the order is not: the message stays in the file that the page gives back.
 */
function anotherPatientMessage(
  entry: ReadEntry,
  { id, submitted_at, state }: ExistingOrder,
  { marks, names, isOtherBirth }: NonNullable<ReturnType<typeof otherPatient>>,
): string {
  const isByPatient = names === 0 && entry.read.reference === ''
  const other = isByPatient
    ? `the same name and date of birth but a different ${marks.recordNumber ? MRN : 'number in the name'}`
    : 'a different name, date of birth or MRN'
  const found = `This row was recognized as order ${id}, which is for a patient with ${other}.`
  if (state === 'cancelled')
    return `${found} That order was cancelled. To order for the patient of this row, give the row ${ownReference(entry)}`
  const isNew = `${found} If the row is for another patient${isByPatient ? ', such as a twin' : ''}, give it ${ownReference(entry)}`
  const isDraft = submitted_at === null
  if (names < 2) {
    const corrected = marks.recordNumber && names === 0 ? `the ${MRN} was` : 'this patient’s data were'
    const next = isDraft ? 'correct that draft' : 'call the laboratory with the right data'
    return `${isNew}. If ${corrected} corrected, leave the row out, and ${next}`
  }
  if (isOtherBirth) return isNew
  const next = isDraft
    ? ', change the name in that order, and continue there'
    : ', and call the laboratory with the new name'
  return `${isNew}. If this patient was renamed, leave the row out${next}`
}

/** The row is refused for this reason, which no reason to go ahead overrides; its order stays as it is. */
const refusedAsAnother = (entry: ReadEntry, { id }: ExistingOrder, message: string) =>
  outcome(entry, 'refused', id, [rowError('', 'another-patient', message, REFERENCE)])

/** The row's order stays as it is. */
const unchanged = (entry: ReadEntry, { id, state }: ExistingOrder, errors: RowError[] = []): ManifestRow => ({
  ...outcome(entry, 'standing', id, errors),
  orderState: state,
})

/** So many columns are named; the order page has the rest. */
const MOST_NAMED = 8

/** `MRN, Member ID and 2 more`: where the order is not as the row; '' if it is. */
function differencesInWords({ read, columns }: ReadEntry, { document }: ExistingOrder): string {
  const { recipients } = read.document
  const lacksCopy = recipients.some(
    (one) => !document.recipients.some((other) => isDeepStrictEqual(one, other)),
  )
  const all = [
    ...differingHeadings(read.document, document, columns),
    ...(lacksCopy ? ['recipient of copies'] : []),
  ]
  const more = all.length > MOST_NAMED ? ` and ${all.length - MOST_NAMED} more` : ''
  return `${all.slice(0, MOST_NAMED).join(', ')}${more}`
}

/** What the clinic has to know of a row whose order is submitted: the row changes nothing of it. */
function submittedWarnings(entry: ReadEntry, existing: ExistingOrder): RowError[] {
  const { id, state } = existing
  const warning = (rule: string, message: string) =>
    ({ ...rowError('', rule, message), severity: 'warning' }) as const
  const differing = differencesInWords(entry, existing)
  const isUndated =
    entry.read.reference === '' && (entry.read.document.samples[0]?.dateOfCollection ?? '') === ''
  return [
    ...(differing === ''
      ? []
      : [
          warning(
            'differs',
            `Order ${id} was submitted before, and differs from this row: ${differing}. The row does not change it. If the row is right, call the laboratory to correct the order`,
          ),
        ]),
    ...(isUndated && state === 'reported'
      ? [
          warning(
            'undated',
            `This row has neither a ${REFERENCE} nor a date of collection, so it was recognized by its patient as order ${id}, which is reported. To order the test again, give the row a ${REFERENCE}`,
          ),
        ]
      : []),
  ]
}

/** The result of an earlier upload's row that needs no further processing; otherwise null. */
export function rowOfExisting(entry: ReadEntry, existing: ExistingOrder | undefined): ManifestRow | null {
  if (!existing) return null
  const another = otherPatient(entry, existing)
  if (another) return refusedAsAnother(entry, existing, anotherPatientMessage(entry, existing, another))
  if (existing.submitted_at === null) return null
  if (existing.state !== 'cancelled') return unchanged(entry, existing, submittedWarnings(entry, existing))
  const message = `This row was already uploaded as order ${existing.id}, which was cancelled. To order again, give the row a new Reference`
  return outcome(entry, 'refused', existing.id, [rowError('', 'ordered-before', message)])
}

/** The version that an upload creates. */
export const FIRST_VERSION = 1

/** Whether the row has no MRN of its own to be recognized by: it may be a twin's, and would take the other's out of the draft. */
function lacksNumber({ read }: ReadEntry, { document }: ExistingOrder): boolean {
  const has = (one: OrderDocument) => (probandOf(one)?.recordNumber ?? '') !== ''
  return read.reference === '' && !has(read.document) && has(document)
}

/**
 * The result for a draft from an earlier upload that stays as it is: because it equals the row, or because
 * somebody edited it, which the row must not undo. Null if it is updated from the row.
 */
export function draftStays(
  entry: ReadEntry,
  existing: ExistingOrder,
  document: OrderDocument,
  goAhead: 'no' | 'draft' | 'submit',
): ManifestRow | null {
  const same = isDeepStrictEqual(existing.document, document)
  if (same) return goAhead === 'submit' ? null : unchanged(entry, existing)
  // Nobody has edited it since an upload wrote it.
  if (existing.version === (existing.manifest_version ?? FIRST_VERSION))
    return lacksNumber(entry, existing)
      ? refusedAsAnother(
          entry,
          existing,
          `This row was recognized by its patient as draft ${existing.id}. That draft has an ${MRN}, and this row has none. If the row is for another patient, such as a twin, give it ${ownReference(entry)}. If it is for the same one, enter the ${MRN}`,
        )
      : null
  const differing = differencesInWords(entry, existing)
  const where = differing === '' ? '' : `: ${differing}`
  const message = `Order ${existing.id} was created from this row and edited since, so it no longer matches the row${where}. Submit that draft from Pending Submission, or give the row a new Reference`
  const error = rowError('', 'version-conflict', message)
  return goAhead === 'submit'
    ? outcome(entry, 'refused', existing.id, [error])
    : unchanged(entry, existing, [{ ...error, severity: 'warning' }])
}
