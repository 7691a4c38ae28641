import { sql } from 'kysely'
import { confirmsOther, type ReportVersion, successorOf } from '#domain/reports/history.ts'
import type { NoticeKind } from '#domain/reports/words.ts'
import type { GatewayTransaction, StoredOrder } from '../store.ts'
import type { NotifiedReader, SendOrderNotice } from './order-notice.ts'

interface ChangedVersion {
  key: string
  kind: NoticeKind
  words: string
}

/** The versions that changed for their readers, with the kind of change. */
function changedVersions(before: readonly ReportVersion[], now: readonly ReportVersion[]): ChangedVersion[] {
  return before.flatMap((old): ChangedVersion[] => {
    const version = successorOf(old, now)
    // A version that turned out to need a decision at the laboratory is no longer current, and cannot be
    // opened.
    if (!version || version.state === 'withdrawn')
      return old.state === 'withdrawn'
        ? []
        : [
            {
              ...{ key: version?.key ?? old.key, kind: 'withdrawn' as const },
              words: version?.withdrawn?.words ?? '',
            },
          ]
    // The late report that it confirms replaced what its readers saw in it.
    if (version.state === 'current' && confirmsOther(old, version))
      return [{ key: version.key, kind: 'amended', words: '' }]
    const isOpen = old.status === 'preliminary' || old.status === 'partial'
    const later = now.filter((one) => isOfSameReport(one, version) && isNew(one, before)).at(-1)
    if (!later || later === version || later.state === 'withdrawn' || isOpen) return []
    const change = changeFor(version, now)
    // An addendum to the replacement does not concern the replaced version: its readers were notified of the
    // replacement.
    const isNotified = old.state === 'superseded' && later.status === 'addended'
    return change === null || isNotified ? [] : [{ key: version.key, kind: change.kind, words: change.words }]
  })
}

const isOfSameReport = (one: ReportVersion, other: ReportVersion) =>
  one.person === other.person && one.testCode === other.testCode

/** From most to least important for a reader. */
const CHANGES = ['corrected', 'amended', 'addended'] as const

/**
 * What has changed about an opened version, through all later versions: an error in it remains an error,
 * however its replacement was changed since. Null if nothing but a final report of the same content arrived.
 */
function changeFor(version: ReportVersion, now: readonly ReportVersion[]) {
  const after = now.filter(
    (one) => isOfSameReport(one, version) && one.version > version.version && one.state !== 'withdrawn',
  )
  for (const kind of CHANGES) {
    // For a current version: another version was added to it, and none has replaced it.
    const found = after.findLast(({ status }) => status === kind)
    if (found && (kind === 'addended' || version.state === 'superseded')) return { kind, words: found.words }
  }
  // Only the desk can let a preliminary report replace a final one.
  const open = after.findLast(({ status }) => status === 'preliminary' || status === 'partial')
  return open && version.state === 'superseded' ? { kind: 'preliminary' as const, words: open.words } : null
}

const isNew = ({ key }: ReportVersion, before: readonly ReportVersion[]) =>
  !before.some((one) => one.key === key)

interface StoredNotice {
  report_id: number
  physician_id: number
  told_at: Date
}

/** Each reader once, however many of the reports they had opened. */
function readersOf(notices: readonly StoredNotice[]): NotifiedReader[] {
  const readers = new Map<number, NotifiedReader>()
  for (const { physician_id: id, report_id, told_at } of notices)
    readers.set(id, { id, notice: `${report_id}-${told_at.toISOString()}` })
  return [...readers.values()]
}

/**
 * Notifies readers of a version that it changed or was withdrawn: on their pages, and each by a mail. A
 * report that waits for a decision at the laboratory counts as withdrawn meanwhile; when it becomes current
 * again, those notified are notified of that too.
 */
export async function noticeReaders(
  db: GatewayTransaction,
  order: StoredOrder,
  before: readonly ReportVersion[],
  now: readonly ReportVersion[],
  sendOrderNotice: SendOrderNotice,
): Promise<void> {
  const noticesByKind = new Map<NoticeKind, StoredNotice[]>()
  for (const { key, kind, words } of changedVersions(before, now)) {
    const { rows } = await sql<StoredNotice>`
      insert into report_notice (report_id, physician_id, order_id, institution_code, kind, words)
      select r.id, o.physician_id, r.order_id, r.institution_code, ${kind}, ${words}
      from report r join report_opening o on o.report_id = r.id
      where r.order_id = ${order.id} and r.result_key = ${key}
        and (${kind} <> 'withdrawn' or r.state = 'withdrawn')
      on conflict (report_id, physician_id)
        do update set kind = excluded.kind, words = excluded.words, told_at = now(), read_at = null
      returning report_id, physician_id, told_at`.execute(db)
    noticesByKind.set(kind, [...(noticesByKind.get(kind) ?? []), ...rows])
  }
  const { rows: restored } = await sql<StoredNotice>`
    update report_notice n set kind = 'restored', words = '', told_at = now(), read_at = null
    from report r where r.id = n.report_id and r.order_id = ${order.id} and r.state <> 'withdrawn' and n.kind = 'withdrawn'
    returning n.report_id, n.physician_id, n.told_at`.execute(db)
  noticesByKind.set('restored', restored)
  for (const [kind, notices] of noticesByKind) {
    const readers = readersOf(notices)
    if (readers.length > 0)
      await sendOrderNotice(db, { orderId: order.id, kind: `read-report-${kind}`, readers })
  }
}

/**
 * Notifies readers of a current report that the laboratory is checking whether it is valid, and later that it
 * is. If it is not, they are notified as of any change.
 */
export async function noticeQuestioned(
  db: GatewayTransaction,
  { id }: Pick<StoredOrder, 'id'>,
  sendOrderNotice: SendOrderNotice,
): Promise<void> {
  const { rows: questioned } = await sql<StoredNotice>`
    insert into report_notice (report_id, physician_id, order_id, institution_code, kind, words)
    select r.id, o.physician_id, r.order_id, r.institution_code, 'questioned', ''
    from report r join report_opening o on o.report_id = r.id
    where r.order_id = ${id} and r.state = 'current' and r.id in (select questioned_reports(${id}))
    on conflict (report_id, physician_id) do update
      set kind = 'questioned', words = '', told_at = now(), read_at = null
      where report_notice.kind <> 'questioned'
    returning report_id, physician_id, told_at`.execute(db)
  const { rows: upheld } = await sql<StoredNotice>`
    update report_notice n set kind = 'upheld', words = '', told_at = now(), read_at = null
    from report r where r.id = n.report_id and r.order_id = ${id} and r.state = 'current' and n.kind = 'questioned'
      and r.id not in (select questioned_reports(${id}))
    returning n.report_id, n.physician_id, n.told_at`.execute(db)
  if (questioned.length > 0)
    await sendOrderNotice(db, { orderId: id, kind: 'read-report-questioned', readers: readersOf(questioned) })
  if (upheld.length > 0)
    await sendOrderNotice(db, { orderId: id, kind: 'read-report-upheld', readers: readersOf(upheld) })
}
