import { classesOf } from '../../results/words.ts'
import type { ReportStatus } from '../statuses.ts'
import { STATUS_MEANING, STATUS_WORDS } from '../words.ts'
import { type Assay, assayOf, isCarrierScreen } from './assay.ts'
import { looksForOrdered, type OrderedVariant, orderedFindings } from './familial.ts'
import { type Found, type Outcome, type Stated, VARIANT_CLASSES } from './finding.ts'
import * as texts from './report-texts.ts'
import { foundIn } from './variants.ts'
import { withKeys } from './with-keys.ts'

/**
 * The input of a demonstration report: the order's own data, as far as known. Dates are ISO, '' for unknown.
 */
export interface ReportedOrder {
  laboratory: string
  laboratoryNumber: string
  orderId: string
  patient: { name: string; dateOfBirth: string; sex: string; recordNumber: string }
  provider: string
  institution: string
  indications: readonly string[]
  /** What else the order says of the patient: findings in words. */
  findings?: readonly string[]
  specimen: { types: readonly string[]; collectedOn: string; receivedOn: string }
  reportedOn: string
  status: ReportStatus
  /** Why the report changed, in the laboratory's words. */
  words: string
  tests: readonly ReportedTest[]
  /** The variants that the order names, to be looked for. Left out: none. */
  orderedVariants?: readonly OrderedVariant[]
}

export interface ReportedTest extends Stated {
  code: string
  name: string
  /** The analyzed genes; empty if the test names none. */
  genes: readonly string[]
  /** Whether the person agreed to secondary findings. Left out: no. */
  isSecondaryAllowed?: boolean
  /** The day on which the variant got its class; left out: not told. */
  classifiedOn?: string
}

export interface ReportedResult {
  title: string
  outcome: Outcome
  /** The result in one line. */
  headline: string
  found: Found
  interpretation: readonly string[]
  recommendations: readonly string[]
}

/** The text of a demonstration report, before layout. */
export interface DemonstrationReport {
  /** The kind of report, unless it is the first final one; otherwise ''. */
  notice: string
  statusWord: string
  /** Of all tests: positive if one is, else uncertain, else failed, if one is. */
  overall: Outcome
  results: readonly ReportedResult[]
  methods: readonly string[]
  limitations: readonly string[]
  /** The analyzed genes of each test that names any. */
  genes: readonly { title: string; genes: readonly string[] }[]
  references: readonly string[]
}

/** Printed on every page. */
export const DEMONSTRATION_MARK = 'Demonstration report. Invented result, not for clinical use.'

interface Finding extends Stated {
  found: Found
  assay: Assay
  isCarrier: boolean
  /** It looked for the variants that the order names. */
  isOrdered: boolean
}

const isOwn = ({ section }: { section?: string }) => section === undefined

/** The variants that answer the question of the test. */
const ownVariants = ({ found }: Pick<Finding, 'found'>) => found.variants.filter(isOwn)

const isXLinked = (finding: Pick<Finding, 'found'>) =>
  ownVariants(finding).some(({ significances }) =>
    significances.some(({ conditionInheritance }) => conditionInheritance === 'X-linked'),
  )

/** The meaning and recommendations for a healthy carrier of what was found. */
function carrierTexts(finding: Finding, outcome: Exclude<Outcome, 'failed'>) {
  const told = texts.CARRIER[outcome]
  return outcome === 'positive' && isXLinked(finding) ? { ...told, ...texts.X_LINKED_CARRIER } : told
}

/** A variant that was reported as present stays so, whatever its class became. */
const orderedTexts = ({ before }: Finding, outcome: Exclude<Outcome, 'failed'>) =>
  texts.ORDERED[before === undefined ? outcome : 'positive']

const textsOf = ({ variants }: Found) =>
  variants.flatMap(({ significances }) => significances.flatMap(({ text }) => text ?? []))

function interpretationOf(finding: Finding): readonly string[] {
  const { outcome, found, assay, isCarrier } = finding
  if (outcome === 'failed') return [texts.FAILED.meaning]
  if (finding.isOrdered) return [...textsOf(found), orderedTexts(finding, outcome).meaning]
  const ofVariants = textsOf(found)
  const ofDrugs = found.drugResponses.flatMap(
    ({ drugs, response, text }) => `${drugs.map(({ name }) => name).join()}: ${response}. ${text}`,
  )
  const named = [...ofVariants, ...ofDrugs]
  if (ownVariants(finding).length === 0) {
    if (assay === 'other' || outcome !== 'negative') {
      // The meaning for a carrier depends on the gene: it is given only with a finding.
      const meaning =
        isCarrier && outcome !== 'positive' ? texts.CARRIER[outcome].meaning : texts.PLAIN[outcome].meaning
      return outcome === 'negative' ? [meaning, ...named] : [texts.NOT_INVENTED, meaning, ...named]
    }
    return [isCarrier ? texts.CARRIER.negative.meaning : texts.NOTHING_FOUND, ...named]
  }
  const isBoth = ownVariants(finding).some(({ allelicState }) => allelicState === 'Homozygous')
  const phases = found.phases.map(({ relation }) =>
    relation === 'Trans' ? texts.PHASES.Trans : texts.PHASES.Indeterminate,
  )
  const meaning = isCarrier
    ? [carrierTexts(finding, outcome).meaning]
    : assay === 'drug' || assay === 'tumor'
      ? []
      : { positive: [texts.JUDGED], uncertain: [texts.NOT_ALONE], negative: [] }[outcome]
  return [...named, ...(isBoth && outcome === 'positive' ? [texts.BOTH_COPIES] : []), ...phases, ...meaning]
}

/** The opening statement. */
function headlineOf(finding: Finding): string {
  const { outcome, assay, isCarrier, found } = finding
  if (outcome === 'failed') return texts.FAILED.headline
  if (finding.isOrdered) return orderedTexts(finding, outcome).headline
  const variants = ownVariants(finding)
  const [first] = variants
  if (assay === 'drug' && outcome !== 'negative')
    return outcome === 'positive' ? texts.DRUG_RESPONSE : texts.DRUG_UNCERTAIN
  if (!first) {
    const isPlain = assay === 'other' || outcome !== 'negative'
    const told = isCarrier ? texts.CARRIER.negative.headline : texts.HEADLINES.negative
    if (isPlain && isCarrier && outcome === 'positive') return texts.UNNAMED_CARRIER.headline
    return isPlain ? texts.PLAIN[outcome].headline : told
  }
  const [variantClass = ''] = classesOf(first)
  if (outcome === 'negative') return texts.NOW_BENIGN(variantClass)
  if (outcome === 'uncertain') return texts.HEADLINES.uncertain
  if (assay === 'tumor') return texts.SOMATIC
  if (/risk|penetrance/.test(variantClass)) return texts.RISK
  if (variantClass === 'Likely pathogenic') return isCarrier ? texts.LIKELY.carrier : texts.LIKELY.affected
  if (isCarrier) return texts.CARRIER.positive.headline
  return found.phases.length > 0 ? texts.TWO : texts.HEADLINES.positive
}

function recommendationsOf(finding: Finding): readonly string[] {
  const { outcome, assay, isCarrier } = finding
  if (outcome === 'failed') return texts.FAILED.recommendations
  if (finding.isOrdered) return orderedTexts(finding, outcome).recommendations
  const hasVariant = ownVariants(finding).length > 0
  if (isCarrier && hasVariant) return carrierTexts(finding, outcome).recommendations
  if (isCarrier && outcome === 'positive') return texts.UNNAMED_CARRIER.recommendations
  if (assay === 'drug' && outcome === 'positive') return texts.DRUG_RECOMMENDATIONS
  if (assay === 'tumor' && outcome === 'positive') return texts.SOMATIC_RECOMMENDATIONS
  if (!hasVariant && (assay === 'other' || outcome !== 'negative'))
    return texts.PLAIN[outcome].recommendations
  return isCarrier ? texts.CARRIER[outcome].recommendations : texts.RECOMMENDATIONS[outcome]
}

/** With the rules and the day of each class; a laboratory's own words follow no rules of others. */
function classified(found: Found, assay: Assay, classifiedOn: string | undefined): Found {
  const scheme = texts.SCHEMES[assay]
  const isRated = (variantClass: string | undefined) =>
    VARIANT_CLASSES.some((one) => one === variantClass) || /^Tier /.test(variantClass ?? '')
  const variants = found.variants.map((variant) => ({
    ...variant,
    significances: variant.significances.map((one) =>
      scheme === undefined || !isRated(one.variantClass)
        ? one
        : { ...one, scheme, ...(classifiedOn === undefined ? {} : { classifiedOn }) },
    ),
  }))
  return { ...found, variants }
}

/** What a laboratory would report for an order, with an invented result. */
export function demonstrationReport(order: ReportedOrder): DemonstrationReport {
  const { status, words, tests } = order
  const described = [...order.indications, ...(order.findings ?? [])].join('; ')
  const assays = tests.map(({ name, genes }) => assayOf(name, genes, described))
  const kinds = [...new Set(assays.map(({ assay }) => assay))]
  const ordered = order.orderedVariants ?? []
  const isOrdered = tests.map(({ name }) => ordered.length > 0 && looksForOrdered(name))
  const found = tests.map((test, index) => {
    const { name, code } = test
    if (isOrdered[index]) return orderedFindings(ordered, test)
    return foundIn(test, assays[index] ?? assayOf('', []), {
      // Independent of the outcome: a reclassified variant is in the same gene, at the same position.
      ...{ words: `${order.orderId}/${code}`, testName: name, isCarrier: isCarrierScreen(name) },
      ...{ sex: order.patient.sex, tissue: order.specimen.types[0] ?? 'Blood' },
      isSecondaryAllowed: test.isSecondaryAllowed ?? false,
    })
  })
  const results = withKeys(found).map((one, index): ReportedResult => {
    const { name = '', code = '', outcome = 'negative', before, to, classifiedOn } = tests[index] ?? {}
    const assay = assays[index]?.assay ?? 'other'
    const finding = {
      ...{ outcome, before, to, assay, isCarrier: isCarrierScreen(name) },
      ...{ found: classified(one, assay, classifiedOn), isOrdered: isOrdered[index] === true },
    }
    const more = one.variants.some((variant) => !isOwn(variant)) ? texts.SECONDARY : ''
    return {
      ...{ title: `${name} (${code})`, outcome, found: finding.found },
      headline: `${headlineOf(finding)}${more}`,
      interpretation: interpretationOf(finding),
      recommendations: recommendationsOf(finding),
    }
  })
  return {
    notice: status === 'final' ? '' : `${STATUS_MEANING[status]} ${words}`.trim(),
    statusWord: STATUS_WORDS[status],
    overall:
      (['positive', 'uncertain', 'failed'] as const).find((one) =>
        tests.some(({ outcome }) => outcome === one),
      ) ?? 'negative',
    results,
    methods: kinds.flatMap((kind) => texts.METHODS[kind]),
    limitations: [
      ...(isOrdered.includes(true) ? [texts.ONLY_ORDERED] : []),
      ...kinds.map((kind) => texts.DETECTS[kind]),
      texts.LIMITATION,
    ],
    genes: tests
      .filter(({ genes }) => genes.length > 0)
      .map(({ name, code, genes }) => ({ title: `${name} (${code})`, genes })),
    references: kinds.flatMap((kind) => texts.REFERENCES[kind]),
  }
}
