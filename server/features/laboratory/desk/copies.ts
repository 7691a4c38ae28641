import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import { type OutdatedCopy, outdatedCopies } from '#domain/reports/copies.ts'
import type { ReportVersion } from '#domain/reports/history.ts'
import type { Source, StoredLabUpdate } from '../inbox/lab-events.ts'
import type { GatewayTransaction, StoredOrder } from '../store.ts'
import { addCheck, updateWithReport } from './result-checks.ts'

interface Reason {
  source: Source
  /** What comes after it in the message: it may settle the copies itself. */
  later: readonly StoredLabUpdate[]
}

/**
 * If a document that is the report of several tests is withdrawn or corrected as that of one of them, the same waits at
 * the result desk for the others, whose reports are in question until then. Ends once it has come for them too.
 */
export async function checkCopies(
  db: GatewayTransaction,
  order: StoredOrder,
  reports: readonly ReportVersion[],
  { source, later }: Reason,
): Promise<void> {
  if (new Set(reports.map(({ testCode }) => testCode)).size < 2) return
  const found = outdatedCopies(reports)
  for (const one of found)
    if (!later.some((update) => changesReport(update, one.copy)))
      await addCheck(db, order, {
        ...{ why: 'same-document', isFiled: false, key: keyOf(one), labUpdate: updateFor(one), source },
      })
  const keys = found.map(keyOf)
  await db
    .updateTable('result_check')
    .set({ outcome: 'settled', decided_at: sql<Date>`now()`, decided_by_name: 'Laboratory' })
    .where('order_id', '=', order.id)
    .where('why', '=', 'same-document')
    .where('outcome', 'is', null)
    .$if(keys.length > 0, (query) => query.where('result_key', 'not in', keys))
    .execute()
}

const CHANGES: readonly string[] = ['withdrawn', 'cancelled', 'corrected', 'amended']

function changesReport({ report }: StoredLabUpdate, { testCode }: ReportVersion): boolean {
  if (report === null || report.identity.testCode !== testCode) return false
  return CHANGES.includes(report.status) || report.parts.length > 0
}

/** The same until the other test's report changes again: what was refused stays so. */
function keyOf({ copy, of, replacement }: OutdatedCopy): string {
  const hash = createHash('sha256').update(JSON.stringify([copy.key, of.key, replacement?.key ?? '']))
  return `copy:${hash.digest('base64url').slice(0, 27)}`
}

/** The withdrawal or correction as it would have come for the copy: after it, so that it can take effect. */
function updateFor({ copy, of, replacement }: OutdatedCopy): StoredLabUpdate {
  const { filler, accession, testCode, group, testName, person } = copy
  const { words, change } = replacement ?? of.withdrawn ?? { words: '', change: null }
  const after = (at: Date, than: Date) => (at > than ? at : than)
  const update = updateWithReport(
    {
      status: replacement ? (replacement.status === 'corrected' ? 'corrected' : 'amended') : 'withdrawn',
      identity: { filler, accession, testCode, group },
      parts: replacement?.parts ?? [],
      ...{ words, change, read: { report: '', results: [] } },
      ...(testName === '' ? {} : { testName }),
      ...(replacement
        ? { issuer: { laboratory: replacement.laboratory, signedBy: replacement.signedBy } }
        : {}),
      madeAt: after(replacement?.madeAt ?? copy.madeAt, copy.madeAt),
      sentAt: after(replacement?.sentAt ?? of.withdrawn?.at ?? copy.sentAt, copy.sentAt),
    },
    null,
  )
  return { ...update, person }
}
