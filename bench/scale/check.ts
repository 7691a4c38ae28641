import { randomUUID } from 'node:crypto'
import pg from 'pg'
import { ATTESTATION } from '#domain/orders/attestation.ts'
import { type ScaleCluster, VAST } from './cluster.ts'
import { orderable } from './orderable.ts'
import { type ServedPortal, serve } from './served.ts'

/** Number of orders whose derived data is verified. */
const LOOKED_AT = 2000

type Json = null | string | number | boolean | Json[] | { [name: string]: Json }

/**
 * The shape of a value regardless of its content: property names and value types; for a list those of its
 * first item.
 */
function shapeOf(value: Json): string {
  if (value === null) return 'null'
  if (Array.isArray(value)) return value[0] === undefined ? '[]' : `[${shapeOf(value[0])}]`
  if (typeof value !== 'object') return typeof value
  return `{${Object.keys(value)
    .sort()
    .map((name) => `${name}: ${shapeOf(value[name] ?? null)}`)
    .join(', ')}}`
}

async function post(portal: ServedPortal, path: string, body?: object): Promise<Json> {
  const headers = { authorization: await portal.authorization() }
  const init = body
    ? { body: JSON.stringify(body), headers: { ...headers, 'content-type': 'application/json' } }
    : { headers }
  const reply = await fetch(`${portal.origin}${path}`, { method: 'POST', ...init })
  if (!reply.ok) throw new Error(`${path} was answered ${reply.status}: ${await reply.text()}`)
  return (await reply.json()) as Json
}

/** Throws if a portal does not serve generated orders like one that was submitted to it. */
export async function checkFilled(cluster: ScaleCluster, orders: number): Promise<void> {
  const portal = await serve(cluster, orders)
  try {
    await compareServed(portal)
  } finally {
    await portal.stop()
  }
  await compareStored(cluster.urlOf(orders))
}

async function compareServed(portal: ServedPortal) {
  const get = async (path: string) => JSON.parse((await portal.ask(path)).text)
  const { made: generated, document } = await orderable(portal)
  const draft = (await post(portal, `/api/Orders/${VAST}`, { draftKey: randomUUID(), document })) as {
    id: number
  }
  await post(portal, `/api/Orders/${VAST}/${draft.id}/approve?signedText=${ATTESTATION.version}`)
  const submitted = await get(`/api/Orders/${VAST}/${draft.id}`)
  // Its relations differ in number, not in kind; `blocks` mention past days.
  const compared = ({ blocks: _, events, ...order }: Record<string, Json>) =>
    shapeOf({ ...order, events: events ?? null })
  same('the order', compared(generated), compared(submitted))
  const row = async (id: number) =>
    (await get(`/api/Orders/${VAST}?keyword=${id}`)).ordersDTO.find((one: { id: number }) => one.id === id)
  same('its row in a list', shapeOf(await row(generated.id)), shapeOf(await row(draft.id)))
}

function same(what: string, made: string, submitted: string) {
  if (made !== submitted)
    throw new Error(`${what} is served otherwise:\n made      ${made}\n submitted ${submitted}`)
}

/** Compares the stored rows with what the triggers on orders would have written. */
async function compareStored(url: string) {
  const client = new pg.Client(url)
  await client.connect()
  try {
    const { rows } = await client.query<{ wrong: string; n: number }>(
      `select 'terms' as wrong, count(*)::int as n from (select * from orders order by id desc limit $1) o
         left join order_search s on s.order_id = o.id
         where s.terms is distinct from terms_of(o) or s.state <> listed_state(o)
       union all
       select 'counts', count(*)::int from (
         select institution_code, state, sum(n) as n from (
           select institution_code, state, n from order_tally where about = 'all'
           union all select institution_code, state, n from order_tally_change where about = 'all'
           union all select institution_code, listed_state(orders), -count(*) from orders group by 1, 2) counted
         group by 1, 2 having sum(n) <> 0) wrong`,
      [LOOKED_AT],
    )
    const wrong = rows.filter(({ n }) => n > 0)
    if (wrong.length > 0) throw new Error(`not kept as they should be: ${JSON.stringify(wrong)}`)
  } finally {
    await client.end()
  }
}
