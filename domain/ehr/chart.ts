import type { Insurance, OrderDocument, Patient } from '../orders/document.ts'
import { draftOf, type KnownHere, LONGEST_NOTES } from './draft.ts'
import type { EhrOrder, TheirCode, TheirInsurance, TheirNumber, TheirPatient } from './ehr-order.ts'
import type { Maps } from './maps.ts'

/** The resources of a hospital's FHIR server (R4) that a launch reads. */
export const CHART_RESOURCES = [
  ...['Patient', 'Practitioner', 'Encounter', 'Condition'],
  ...['Coverage', 'FamilyMemberHistory', 'ServiceRequest'],
] as const
export type ChartResource = (typeof CHART_RESOURCES)[number]

/** A diagnosis of the chart; it becomes an indication only if a person chooses it. */
export interface ChartCondition {
  /** ICD-10-CM; '' if the chart has words or another code system only. */
  code: string
  words: string
  /** Whether the visit is for it, rather than one of the patient's problems. */
  ofVisit: boolean
}

/** What a launch read of one patient's chart. */
export interface Chart {
  patient: TheirPatient
  /** Who launched, or whom the visit names; null if the chart tells nobody with a name. */
  provider: EhrOrder['provider']
  conditions: readonly ChartCondition[]
  insurance: readonly TheirInsurance[]
  /** Relatives' conditions, a line for each. */
  familyHistory: readonly string[]
  /** The order from which the launch was made: its numbers, and the codes of its test. Null if it names none. */
  order: { numbers: readonly TheirNumber[]; test: readonly TheirCode[] } | null
  /** What the hospital did not allow or did not answer in time. */
  notRead: readonly ChartResource[]
}

/** A value of the order that a launch wrote, by JSON pointer, and the resource that it is from. */
export interface Filled {
  path: string
  value: string
  from: ChartResource
}

export interface FilledOrder {
  document: OrderDocument
  filled: Filled[]
}

const NO_PLACER: EhrOrder['placer'] = { number: '', namespace: '', universalId: '', universalIdType: '' }

/**
 * An order with what the chart says, each value with the resource that it is from. Only what is empty is filled: what a
 * message or a person wrote stays. Diagnoses are not filled: forty problems are no indication, so a person chooses.
 */
export function filledFrom(before: OrderDocument, chart: Chart, maps: Maps, known: KnownHere): FilledOrder {
  const { document: ofChart } = draftOf([orderOf(chart)], maps, known)
  const document: OrderDocument = JSON.parse(JSON.stringify(before))
  const filled: Filled[] = []
  const write = (path: string, from: ChartResource, value: string, set: () => void) => {
    set()
    filled.push({ path, from, value })
  }

  const [person, there] = [document.patients[0], ofChart.patients[0]]
  if (person && there) fillPatient(person, there, write)

  const chosen = ofChart.tests.filter(({ testCode }) => testCode !== '')
  if (chosen.length > 0 && document.tests.every(({ testCode }) => testCode === ''))
    write('/tests/0/testCode', 'ServiceRequest', chosen[0]?.testCode ?? '', () => {
      document.tests = chosen
    })

  const { orderingProvider: provider } = ofChart
  const named = document.orderingProvider
  if (provider.npi !== '' && named.npi === '' && named.physicianId === null)
    write('/orderingProvider/npi', 'Practitioner', provider.npi, () => {
      document.orderingProvider = provider
    })

  const { payment } = ofChart
  if (payment.billingType !== '' && document.payment.billingType === '')
    write('/payment/billingType', 'Coverage', payment.billingType, () => {
      document.payment.billingType = payment.billingType
    })
  if (document.payment.billingType === 'Insurance')
    fillInsurance(document.payment.insurance, payment.insurance, write)

  const lines = ofChart.clinicalNotes.split('\n').filter((line) => !document.clinicalNotes.includes(line))
  const notes = [document.clinicalNotes, ...lines].filter(Boolean).join('\n')
  if (lines.some(Boolean) && notes.length <= LONGEST_NOTES)
    write('/clinicalNotes', notesAreFrom(chart), notes, () => {
      document.clinicalNotes = notes
    })
  return { document, filled }
}

function notesAreFrom({ familyHistory, order }: Chart): ChartResource {
  if (familyHistory.length > 0) return 'FamilyMemberHistory'
  return order ? 'ServiceRequest' : 'Practitioner'
}

type Write = (path: string, from: ChartResource, value: string, set: () => void) => void

function fillPatient(person: Patient, there: Patient, write: Write): void {
  for (const name of ['firstName', 'lastName', 'dateOfBirth', 'sex', 'recordNumber'] as const)
    if (person[name] === '' && there[name] !== '')
      write(`/patients/0/${name}`, 'Patient', there[name], () =>
        Object.assign(person, { [name]: there[name] }),
      )
  const [home, given] = [person.addresses[0], there.addresses[0]]
  // Parts of two addresses make a third.
  if (home && given && given.addressLine1 !== '' && home.addressLine1 === '' && home.city === '')
    for (const name of ['addressLine1', 'addressLine2', 'city', 'state', 'postalCode', 'country'] as const)
      if (given[name] !== '')
        write(`/patients/0/addresses/0/${name}`, 'Patient', given[name], () =>
          Object.assign(home, { [name]: given[name] }),
        )
  for (const [index, contact] of person.contacts.entries()) {
    const value = there.contacts.find(({ type }) => type === contact.type)?.value ?? ''
    if (contact.value === '' && value !== '')
      write(`/patients/0/contacts/${index}/value`, 'Patient', value, () => {
        contact.value = value
      })
  }
}

/** Only an insurance without company and member: two cards must not become one. */
function fillInsurance(before: Insurance, there: Insurance, write: Write): void {
  const isSame = before.company === '' || before.company.toLowerCase() === there.company.toLowerCase()
  if (before.memberId !== '' || !isSame) return
  // Whoever holds the chart's policy holds this one only if the patient is the same to both.
  const isSameHolder = ['', there.holderRelationship].includes(before.holderRelationship)
  for (const name of [
    ...(['company', 'memberId', 'groupNumber', 'holderRelationship'] as const),
    ...(isSameHolder ? (['holderFirstName', 'holderLastName', 'holderDateOfBirth'] as const) : []),
  ])
    if (before[name] === '' && there[name] !== '')
      write(`/payment/insurance/${name}`, 'Coverage', there[name], () =>
        Object.assign(before, { [name]: there[name] }),
      )
}

/** The chart in the form in which a hospital's message says the same. */
function orderOf({ patient, provider, insurance, familyHistory, order }: Chart): EhrOrder {
  return {
    ...{ control: 'new', controlCode: '', placer: NO_PLACER, group: '', patient, provider },
    tests: order && order.test.length > 0 ? [order.test] : [],
    specimen: { type: [], collectedOn: '' },
    ...{ diagnoses: [], insurance: insurance.slice(0, 1), answers: [] },
    notes: familyHistory.map((line) => `Family history: ${line}`),
  }
}

/**
 * The numbers under which a message may have brought the order that a launch names: `system` of FHIR is the namespace
 * of HL7, as an address or as an OID.
 */
export function isPlacer(placer: EhrOrder['placer'], { number, system }: TheirNumber): boolean {
  if (number === '' || placer.number !== number) return false
  const given = system.replace(/^urn:oid:/i, '').toLowerCase()
  return [placer.namespace, placer.universalId].some((one) => one !== '' && one.toLowerCase() === given)
}
