import type { PatientKey } from '#domain/orders/document.ts'
import { outcomeOf, reclassified, type Stated } from '#domain/reports/demonstration/finding.ts'
import type { InStore, ReportPart } from '#domain/reports/report-update.ts'
import type { ReportChange } from '#domain/reports/statuses.ts'
import { demoGenetics, reportedPerson, reportedTests } from './genetics.ts'
import type { MadeOrder } from './made-order.ts'
import { REVISION } from './report.ts'

type Numbered = MadeOrder & { id: number }

interface Revised {
  stated: Stated
  revision: { change: ReportChange; words: string }
}

/**
 * What an order's first report states, and its second if it has one: an uncertain variant is likely benign by then, as
 * most are that change; otherwise the interpretation alone is revised.
 */
export function statedOf({ id, order }: Numbered): [first: Stated, revised: Revised] {
  const first: Stated = { outcome: outcomeOf(String(id), order.test.code) }
  if (first.outcome !== 'uncertain')
    return [first, { stated: first, revision: { change: 'interpretation', words: REVISION } }]
  const stated = reclassified(first, 'Likely benign')
  const words = 'The variant is reclassified from uncertain significance to likely benign.'
  return [first, { stated, revision: { change: 'reclassification', words } }]
}

/** The PDF of a demo report, then its result as data. */
export function partsOf(
  { id, order: { document, test } }: Numbered,
  person: PatientKey,
  stored: InStore,
  stated: Stated,
): ReportPart<InStore>[] {
  const tests = reportedTests(document, () => test.genes, person, test.code)
  return [
    {
      ...{ kind: 'document', label: '', filename: 'report.pdf', mediaType: 'application/pdf' },
      ...stored,
    },
    demoGenetics(reportedPerson({ id, document }, person), tests, stated),
  ]
}
