import { sql } from 'kysely'
import { type ReportVersion, successorOf } from '#domain/reports/history.ts'
import type { NoticeKind } from '#domain/reports/words.ts'
import type { GatewayTransaction, StoredOrder } from '../store.ts'
import type { SendOrderNotice } from './order-notice.ts'

interface ChangedVersion {
  key: string
  kind: NoticeKind
  words: string
}

/** Which versions changed for those who had opened them, by the messages that brought them. */
function changedVersions(before: readonly ReportVersion[], now: readonly ReportVersion[]): ChangedVersion[] {
  return before.flatMap((old): ChangedVersion[] => {
    const version = successorOf(old, now)
    // What turned out to wait for a person at the laboratory counts no more, and is opened by nobody.
    if (!version || version.state === 'withdrawn')
      return old.state === 'withdrawn'
        ? []
        : [
            {
              ...{ key: version?.key ?? old.key, kind: 'withdrawn' as const },
              words: version?.withdrawn?.words ?? '',
            },
          ]
    const isOpen = old.status === 'preliminary' || old.status === 'partial'
    const later = now.filter((one) => isOfSameReport(one, version) && isNew(one, before)).at(-1)
    if (!later || later === version || later.state === 'withdrawn' || isOpen) return []
    const change = changeFor(version, now)
    // An addendum to what had replaced a version before says nothing of that version: they were told of the replacement.
    const isNotified = old.state === 'superseded' && later.status === 'addended'
    return change === null || isNotified ? [] : [{ key: version.key, kind: change.kind, words: change.words }]
  })
}

const isOfSameReport = (one: ReportVersion, other: ReportVersion) =>
  one.person === other.person && one.testCode === other.testCode

/** From what asks most of a reader to what asks least. */
const CHANGES = ['corrected', 'amended', 'addended'] as const

/**
 * What has become of a version that somebody has opened, by all that came after it: what was wrong with it stays wrong,
 * however the version that replaced it was changed since. Null where nothing but a final report of the same came.
 */
function changeFor(version: ReportVersion, now: readonly ReportVersion[]) {
  const after = now.filter(
    (one) => isOfSameReport(one, version) && one.version > version.version && one.state !== 'withdrawn',
  )
  for (const kind of CHANGES) {
    // Of what still stands, another version was added to it and none has replaced it.
    const found = after.findLast(({ status }) => status === kind)
    if (found && (kind === 'addended' || version.state === 'superseded')) return { kind, words: found.words }
  }
  // Only the desk lets a preliminary report take the place of a final one.
  const open = after.findLast(({ status }) => status === 'preliminary' || status === 'partial')
  return open && version.state === 'superseded' ? { kind: 'preliminary' as const, words: open.words } : null
}

const isNew = ({ key }: ReportVersion, before: readonly ReportVersion[]) =>
  !before.some((one) => one.key === key)

/**
 * Tells whoever has opened a version that it changed or is withdrawn: on their pages, and by a mail each. What waits for a
 * person at the laboratory is withdrawn while it does; once it counts again, those who were told so hear that too.
 */
export async function noticeReaders(
  db: GatewayTransaction,
  order: StoredOrder,
  before: readonly ReportVersion[],
  now: readonly ReportVersion[],
  sendOrderNotice: SendOrderNotice,
): Promise<void> {
  const readersByKind = new Map<NoticeKind, Set<number>>()
  for (const { key, kind, words } of changedVersions(before, now)) {
    const { rows } = await sql<{ physician_id: number }>`
      insert into report_notice (report_id, physician_id, order_id, institution_code, kind, words)
      select r.id, o.physician_id, r.order_id, r.institution_code, ${kind}, ${words}
      from report r join report_opening o on o.report_id = r.id
      where r.order_id = ${order.id} and r.result_key = ${key}
        and (${kind} <> 'withdrawn' or r.state = 'withdrawn')
      on conflict (report_id, physician_id)
        do update set kind = excluded.kind, words = excluded.words, told_at = now(), read_at = null
      returning physician_id`.execute(db)
    for (const { physician_id: id } of rows)
      readersByKind.set(kind, (readersByKind.get(kind) ?? new Set()).add(id))
  }
  const { rows: restored } = await sql<{ physician_id: number }>`
    update report_notice n set kind = 'restored', words = '', told_at = now(), read_at = null
    from report r where r.id = n.report_id and r.order_id = ${order.id} and r.state <> 'withdrawn' and n.kind = 'withdrawn'
    returning n.physician_id`.execute(db)
  if (restored.length > 0)
    readersByKind.set('restored', new Set(restored.map(({ physician_id }) => physician_id)))
  for (const [kind, readers] of readersByKind)
    await sendOrderNotice(db, { orderId: order.id, kind: `read-report-${kind}`, readers: [...readers] })
}

/**
 * Tells whoever has opened a report that counts that the laboratory is checking whether it stands, and at the end that it
 * does. That it does not they hear as of any change.
 */
export async function noticeQuestioned(
  db: GatewayTransaction,
  { id }: Pick<StoredOrder, 'id'>,
  sendOrderNotice: SendOrderNotice,
): Promise<void> {
  const readersOf = (rows: readonly { physician_id: number }[]) => [
    ...new Set(rows.map(({ physician_id }) => physician_id)),
  ]
  const { rows: questioned } = await sql<{ physician_id: number }>`
    insert into report_notice (report_id, physician_id, order_id, institution_code, kind, words)
    select r.id, o.physician_id, r.order_id, r.institution_code, 'questioned', ''
    from report r join report_opening o on o.report_id = r.id
    where r.order_id = ${id} and r.state = 'current' and r.id in (select questioned_reports(${id}))
    on conflict (report_id, physician_id) do update
      set kind = 'questioned', words = '', told_at = now(), read_at = null
      where report_notice.kind <> 'questioned'
    returning physician_id`.execute(db)
  const { rows: upheld } = await sql<{ physician_id: number }>`
    update report_notice n set kind = 'upheld', words = '', told_at = now(), read_at = null
    from report r where r.id = n.report_id and r.order_id = ${id} and r.state = 'current' and n.kind = 'questioned'
      and r.id not in (select questioned_reports(${id}))
    returning n.physician_id`.execute(db)
  if (questioned.length > 0)
    await sendOrderNotice(db, { orderId: id, kind: 'read-report-questioned', readers: readersOf(questioned) })
  if (upheld.length > 0)
    await sendOrderNotice(db, { orderId: id, kind: 'read-report-upheld', readers: readersOf(upheld) })
}
