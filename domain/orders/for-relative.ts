import { type IsoDate, todayAtLaboratory } from '../dates/dates.ts'
import { isSameVariant } from '../family/cascade/reported.ts'
import { testedByName } from './copy.ts'
import { blankTest, type OrderDocument, type PatientKey } from './document.ts'
import type { KnownVariantTest } from './known-variant-tests.ts'
import {
  blankVariant,
  carrierOf,
  type KnownVariant,
  type VariantClass,
  withoutFile,
  ZYGOSITIES,
} from './known-variants.ts'
import type { OrderableTest } from './rule-context.ts'
import { fetusOf } from './subject.ts'

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
  reports: ReportsOfOrder
}

/** A variant that a report lists as found. */
export interface ReportedVariant {
  reportId: number
  variantKey: string
  /** The person or fetus in whom it was found. */
  person: PatientKey
  reportedOn: IsoDate
  variant: Pick<
    KnownVariant,
    'kind' | 'gene' | 'hgncId' | 'transcript' | 'cdna' | 'protein' | 'genomic' | 'asWritten'
  >
  /** As the laboratory writes it. */
  zygosity: string
  variantClass: VariantClass | null
}

/** What an order's final reports hold: the current ones, and none that was withdrawn or is in question. */
export interface ReportsOfOrder {
  variants: readonly ReportedVariant[]
  /** One of them has no data, or is positive and lists nothing: what its document describes is not known here. */
  hasDocument: boolean
}

type RelativeTest = Pick<OrderableTest, 'code' | 'testName'> & { knownVariant: KnownVariantTest }

/**
 * Whether a test looks at a relative for what the order is about: for all of its known variants, if it has some; otherwise
 * for a variant that its reports found, or may have found in a document.
 */
export function suitsRelatives(test: RelativeTest, original: ReportedOrder): boolean {
  const { forRelatives, most } = test.knownVariant
  const variants = original.document.knownVariants ?? []
  if (!forRelatives) return false
  if (variants.length > 0)
    return (most === null || variants.length <= most) && variants.every((one) => looksFor(test, one))
  return original.reports.hasDocument || variantsFor(test, original).length > 0
}

const looksFor = (
  { knownVariant: { kinds, excludedGenes } }: RelativeTest,
  { kind, gene }: Pick<KnownVariant, 'kind' | 'gene'>,
) => (kind === '' || kinds.includes(kind)) && !excludedGenes.includes(gene)

/** Relatives are tested for these; of an uncertain one, to learn whether it travels with the disease. Most certain first. */
const TESTED_CLASSES: readonly VariantClass[] = ['Pathogenic', 'Likely pathogenic', 'Uncertain significance']

/** The variants of an order's reports that a relative can be tested for with this test; of an order with known ones none. */
export function variantsFor(test: RelativeTest, { document, reports }: ReportedOrder): ReportedVariant[] {
  if ((document.knownVariants ?? []).length > 0) return []
  return TESTED_CLASSES.flatMap((tested) =>
    reports.variants.filter(
      ({ variantClass, variant }) => variantClass === tested && looksFor(test, variant),
    ),
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

/** What of an order's own report is filled in. */
interface FilledIn {
  /** Of `variantsFor`; none: the report describes it. */
  variants: readonly ReportedVariant[]
  /** Of an order of a single gene. */
  gene: Pick<KnownVariant, 'gene' | 'hgncId'> | null
}

/**
 * The copy for a relative (`copyOf`) with a test of the known variant instead of its own tests. The variants are those of
 * the order; if it has none, those of its report, or what the portal knows of that report. What the carrier is to the new
 * patient, and the purpose, are asked again.
 */
export function withKnownVariantTest(
  copy: OrderDocument,
  test: RelativeTest,
  original: ReportedOrder,
  filledIn: FilledIn,
): OrderDocument {
  const given = original.document.knownVariants ?? []
  const variants =
    given.length > 0
      ? given.map((one) => ofFamily(one, original))
      : filledIn.variants.length > 0
        ? filledIn.variants.map((one, index) => reportedIn(original, one, `v${index + 1}`))
        : [found(test, original, filledIn.gene)]
  return { ...copy, tests: [blankTest(test.code, test.testName)], addOnTests: [], knownVariants: variants }
}

/** With the class of the order's own report, if that lists the variant: the order's is of the day on which it was ordered. */
function ofFamily(variant: KnownVariant, { document, reports, laboratory }: ReportedOrder): KnownVariant {
  const { firstName, lastName, dateOfBirth } = carrierOf(variant, document)
  const { carrier } = blankVariant(variant.key)
  const again = reports.variants.find(
    (one) => one.variantClass !== null && isSameVariant(one.variant, variant),
  )
  return {
    ...withoutFile(variant),
    ...(again?.variantClass
      ? { variantClass: again.variantClass, classifiedOn: again.reportedOn, classifiedBy: laboratory }
      : {}),
    carrier: { ...carrier, firstName, lastName, dateOfBirth },
    ...{ purpose: '', positiveControl: '' },
  }
}

/** As the report has it. */
function reportedIn(original: ReportedOrder, reported: ReportedVariant, key: string): KnownVariant {
  const { document, laboratory, labNumber } = original
  const { variant, variantClass, reportedOn, person } = reported
  const blank = blankVariant(key)
  return {
    ...{ ...blank, ...variant, variantClass: variantClass ?? '' },
    zygosity: ZYGOSITIES.find((one) => one === reported.zygosity) ?? '',
    carrier: { ...blank.carrier, ...nameOf(document, person) },
    ...{ classifiedOn: reportedOn, classifiedBy: laboratory, laboratory, laboratoryNumber: labNumber },
    reportDate: reportedOn,
    report: labNumber === '' ? '' : 'same-laboratory',
  }
}

/** In whom a report found it: of several fetuses this one. */
function nameOf(document: OrderDocument, key: PatientKey) {
  const fetus = fetusOf(document, key)
  const { pregnancy, patients } = document
  if (fetus && pregnancy) return testedByName({ patients, pregnancy: { ...pregnancy, fetuses: [fetus] } })
  const { firstName = '', lastName = '', dateOfBirth = '' } = patients.find((one) => one.key === key) ?? {}
  return { firstName, lastName, dateOfBirth }
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
