import { setTimeout as delay } from 'node:timers/promises'
import { sql } from 'kysely'
import type { Connection } from '#server/database/connection/connect.ts'
import { withScope } from '#server/database/scope.ts'
import { applyAgain, type EhrApplyDeps } from './apply.ts'
import * as store from './store.ts'

export interface ChangedMapsDeps extends EhrApplyDeps {
  connection: Connection
  /** Finds what waits, at every institution. */
  worker: Connection
}

/** How often it is looked, and how many orders of an interface are written at once. */
const LOOK_MS = 60_000
const AT_ONCE = 100
/** How long after a line was corrected submitted orders are looked through: no portal is down for longer. */
const CORRECTED_WITHIN = '7 days'

/**
 * Writes the drafts again that were written with another map than the interface has now: a line of a file that is imported
 * corrects what waits too. What was submitted under another line for its test is only marked as different. Returns how many orders were looked at.
 */
export async function applyChangedMaps({ connection, worker, ...deps }: ChangedMapsDeps): Promise<number> {
  // A transaction that read the map before it changed may have been committed after it: a minute and a half between them.
  const { rows } = await sql<{ code: string; ids: number[] }>`
    select interface_code as code, array_agg(e.id order by e.id) as ids
    from ehr_order e
      join orders o on o.id = e.order_id and o.state <> 'cancelled'
      join (select interface_code, max(changed_at) as at from ehr_map group by interface_code) m using (interface_code)
    where not e.is_cancelled and m.at > e.changed_at - interval '90 seconds'
      and (o.state = 'draft' or exists (
        select from ehr_map l
        where l.interface_code = e.interface_code and l.kind = 'test'
          and l.changed_at > greatest(e.changed_at, now() - ${CORRECTED_WITHIN}::interval)
          and l.code in (
            select lower(trim(name #>> '{}')) from jsonb_path_query(e.content, '$.tests[*][*].code') name
            union all select lower(trim(name #>> '{}')) from jsonb_path_query(e.content, '$.tests[*][*].text') name)))
    group by interface_code`.execute(worker.db)
  let count = 0
  for (const { code, ids } of rows) {
    const of = await store.interfaceNamed(worker.db, code)
    if (!of) continue
    for (let from = 0; from < ids.length; from += AT_ONCE) {
      const some = ids.slice(from, from + AT_ONCE)
      await withScope(connection, store.authorityOf(of, 'ehr-maps'), async (scope) => {
        await store.lockInterface(scope, of)
        const maps = await store.mapsOfInterface(scope, of)
        for (const id of some) {
          // An earlier one of the same draft may have written it.
          const [now] = await store.ordersByIds(scope, of, [id])
          if (now && !now.isCancelled) await applyAgain({ deps, scope, of, maps }, now)
        }
      })
      count += some.length
    }
  }
  return count
}

/** Looks every minute until it is closed. Several portals may look at once: each waits for the other's interface. */
export function startApplyingMaps(deps: ChangedMapsDeps, onError: (error: Error) => void) {
  const stopped = new AbortController()
  const looking = (async () => {
    while (!stopped.signal.aborted) {
      await applyChangedMaps(deps).catch(onError)
      await delay(LOOK_MS, undefined, { signal: stopped.signal }).catch(() => undefined)
    }
  })()
  return {
    async close(): Promise<void> {
      stopped.abort()
      await looking
    },
  }
}
