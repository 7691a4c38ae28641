import { PROBAND } from '#domain/orders/document.ts'
import { fetusInWords, fetusOf, personOfRecord } from '#domain/orders/subject.ts'
import { type Outcome, outcomeOf } from '#domain/reports/demonstration/finding.ts'
import type { ReportedOrder } from '#domain/reports/demonstration/report.ts'
import type { Scope } from '#server/database/scope.ts'
import { orderableTests } from '#server/features/catalogue/public.ts'
import type { DemoReport } from '#server/features/orders/public.ts'

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
    // A fetus has its mother's name on its tubes, and a label of its own.
    const person = personOfRecord(document, report.person) ?? document.patients[0]
    const fetus = fetusOf(document, report.person)
    const whose = fetus ? report.person : (person?.key ?? PROBAND)
    const specimens = document.samples.filter(({ patient }) => patient === whose)
    const collected = specimens.map((one) => one.dateOfCollection).filter(Boolean)
    const [received, tests, institution, treated] = await Promise.all([
      receivedOf(scope, order.id),
      testsOf(scope, order, report.test_code),
      institutionName(scope, order.institution_code),
      isTreated(scope, order.id),
    ])
    const version = report.change === 'result' ? report.version : 1
    const stated = statedOutcome(report.parts)
    const outcome = stated ?? (treated ? 'positive' : null)
    const provider = document.orderingProvider
    return write({
      ...{ laboratory, laboratoryNumber: order.accession_number ?? '', orderId: String(order.id) },
      patient: {
        name: [
          ...[person?.lastName, person?.firstName].filter(Boolean),
          ...(fetus ? [fetusInWords(document, fetus).replace(/^the /, '')] : []),
        ].join(', '),
        dateOfBirth: person?.dateOfBirth ?? '',
        sex: fetus ? fetus.sexByUltrasound : (person?.sex ?? ''),
        recordNumber: person?.recordNumber ?? '',
      },
      provider: `${provider.firstName} ${provider.lastName}`.trim(),
      institution,
      indications: document.indicationsForTesting.map(({ code, description }) =>
        `${code} ${description}`.trim(),
      ),
      specimen: {
        types: [...new Set(specimens.map(({ specimenType }) => specimenType))],
        collectedOn: collected.toSorted()[0] ?? '',
        receivedOn: received,
      },
      reportedOn: (report.made_at ?? report.received_at).toISOString().slice(0, 10),
      ...{ status: report.status, words: report.words },
      tests: tests.map((test) => ({
        ...test,
        before: report.change === 'reclassification' && stated === 'positive' ? 'uncertain' : undefined,
        outcome: outcome ?? outcomeOf(String(order.id), test.code, version),
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

/** The tests of a report with the genes that were analyzed: those chosen, or all of the test's own. */
async function testsOf(
  scope: Scope,
  { document, institution_code }: Parameters<DemoReport>[1],
  code: string,
) {
  const ordered = document.tests.filter(({ testCode }) => code === '' || testCode === code)
  const known = await orderableTests(
    scope.db,
    ordered.map(({ testCode }) => testCode),
    institution_code,
  )
  return ordered.map(({ testCode, testName, genes }) => ({
    ...{ code: testCode, name: testName },
    genes: genes.length > 0 ? genes : (known.find((test) => test.code === testCode)?.genes ?? []),
  }))
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
