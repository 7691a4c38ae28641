import { sql } from 'kysely'
import type { OrderRecordSystem } from '#contract/record-system.ts'
import type { EhrOrder, TheirCode } from '#domain/ehr/ehr-order.ts'
import type { Scope } from '#server/database/scope.ts'

interface Row {
  name: string
  orders: { placer: string; content: EhrOrder | null; isCancelled: boolean; differs: boolean }[]
  results: (Omit<OrderRecordSystem['results'][number], 'at' | 'heldUntil'> & {
    at: string
    heldUntil: string | null
  })[]
}

/**
 * Whether a hospital's order (`e`) is another than the order here (`o`): changed since, or cancelled there and not here,
 * as after a refusal of the laboratory.
 */
export const hospitalDiffers = sql<boolean>`(e.differs
  or e.is_cancelled and o.state not in ('cancelled', 'pending-cancellation'))`

/** The hospitals' record systems that an order came from or that get its results, and how these stand there. */
export async function recordSystemsOf({ db }: Scope, orderId: number): Promise<OrderRecordSystem[]> {
  const { rows } = await sql<Row>`
    select i.name,
      coalesce((select jsonb_agg(jsonb_build_object('placer', e.placer, 'content', e.content,
          'isCancelled', e.is_cancelled, 'differs', ${hospitalDiffers}) order by e.placer)
        from ehr_order e join orders o on o.id = e.order_id where e.order_id = ${orderId} and e.interface_code = i.code), '[]') as orders,
      coalesce((select jsonb_agg(jsonb_build_object('status', m.status, 'at', coalesce(m.settled_at, m.created_at),
          'heldUntil', case when m.outcome is null and m.held_until > now() then m.held_until end,
          'state', case when m.outcome is not null then m.outcome when m.held_until > now() then 'held' else 'waiting' end)
          order by m.id)
        from ehr_message_out m where m.order_id = ${orderId} and m.interface_code = i.code and m.stream <> ''
          and m.outcome is distinct from 'not-sent'), '[]') as results
    from ehr_interface i
    where exists (select from ehr_order e where e.order_id = ${orderId} and e.interface_code = i.code)
      or exists (select from ehr_message_out m where m.order_id = ${orderId} and m.interface_code = i.code)
    order by i.name`.execute(db)
  return rows.map(({ name, orders, results }) => {
    const different = orders.filter(({ differs }) => differs)
    return {
      name,
      numbers: orders.map(({ placer }) => placer.split('^')[0] ?? ''),
      change:
        different.length === 0
          ? null
          : different.some(({ isCancelled }) => isCancelled)
            ? 'cancelled'
            : 'changed',
      now: different.flatMap(({ content, isCancelled }) => (content && !isCancelled ? linesOf(content) : [])),
      results: results.map((one) => ({
        ...one,
        at: iso(one.at),
        heldUntil: one.heldUntil && iso(one.heldUntil),
      })),
    }
  })
}

const iso = (written: string) => new Date(written).toISOString()

/** What the hospital orders now, to be compared with what was submitted. */
function linesOf({ tests, specimen, furtherSpecimens = [], notes }: EhrOrder): string[] {
  return [
    ...tests.map((codes) => `Test: ${inWords(codes)}`),
    ...[specimen, ...furtherSpecimens].flatMap(({ type, collectedOn }) => [
      ...(type.length > 0 ? [`Specimen: ${inWords(type)}`] : []),
      ...(collectedOn === '' ? [] : [`Collected: ${collectedOn}`]),
    ]),
    ...notes.map((note) => `Note: ${note}`),
  ]
}

function inWords([first]: readonly TheirCode[]): string {
  return first ? [first.text, first.code && `(${first.code})`].filter(Boolean).join(' ') : ''
}
