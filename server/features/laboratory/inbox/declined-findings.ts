import { declinedSections } from '#domain/consent/declined.ts'
import type { PatientKey } from '#domain/orders/document.ts'
import type { LabProjection } from '#domain/orders/lab-projection.ts'
import type { ReportPart } from '#domain/reports/report-update.ts'
import { findingSection, isUnknownSection } from '#domain/results/declinable-findings.ts'
import type { ReportedVariant } from '#domain/results/reported-variant.ts'
import { hasDeclined, namesDeclined, withoutDeclined } from '#domain/results/without-declined.ts'
import type { GatewayTransaction, StoredOrder } from '../store.ts'

type IsOf = (variant: Pick<ReportedVariant, 'section'>) => boolean

/** What a person of the order declined. */
interface Declined {
  is: IsOf
  /** So too what a laboratory reports under a word of its own: a person at the laboratory has to look. */
  mayBe: IsOf
}

const isGenetic = ({ kind }: { kind: string }) => kind === 'genetics'

async function declinedOf(
  db: GatewayTransaction,
  order: StoredOrder,
): Promise<(person: PatientKey) => Declined> {
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
    const is: IsOf = ({ section: word }) => {
      const section = findingSection(word)
      return section !== null && declined.has(section)
    }
    return { is, mayBe: (variant) => is(variant) || (declined.size > 0 && isUnknownSection(variant.section)) }
  }
}

/** Whether a report has data of a finding that its person declined, or may have. */
export async function bringsDeclined<File>(
  db: GatewayTransaction,
  order: StoredOrder,
  parts: readonly ReportPart<File>[],
  person: PatientKey,
): Promise<boolean> {
  return parts.some(isGenetic) && hasDeclined(parts, (await declinedOf(db, order))(person).mayBe)
}

/**
 * Projections as they are filed: without the data of findings that their person declined, and without the laboratory's notes,
 * explanations and recommendations that name them. What reads filed reports never sees them; the events keep what the
 * laboratory sent.
 */
export async function withoutDeclinedFindings(
  db: GatewayTransaction,
  order: StoredOrder,
  projections: readonly [before: LabProjection, now: LabProjection],
): Promise<[before: LabProjection, now: LabProjection]> {
  const [before, now] = projections
  if (!projections.some(({ reports }) => reports.some(({ parts }) => parts.some(isGenetic))))
    return [before, now]
  const of = await declinedOf(db, order)
  const isDeclined = (person: PatientKey) => of(person).is
  const reports = projections.flatMap((one) => one.reports)
  const people = Map.groupBy(reports, ({ person }) => person)
  const naming = new Map(
    [...people].map(([person, those]) => [
      person,
      namesDeclined(
        those.map(({ parts }) => parts),
        isDeclined(person),
      ),
    ]),
  )
  const isTold = (person: PatientKey, words: string) => naming.get(person)?.(words) === true
  const filed = (projection: LabProjection): LabProjection => ({
    ...projection,
    reports: projection.reports.map((report) => {
      const { person, parts, words, withdrawn } = report
      const told = (text: string) => (isTold(person, text) ? '' : text)
      return {
        ...report,
        ...{ parts: [...withoutDeclined(parts, isDeclined(person))], words: told(words) },
        withdrawn: withdrawn && { ...withdrawn, words: told(withdrawn.words) },
      }
    }),
    notes: projection.notes.filter(({ words }) => [...people.keys()].every((one) => !isTold(one, words))),
    treatments: projection.treatments.filter(
      ({ person, title, text }) => !isTold(person, title) && !isTold(person, text),
    ),
  })
  return [filed(before), filed(now)]
}
