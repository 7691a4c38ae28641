import type { Order } from '#contract/order.ts'
import type { ReportVersionView, ReportView } from '#contract/reports.ts'
import { personName } from '#domain/orders/family.ts'
import { keysInOrder, subjectsOf } from '#domain/orders/subject.ts'
import { canBeOpened, currentOf } from '#domain/reports/history.ts'
import type { InStore, ReportPart } from '#domain/reports/report-update.ts'
import { testInWords } from '#domain/reports/words.ts'
import { readResult } from '#domain/results/read-result.ts'
import { isUnread } from '#server/features/orders/public.ts'
import type { ReportRow } from './store.ts'

/** Parts as displayed, numbered from 1; a document by its name. */
export function presentParts(parts: readonly ReportPart<InStore>[]): ReportVersionView['parts'] {
  return parts.map((one, index) => {
    if (one.kind === 'genetics') {
      const { findings, ...genetics } = one
      return { ...genetics, part: index + 1, result: readResult(findings) }
    }
    if (one.kind !== 'document') return { ...one, part: index + 1 }
    const { fileKey: _, ...document } = one
    return { ...document, part: index + 1 }
  })
}

/** An older report has one document, named in its row. */
export function partsOf({
  parts,
  file_key,
  bytes,
}: Pick<ReportRow, 'parts' | 'file_key' | 'bytes'>): readonly ReportPart<InStore>[] {
  if (parts.length > 0 || file_key === null) return parts
  const pdf = { label: '', filename: 'report.pdf', mediaType: 'application/pdf' }
  return [{ kind: 'document', ...pdf, fileKey: file_key, bytes }]
}

/** Whether the list itself contains the version's content: its text or values. */
export function givesContent(row: ReportRow): boolean {
  return canBeOpened(row) && partsOf(row).some(({ kind }) => kind !== 'document')
}

/** Whether nothing remains to be opened, as it has no document. */
export function isReadHere(row: ReportRow): boolean {
  return partsOf(row).every(({ kind }) => kind !== 'document')
}

const HIDDEN = { change: null, words: '', laboratory: '', signed_by: '' }

function presentVersion(row: ReportRow, number: number): ReportVersionView {
  const { id, version, status, state, withdrawn_at: withdrawnAt } = row
  const { change, words, laboratory, signed_by } = canBeOpened(row) ? row : HIDDEN
  return {
    ...{ id, version, number, status, state, change, words, laboratory, signedBy: signed_by },
    madeAt: (row.made_at ?? row.received_at).toISOString(),
    receivedAt: row.received_at.toISOString(),
    withdrawn: withdrawnAt && {
      ...{ at: withdrawnAt.toISOString(), words: row.withdrawn_words, change: row.withdrawn_change },
    },
    // A report that should never have been sent is hidden from clinics, including its file names.
    parts: canBeOpened(row) ? presentParts(partsOf(row)) : [],
    isQuestioned: row.is_questioned,
    isUnread: isUnread(row),
    notice:
      row.notice_kind && row.told_at
        ? { kind: row.notice_kind, at: row.told_at.toISOString(), readAt: row.read_at?.toISOString() ?? null }
        : null,
  }
}

/** One report for each test and person, in the order of the order's document; `rows` newest first. */
export function presentReports(
  { document }: Pick<Order, 'document'>,
  rows: readonly ReportRow[],
): ReportView[] {
  const reports = new Map<string, ReportRow[]>()
  for (const row of rows) {
    const key = JSON.stringify([row.person, row.test_code])
    reports.set(key, [...(reports.get(key) ?? []), row])
  }
  const people = [...subjectsOf(document), ...keysInOrder(document)]
  const ordered = [...reports.values()].toSorted(
    ([a], [b]) => people.indexOf(a?.person ?? '') - people.indexOf(b?.person ?? ''),
  )
  return ordered.flatMap((versions): ReportView[] => {
    const [newest] = versions
    if (!newest) return []
    const isKnown = keysInOrder(document).includes(newest.person)
    const named = { testCode: newest.test_code, testName: newest.test_name }
    return [
      {
        testCode: newest.test_code,
        testName: testInWords([...document.tests, ...document.addOnTests], named),
        person: newest.person,
        personName: isKnown ? personName(document, newest.person) : '',
        current: currentOf(versions)?.version ?? null,
        versions: versions.map((row, index) => presentVersion(row, versions.length - index)),
      },
    ]
  })
}
