import { sql, type Transaction } from 'kysely'
import { grouped } from '#domain/text/figures.ts'
import type { Tables } from '#server/database/schema/tables.ts'
import type { EarlierOrder } from './move-in.ts'

/** What is counted for one institution and year of order. */
export interface Count {
  institution: string
  year: number
  orders: number
  cancelled: number
  reports: number
}

/** As the files say. */
export function countsOfFiles(orders: readonly EarlierOrder[]): Count[] {
  const counts = new Map<string, Count>()
  for (const { order, reports } of orders) {
    const { institution, orderedOn, state } = order
    const year = Number(orderedOn.slice(0, 4))
    const before = counts.get(`${institution} ${year}`)
    const count = before ?? { institution, year, orders: 0, cancelled: 0, reports: 0 }
    counts.set(`${institution} ${year}`, {
      ...count,
      orders: count.orders + 1,
      cancelled: count.cancelled + (state === 'cancelled' ? 1 : 0),
      reports: count.reports + reports.length,
    })
  }
  return [...counts.values()].sort(byPlace)
}

/** As the database has the orders of these numbers: a system may move in by parts. */
export async function countsInPortal(
  db: Transaction<Tables>,
  system: string,
  numbers: readonly string[],
): Promise<Count[]> {
  const { rows } = await sql<Count>`
    select o.institution_code as institution,
      extract(year from o.submitted_at at time zone 'America/Chicago')::int as year,
      count(*)::int as orders,
      (count(*) filter (where o.state = 'cancelled'))::int as cancelled,
      coalesce(sum((select count(*) from report r where r.order_id = o.id and r.file_key is not null)), 0)::int as reports
    from orders o where o.earlier ->> 'system' = ${system} and o.earlier ->> 'number' = any (${numbers}::text[]) group by 1, 2`.execute(
    db,
  )
  return rows
    .map(({ institution, year, orders, cancelled, reports }) => ({
      ...{ institution, year, orders, cancelled, reports },
    }))
    .sort(byPlace)
}

const byPlace = (a: Count, b: Count) =>
  a.institution === b.institution ? a.year - b.year : a.institution < b.institution ? -1 : 1

const total = (counts: readonly Count[], of: 'orders' | 'cancelled' | 'reports') =>
  counts.reduce((sum, count) => sum + count[of], 0)

interface Signed {
  system: string
  /** ISO date. */
  day: string
  by: string
  /** SHA-256 of each file, by name. */
  digests: Record<string, string>
  /** Orders of the files that are not counted: they moved in before, and were erased here since. */
  erased: number
}

/** The report that two people compare with the earlier system, and sign. */
export function countsReport(
  files: readonly Count[],
  portal: readonly Count[],
  { system, day, by, digests, erased }: Signed,
): { text: string; isSame: boolean } {
  const here = new Map(portal.map((count) => [`${count.institution} ${count.year}`, count]))
  const none = { orders: 0, cancelled: 0, reports: 0 }
  const compared = (name: string, read: Omit<Count, 'institution' | 'year'>, found: typeof read) => {
    const cells = (['orders', 'cancelled', 'reports'] as const).flatMap((of) => [read[of], found[of]])
    const isSame = cells.every((cell, index) => cell === cells[index - (index % 2)])
    return { isSame, line: `| ${name} | ${cells.map(grouped).join(' | ')} | ${isSame ? '' : 'differs'} |` }
  }
  const rows = files.map((count) =>
    compared(
      `${count.institution} | ${count.year}`,
      count,
      here.get(`${count.institution} ${count.year}`) ?? none,
    ),
  )
  const sum = (counts: readonly Count[]) => ({
    ...{ orders: total(counts, 'orders'), cancelled: total(counts, 'cancelled') },
    reports: total(counts, 'reports'),
  })
  const all = compared('all | ', sum(files), sum(portal))
  const isSame = all.isSame && rows.every((row) => row.isSame)
  const text = `# Moved in from ${system}

${day}, by ${by}.

| institution | year | orders in the files | in the portal | cancelled in the files | in the portal | reports in the files | in the portal | |
|---|---|---|---|---|---|---|---|---|
${[...rows, all].map(({ line }) => line).join('\n')}

${isSame ? 'Files and portal agree.' : 'Files and portal differ.'}${erased > 0 ? `\n\nErased here since they moved in, and not counted: ${grouped(erased)}.` : ''}

| file | SHA-256 |
|---|---|
${Object.entries(digests)
  .map(([name, digest]) => `| ${name} | ${digest} |`)
  .join('\n')}

The numbers were compared with the earlier system’s own, and a sample of the documents was read against it.

For the laboratory: ______________________________ Day: ______________

For the operator: ________________________________ Day: ______________
`
  return { text, isSame }
}
