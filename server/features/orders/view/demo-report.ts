import type { Selectable } from 'kysely'
import type { ReportTables } from '#server/database/schema/report-tables.ts'
import type { OrdersTable } from '#server/database/schema/tables.ts'
import type { Scope } from '#server/database/scope.ts'

/** Writes a demonstration order's report; null if a laboratory has sent the document. */
export type DemoReport = (
  scope: Scope,
  order: Selectable<OrdersTable>,
  report: Selectable<ReportTables['report']>,
) => Promise<Uint8Array | null>
