import { geneticResult } from '#domain/reports/demonstration/genetic-result.ts'
import { demonstrationReport, type ReportedOrder } from '#domain/reports/demonstration/report.ts'
import type { ReportStatus } from '#domain/reports/statuses.ts'
import type { Finding } from '#domain/results/finding.ts'
import { writeResult as writeFindings } from '#domain/results/write-result.ts'
import { table } from '#domain/table.ts'
import type { Act } from './acts.ts'
import { findingFor, type Revision } from './findings.ts'
import type { OrderEntry } from './journal.ts'
import { writeDemonstration } from './report/write.ts'

interface Options {
  laboratoryName: string
  seed: number
  at: Date
  /** The changes of the finding so far, oldest first. */
  revisions: readonly Revision[]
  /** The kind of report; `words` give the reason for a change. */
  act: Act['do']
  words: string
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
export async function writeReport(order: OrderEntry, options: Options): Promise<WrittenReport> {
  const reported = reportedOrder(order, options)
  return {
    pdf: await writeDemonstration(reported),
    findings: writeFindings(geneticResult(demonstrationReport(reported))),
  }
}

function reportedOrder(order: OrderEntry, options: Options): ReportedOrder {
  const { laboratoryName, seed, at, revisions, act, words } = options
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
    specimen: {
      types: [...new Set(specimens.map((specimen) => specimen.type))],
      collectedOn: collected.toSorted()[0] ?? '',
      receivedOn: order.at.slice(0, 10),
    },
    reportedOn: at.toISOString().slice(0, 10),
    ...{ status: STATUSES[act] ?? 'final', words },
    tests: order.tests.map(({ code, name, genes, fetus }) => {
      const { outcome, before } = findingFor(subjectOf(order.orderId, fetus?.label), code, seed, revisions)
      return { code, name, genes, outcome, before }
    }),
  }
}

/**
 * Without the clinic's record number, an order has a number derived from the order's own: not an MRN, and not
 * printed as one.
 */
const isOwnNumber = ({ orderId, patient }: OrderEntry) => patient.recordNumber.startsWith(`${orderId}-`)

/** Each fetus has a finding of its own. */
const subjectOf = (orderId: string, label = '') => (label === '' ? orderId : `${orderId} ${label}`)

/** HL7 table 0001. */
const SEXES = table<string>({ F: 'Female', M: 'Male', A: 'Ambiguous', U: 'Unknown' })

/** `20190314…` as `2019-03-14`; '' for anything else. */
function isoDay(written: string): string {
  const [, year, month, day] = /^(\d{4})(\d{2})(\d{2})/.exec(written) ?? []
  return day ? `${year}-${month}-${day}` : ''
}
