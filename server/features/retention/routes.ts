import { sql } from 'kysely'
import type { retentionRoutes } from '#contract/retention.ts'
import { KEPT_BECAUSE } from '#domain/retention/kept.ts'
import { RETENTION_KINDS } from '#domain/retention/policies.ts'
import type { Connection } from '#server/database/connection/connect.ts'
import type { Handlers } from '#server/http/handlers.ts'

/** What the laboratory set and what became of it, for its Support. `worker`: it is of no institution. */
export function retentionHandlers({
  worker: { db },
}: {
  worker: Connection
}): Handlers<typeof retentionRoutes> {
  return {
    async overview() {
      const rows = await db.selectFrom('retention_policy').selectAll().execute()
      const files = await sql<{ count: number }>`select count(*)::int as count from erased_file`.execute(db)
      const kinds = RETENTION_KINDS.map((kind) => {
        const row = rows.find((one) => one.kind === kind)
        return {
          ...{ kind, days: row?.days ?? null, daysOnRequest: row?.days_on_request ?? null },
          round: {
            isUnderWay: (row?.reached ?? null) !== null,
            endedAt: row?.ran_at?.toISOString() ?? null,
            erased: row?.erased ?? 0,
            kept: KEPT_BECAUSE.flatMap((because) => {
              const count = row?.kept[because] ?? 0
              return count > 0 ? [{ because, count }] : []
            }),
          },
        }
      })
      return { kinds, filesWaiting: files.rows[0]?.count ?? 0 }
    },
  }
}
