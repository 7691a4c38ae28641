import { dayInWords, todayAtLaboratory } from '#domain/dates/dates.ts'
import { PROBAND } from '#domain/orders/document.ts'
import type { Seed } from './add-users.ts'
import type { DemoFinding, MadeOrder } from './made-order.ts'

/** The shipped release of the HPO, from which the terms are. */
const RELEASE = '2026-01-08'

const nameOf = ({ provider }: MadeOrder) => `${provider.firstName} ${provider.lastName}`

/** The order with findings recorded since its report, and their line on its timeline. */
export function withFindings(made: MadeOrder, findings: readonly DemoFinding[]): MadeOrder {
  const events = findings.map(({ termId, label, at }) => ({
    ...({ kind: 'findings-recorded', at, actor: nameOf(made) } as const),
    detail: `present: ${label} ${termId} (${dayInWords(todayAtLaboratory(at))})`,
  }))
  return { ...made, findings: [...findings], events: [...(made.events ?? []), ...events] }
}

/** Inserts the findings since the reports. */
export async function addFindings(db: Seed, batch: readonly (MadeOrder & { id: number })[]): Promise<void> {
  const rows = batch.flatMap((made) =>
    (made.findings ?? []).map(({ termId, label, at, note }) => ({
      ...{ order_id: made.id, institution_code: made.provider.institution, patient_key: PROBAND },
      ...{ term_id: termId, label, release: RELEASE, status: 'present' as const, note },
      ...{ observed_on: todayAtLaboratory(at), recorded_at: at },
      ...{ recorded_by: made.provider.physicianId, recorded_by_name: nameOf(made) },
    })),
  )
  if (rows.length > 0) await db.insertInto('order_finding').values(rows).execute()
}
