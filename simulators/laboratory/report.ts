import { geneticResult } from '#domain/reports/demonstration/genetic-result.ts'
import { demonstrationReport, type ReportedOrder } from '#domain/reports/demonstration/report.ts'
import type { ReportStatus } from '#domain/reports/statuses.ts'
import type { Finding } from '#domain/results/finding.ts'
import { classesOf, variantName } from '#domain/results/words.ts'
import { writeResult as writeFindings } from '#domain/results/write-result.ts'
import { table } from '#domain/table.ts'
import type { Act } from './acts.ts'
import { findingFor, type Revision, subjectOf } from './findings.ts'
import type { OrderEntry } from './journal.ts'
import { writeDemonstration } from './report/write.ts'

export interface ReportOptions {
  laboratoryName: string
  seed: number
  at: Date
  /** The changes of the finding so far, oldest first. */
  revisions: readonly Revision[]
  /** The kind of report; `words` give the reason for a change. */
  act: Act['do']
  words: string
  /** The day on which its variants got their classes. */
  classifiedOn: string
  /** Reports secondary findings whatever the person answered, as a laboratory does by mistake. */
  ignoresConsent: boolean
}

const STATUSES: Partial<Record<Act['do'], ReportStatus>> = {
  ...{ preliminary: 'preliminary', correct: 'corrected', amend: 'amended', addendum: 'addended' },
}

/** A report as a PDF, and as data. */
export interface WrittenReport {
  pdf: Buffer
  findings: Finding[]
}

/**
 * The report of an order, from one text for both forms; the same bytes and findings for the same order and
 * options.
 */
export async function writeReport(order: OrderEntry, options: ReportOptions): Promise<WrittenReport> {
  const reported = reportedOrder(order, options)
  return {
    pdf: await writeDemonstration(reported),
    findings: dataOf(reported),
  }
}

/** A report as data only. */
export function reportData(order: OrderEntry, options: ReportOptions): Finding[] {
  return dataOf(reportedOrder(order, options))
}

const dataOf = (reported: ReportedOrder) => writeFindings(geneticResult(demonstrationReport(reported)))

/** Of an amended report, why it was: each variant with its old class and the new one. '' if nothing changed. */
export function reclassifiedInWords(
  order: OrderEntry,
  options: ReportOptions,
  before: readonly Revision[],
): string {
  const variantsWith = (revisions: readonly Revision[]) =>
    demonstrationReport(reportedOrder(order, { ...options, revisions })).results.flatMap(
      ({ found }) => found.variants,
    )
  const old = new Map(variantsWith(before).map((one) => [variantName(one), classesOf(one).join(', ')]))
  const changes = variantsWith(options.revisions).flatMap((one) => {
    const [name, now] = [variantName(one), classesOf(one).join(', ').toLowerCase()]
    const was = old.get(name)?.toLowerCase()
    if (was === now) return []
    return was === undefined
      ? [`${name} was not reported before and is now classified as ${now}.`]
      : [`${name} is reclassified from ${was} to ${now}.`]
  })
  return changes.length === 0 ? '' : ['New evidence was published.', ...changes].join(' ')
}

function reportedOrder(order: OrderEntry, options: ReportOptions): ReportedOrder {
  const { laboratoryName, seed, at, revisions, act, words, ignoresConsent, classifiedOn } = options
  const { patient, provider, specimens } = order
  const collected = specimens.map((specimen) => isoDay(specimen.collected)).filter(Boolean)
  return {
    ...{ laboratory: laboratoryName, laboratoryNumber: order.laboratoryNumber, orderId: order.orderId },
    patient: {
      name: [patient.lastName, patient.firstName].filter(Boolean).join(', '),
      dateOfBirth: isoDay(patient.birthDate),
      sex: SEXES[patient.sex] ?? patient.sex,
      recordNumber: isOwnNumber(order) ? '' : patient.recordNumber,
    },
    provider: `${provider.firstName} ${provider.lastName}`.trim(),
    institution: order.institution,
    indications: [],
    findings: findingsOf(order),
    specimen: {
      types: [...new Set(specimens.map((specimen) => specimen.type))],
      collectedOn: collected.toSorted()[0] ?? '',
      receivedOn: order.at.slice(0, 10),
    },
    reportedOn: at.toISOString().slice(0, 10),
    ...{ status: STATUSES[act] ?? 'final', words },
    orderedVariants: (order.variants ?? []).flatMap(({ ordered }) => ordered ?? []),
    tests: order.tests.map(({ code, name, genes, fetus }) => {
      const { outcome, before, to } = findingFor(
        subjectOf(order.orderId, fetus?.label),
        code,
        seed,
        revisions,
      )
      const isSecondaryAllowed = ignoresConsent || (!fetus && isAgreed(order, SECONDARY_FINDINGS))
      return { code, name, genes, outcome, before, to, isSecondaryAllowed, classifiedOn }
    }),
  }
}

/** Our code of the consent to secondary findings. */
const SECONDARY_FINDINGS = 'secondary-findings'

/** Whether the patient, or the person tested instead, agreed. */
const isAgreed = ({ agreed = [], orderId }: OrderEntry, consent: string) =>
  agreed.some(({ of, id }) => id === consent && of === `${orderId}-proband`)

/** What was found in the patient, in words. */
const findingsOf = ({ tests, orderId }: OrderEntry) => [
  ...new Set(
    tests
      .flatMap(({ findings = [] }) => findings)
      .filter(({ about, found }) => about === `${orderId}-proband` && found === PRESENT)
      .map(({ label }) => label),
  ),
]
const PRESENT = 'LA9633-4'

/**
 * Without the clinic's record number, an order has a number derived from the order's own: not an MRN, and not
 * printed as one.
 */
const isOwnNumber = ({ orderId, patient }: OrderEntry) => patient.recordNumber.startsWith(`${orderId}-`)

/** HL7 table 0001. */
const SEXES = table<string>({ F: 'Female', M: 'Male', A: 'Ambiguous', U: 'Unknown' })

/** `20190314…` as `2019-03-14`; '' for anything else. */
function isoDay(written: string): string {
  const [, year, month, day] = /^(\d{4})(\d{2})(\d{2})/.exec(written) ?? []
  return day ? `${year}-${month}-${day}` : ''
}
