import { type IsoDate, todayAtLaboratory } from '../dates/dates.ts'
import { testedByName } from './copy.ts'
import { blankTest, type OrderDocument } from './document.ts'
import type { KnownVariantTest } from './known-variant-tests.ts'
import { blankVariant, carrierOf, type KnownVariant, withoutFile } from './known-variants.ts'
import type { OrderableTest } from './rule-context.ts'

const DAY = 24 * 60 * 60 * 1000

/** Until when a laboratory tests relatives at its family terms. */
export interface FamilyWindow {
  /** The last day. */
  until: IsoDate
  /** 0 on the last day, negative once it is over. */
  daysLeft: number
}

/** The window of `familyDays` days after a report; null if the laboratory sets none or the day is unknown. */
export function familyWindow(
  reportedOn: IsoDate | null,
  familyDays: number | null,
  today: IsoDate,
): FamilyWindow | null {
  const start = Date.parse(`${reportedOn ?? ''}T00:00:00Z`)
  if (familyDays === null || Number.isNaN(start)) return null
  const until = new Date(start + familyDays * DAY).toISOString().slice(0, 10)
  return { until, daysLeft: Math.round((Date.parse(until) - Date.parse(today)) / DAY) }
}

/** What is known of the order that is copied for a relative. */
export interface ReportedOrder {
  document: OrderDocument
  /** The portal's laboratory, which reported it. */
  laboratory: string
  labNumber: string
  /** Null before its first report. */
  reportedAt: Date | null
}

type RelativeTest = Pick<OrderableTest, 'code' | 'testName'> & { knownVariant: KnownVariantTest }

/** Whether a test looks at a relative for what the order is about: all of its variants, if it has some. */
export function suitsRelatives({ knownVariant }: RelativeTest, { document }: ReportedOrder): boolean {
  const { forRelatives, kinds, most, excludedGenes } = knownVariant
  const variants = document.knownVariants ?? []
  return (
    forRelatives &&
    (most === null || variants.length <= most) &&
    variants.every(({ kind, gene }) => (kind === '' || kinds.includes(kind)) && !excludedGenes.includes(gene))
  )
}

/**
 * The day from which the family's window runs: that of this laboratory's report of the variant, which for a relative's
 * order is the first patient's and not its own.
 */
export function familyReportDay({ document, reportedAt }: ReportedOrder): IsoDate | null {
  const [first] = document.knownVariants ?? []
  if (first && first.reportDate !== '') return first.report === 'same-laboratory' ? first.reportDate : null
  return reportedAt && todayAtLaboratory(reportedAt)
}

/**
 * The copy for a relative (`copyOf`) with a test of the known variant instead of its own tests. The variant is that of
 * the order; if it has none, its report describes the one that was found, and what the portal knows of that report is
 * filled in. What the carrier is to the new patient, and the purpose, are asked again.
 */
export function withKnownVariantTest(
  copy: OrderDocument,
  test: RelativeTest,
  original: ReportedOrder,
  gene: Pick<KnownVariant, 'gene' | 'hgncId'> | null,
): OrderDocument {
  const given = original.document.knownVariants ?? []
  const variants =
    given.length > 0 ? given.map((one) => ofFamily(one, original)) : [found(test, original, gene)]
  return { ...copy, tests: [blankTest(test.code, test.testName)], addOnTests: [], knownVariants: variants }
}

function ofFamily(variant: KnownVariant, { document }: ReportedOrder): KnownVariant {
  const { firstName, lastName, dateOfBirth } = carrierOf(variant, document)
  const { carrier } = blankVariant(variant.key)
  return {
    ...withoutFile(variant),
    carrier: { ...carrier, firstName, lastName, dateOfBirth },
    ...{ purpose: '', positiveControl: '' },
  }
}

function found(
  { knownVariant: { kinds } }: RelativeTest,
  { document, laboratory, labNumber, reportedAt }: ReportedOrder,
  gene: Pick<KnownVariant, 'gene' | 'hgncId'> | null,
): KnownVariant {
  const blank = blankVariant('v1')
  return {
    ...{ ...blank, ...gene, kind: kinds.length === 1 ? (kinds[0] ?? '') : '' },
    carrier: { ...blank.carrier, ...testedByName(document) },
    ...{ laboratory, laboratoryNumber: labNumber },
    reportDate: reportedAt === null ? '' : todayAtLaboratory(reportedAt),
    report: labNumber === '' ? '' : 'same-laboratory',
  }
}
