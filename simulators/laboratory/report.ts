import type { ReportStatus } from '#domain/reports/statuses.ts'
import { table } from '#domain/table.ts'
import type { Act } from './acts.ts'
import { findingFor } from './findings.ts'
import type { OrderEntry } from './journal.ts'
import { writeDemonstration } from './report/write.ts'

interface Options {
  laboratoryName: string
  seed: number
  at: Date
  /** From 2 on, the finding differs. */
  version: number
  /** The kind of report; `words` give the reason for a change. */
  act: Act['do']
  words: string
}

const STATUSES: Partial<Record<Act['do'], ReportStatus>> = {
  ...{ preliminary: 'preliminary', correct: 'corrected', amend: 'amended', addendum: 'addended' },
}

/** The report of an order; the same bytes for the same order and options. */
export function writeReport(order: OrderEntry, options: Options): Promise<Buffer> {
  const { laboratoryName, seed, at, version, act, words } = options
  const { patient, provider, specimens } = order
  const collected = specimens.map((specimen) => isoDay(specimen.collected)).filter(Boolean)
  return writeDemonstration({
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
    ...{ status: STATUSES[act] ?? 'final', words, isReclassified: act === 'amend' },
    tests: order.tests.map(({ code, name, genes, fetus }) => ({
      ...{ code, name, genes },
      outcome: findingFor(subjectOf(order.orderId, fetus?.label), code, seed, version).outcome,
    })),
  })
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
