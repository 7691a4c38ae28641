import type { Bundle, DiagnosticReport, FhirResource, Patient, Specimen } from 'fhir/r4.js'
import { SYSTEMS } from '#adapters/laboratory/fhir/systems.ts'
import { tidy } from '#adapters/laboratory/fhir/tidy.ts'
import { reportedFindings } from '#adapters/laboratory/fhir/write-findings.ts'
import { table } from '#domain/table.ts'
import type { Act } from './acts.ts'
import { changeOf } from './changes.ts'
import type { CompletedAct, OrderEntry } from './journal.ts'
import type { ReceivedTest } from './received.ts'
import { writeReport } from './report.ts'
import { ofFetus } from './report-of-fetus.ts'
import type { SimulatedOrder } from './simulated-order.ts'

interface Settings {
  seed: number
  laboratoryName: string
}

const STATUSES: Partial<Record<Act['do'], DiagnosticReport['status']>> = {
  ...{ preliminary: 'preliminary', report: 'final', correct: 'corrected', amend: 'amended' },
  ...{ addendum: 'appended', withdraw: 'entered-in-error' },
}

/** Whether an act sends or withdraws a report, which a Bundle can carry. */
export function isReport({ do: name }: Act): boolean {
  return STATUSES[name] !== undefined
}

/**
 * A transaction Bundle with the report of an act, as `writeResult` writes it in HL7 v2: the same PDF, and the same
 * result as Observations and Tasks (Genomics Reporting STU 3). One report for the patient, or for each fetus.
 */
export async function writeReportBundle(
  { order, done: all }: SimulatedOrder,
  last: CompletedAct,
  settings: Settings,
): Promise<string> {
  const done = all.slice(0, all.indexOf(last) + 1)
  const labels = [...new Set(order.tests.map(({ fetus }) => fetus?.label))]
  const firsts = labels.flatMap((label) => order.tests.find(({ fetus }) => fetus?.label === label) ?? [])
  const patient = patientOf(order, 'patient' in last.act ? last.act.patient : {})
  const reports = await Promise.all(firsts.map((test) => reportResources(order, test, done, settings)))
  const resources = [patient, ...reports.flat()].map((resource) => tidy(resource))
  const bundle: Bundle = {
    ...{ resourceType: 'Bundle', type: 'transaction', timestamp: last.at },
    identifier: { system: 'urn:simulated-laboratory', value: last.controlId },
    entry: resources.map((resource) => ({
      resource,
      request: { method: 'PUT', url: `${resource.resourceType}/${resource.id}` },
    })),
  }
  return JSON.stringify(bundle)
}

async function reportResources(
  order: OrderEntry,
  test: ReceivedTest,
  done: readonly CompletedAct[],
  settings: Settings,
): Promise<FhirResource[]> {
  const last = done.at(-1)
  const status = last && STATUSES[last.act.do]
  if (!last || !status) throw new Error(`Order ${order.orderId} was not reported`)
  const { fetus } = test
  const about = ofFetus(order, fetus)
  const { kind, options } = changeOf(about, done, settings)
  // Two fetuses of one Bundle have findings of their own.
  const prefix = fetus ? `${fetus.label}-` : ''
  const idOf = (id: string) => `${prefix}${id}`.replaceAll(/[^A-Za-z0-9.-]/g, '-')
  const report: DiagnosticReport = {
    ...{ resourceType: 'DiagnosticReport', id: idOf(`report-${test.code}`), status, issued: last.at },
    identifier: [{ system: SYSTEMS.laboratoryNumber, value: order.laboratoryNumber }],
    basedOn: [{ identifier: { system: SYSTEMS.order, value: order.orderId } }],
    category: [{ coding: [{ system: 'http://terminology.hl7.org/CodeSystem/v2-0074', code: 'GE' }] }],
    code: {
      coding: [
        { system: SYSTEMS.catalogue, code: test.code },
        { system: 'http://loinc.org', code: '51969-4', display: 'Genetic analysis report' },
      ],
      text: test.name,
    },
    subject: SUBJECT,
    resultsInterpreter: [{ display: 'Maris Hollowell' }],
    ...(kind === '' ? {} : { extension: [changeExtension(kind, options.words)] }),
  }
  if (status === 'entered-in-error') return [report]
  const { pdf, findings } = await writeReport(about, options)
  const { observations, tasks, conclusionCode, extension } = reportedFindings(findings, {
    idOf,
    refer: (id, type) => `${type}/${id}`,
    subject: SUBJECT,
    status: status === 'preliminary' ? 'preliminary' : 'final',
  })
  const specimens = (fetus?.specimens ?? []).map(
    (number): Specimen => ({
      ...{ resourceType: 'Specimen', id: number, subject: SUBJECT },
      identifier: [{ system: SYSTEMS.specimen, value: number }],
    }),
  )
  return [
    {
      ...report,
      ...(conclusionCode ? { conclusionCode } : {}),
      extension: [...(report.extension ?? []), ...(extension ?? [])],
      specimen: specimens.map(({ id }) => ({ reference: `Specimen/${id}` })),
      result: observations.map(({ id }) => ({ reference: `Observation/${id}` })),
      presentedForm: [
        { contentType: 'application/pdf', title: 'Laboratory report', data: pdf.toString('base64') },
      ],
    },
    ...observations.map((one) => (fetus ? { ...one, focus: [{ display: fetus.label }] } : one)),
    ...tasks,
    ...specimens,
  ]
}

const SUBJECT = { reference: 'Patient/patient' }

/** The kind of a change and its reason, which FHIR has no element for. */
const changeExtension = (kind: string, words: string) => ({
  url: SYSTEMS.reportChange,
  valueCodeableConcept: { coding: [{ code: kind.toLowerCase() }], text: words },
})

const GENDERS = table<NonNullable<Patient['gender']>>({ F: 'female', M: 'male', A: 'other', U: 'unknown' })

/** As in the order, except for the fields to replace. */
function patientOf(
  { patient }: OrderEntry,
  instead: Extract<Act, { do: 'report' }>['patient'] = {},
): Patient {
  const given = Object.fromEntries(Object.entries(instead).filter(([, value]) => value !== undefined))
  const { lastName, firstName, birthDate, recordNumber, sex } = { ...patient, ...given }
  const gender = GENDERS[sex]
  return {
    ...{ resourceType: 'Patient', id: 'patient', name: [{ family: lastName, given: [firstName] }] },
    identifier: [{ type: { coding: [{ code: 'MR' }] }, value: recordNumber }],
    birthDate: birthDate.replace(/^(\d{4})(\d\d)(\d\d)$/, '$1-$2-$3'),
    ...(gender ? { gender } : {}),
  }
}
