import { type Outcome, outcomeOf } from '#domain/reports/demonstration/finding.ts'
import type { ReportedOrder } from '#domain/reports/demonstration/report.ts'
import type { Scope } from '#server/database/scope.ts'
import { orderableTests } from '#server/features/catalogue/public.ts'
import type { DemoReport } from '#server/features/orders/public.ts'
import { reportedPerson, reportedTests, statedIn } from './genetics.ts'

/** Lays out a demo report as PDF. */
type WriteReport = (order: ReportedOrder) => Promise<Uint8Array>

/**
 * Writes a demo order's report from the order's own data when a user opens it: writing two thousand of them
 * would add minutes to the first start. The file store has a placeholder for each test.
 */
export function demoReports(laboratory: string, write: WriteReport): DemoReport {
  return async (scope, order, report) => {
    // It came in a message: it has the laboratory's own PDF.
    if (report.message_id !== null) return null
    const { document } = order
    const [received, tests, institution, treated] = await Promise.all([
      receivedOf(scope, order.id),
      testsOf(scope, order, report),
      institutionName(scope, order.institution_code),
      isTreated(scope, order.id),
    ])
    const person = reportedPerson(order, report.person)
    const genetics = report.parts.find((part) => part.kind === 'genetics')
    const known = genetics ? statedIn(genetics, person, tests) : null
    const outcome = statedOutcome(report.parts) ?? (treated ? 'positive' : null)
    const version = report.change === 'result' ? report.version : 1
    const provider = document.orderingProvider
    return write({
      ...{ ...person, laboratory, laboratoryNumber: order.accession_number ?? '' },
      provider: `${provider.firstName} ${provider.lastName}`.trim(),
      institution,
      specimen: { ...person.specimen, receivedOn: received },
      reportedOn: (report.made_at ?? report.received_at).toISOString().slice(0, 10),
      ...{ status: report.status, words: report.words },
      tests: tests.map((test) => ({
        ...test,
        ...(known ?? { outcome: outcome ?? outcomeOf(String(order.id), test.code, version) }),
      })),
    })
  }
}

/** The outcome that the laboratory stated explicitly, or null. */
function statedOutcome(parts: Parameters<DemoReport>[2]['parts']): Outcome | null {
  const words = parts
    .flatMap((part) => (part.kind === 'values' ? part.values : []))
    .map(({ value }) => value)
    .join(' ')
  if (words === '') return null
  if (/uncertain/i.test(words)) return 'uncertain'
  return /pathogenic/i.test(words) ? 'positive' : 'negative'
}

async function testsOf(
  scope: Scope,
  { document, institution_code }: Parameters<DemoReport>[1],
  { test_code: code, person }: Parameters<DemoReport>[2],
) {
  const codes = document.tests.map(({ testCode }) => testCode)
  const known = await orderableTests(scope.db, codes, institution_code)
  return reportedTests(document, (one) => known.find((test) => test.code === one)?.genes ?? [], person, code)
}

/** The day on which the first specimen was received; '' if none was. */
async function receivedOf({ db }: Scope, order: number): Promise<string> {
  const found = await db
    .selectFrom('sample')
    .select((eb) => eb.fn.min('accessioned_at').as('at'))
    .where('order_id', '=', order)
    .executeTakeFirst()
  return found?.at?.toISOString().slice(0, 10) ?? ''
}

async function institutionName({ db }: Scope, code: string): Promise<string> {
  const found = await db.selectFrom('institution').select('name').where('code', '=', code).executeTakeFirst()
  return found?.name ?? code
}

/** A recommended treatment implies that something was found. */
async function isTreated({ db }: Scope, order: number): Promise<boolean> {
  const found = await db.selectFrom('treatment').select('id').where('order_id', '=', order).executeTakeFirst()
  return found !== undefined
}
