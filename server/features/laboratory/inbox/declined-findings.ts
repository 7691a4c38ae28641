import { declinedSections, findingSection } from '#domain/consent/declined.ts'
import type { PatientKey } from '#domain/orders/document.ts'
import type { LabProjection } from '#domain/orders/lab-projection.ts'
import type { ReportPart } from '#domain/reports/report-update.ts'
import type { ReportedVariant } from '#domain/results/reported-variant.ts'
import { hasDeclined, withoutDeclined } from '#domain/results/without-declined.ts'
import type { GatewayTransaction, StoredOrder } from '../store.ts'

/** Whether a person of the order declined the findings of which a variant is one. */
type IsDeclined = (person: PatientKey) => (variant: Pick<ReportedVariant, 'section'>) => boolean

const isGenetic = ({ kind }: { kind: string }) => kind === 'genetics'

async function declinedOf(db: GatewayTransaction, order: StoredOrder): Promise<IsDeclined> {
  const [rows, withdrawals] = await Promise.all([
    db.selectFrom('consent_finding').selectAll().execute(),
    db
      .selectFrom('consent_withdrawal')
      .select(['patient_key as patient', 'items'])
      .where('order_id', '=', order.id)
      .execute(),
  ])
  const findings = Object.fromEntries(rows.map(({ section, consent_id }) => [section, consent_id]))
  return (person) => {
    const declined = declinedSections(order.document, withdrawals, findings, person)
    return ({ section: word }) => {
      const section = findingSection(word)
      return section !== null && declined.has(section)
    }
  }
}

/** Whether a report has data of a finding that its person declined. */
export async function bringsDeclined<File>(
  db: GatewayTransaction,
  order: StoredOrder,
  parts: readonly ReportPart<File>[],
  person: PatientKey,
): Promise<boolean> {
  return parts.some(isGenetic) && hasDeclined(parts, (await declinedOf(db, order))(person))
}

/**
 * The reports of projections as they are filed: without the data of findings that their person declined. What reads
 * filed reports never sees them; the events keep what the laboratory sent.
 */
export async function withoutDeclinedFindings(
  db: GatewayTransaction,
  order: StoredOrder,
  projections: readonly [before: LabProjection, now: LabProjection],
): Promise<[before: LabProjection, now: LabProjection]> {
  const [before, now] = projections
  if (!projections.some(({ reports }) => reports.some(({ parts }) => parts.some(isGenetic))))
    return [before, now]
  const isDeclined = await declinedOf(db, order)
  const filed = (projection: LabProjection): LabProjection => ({
    ...projection,
    reports: projection.reports.map((report) => ({
      ...report,
      parts: [...withoutDeclined(report.parts, isDeclined(report.person))],
    })),
  })
  return [filed(before), filed(now)]
}
