import type { IsoDate } from '#domain/dates/dates.ts'
import type { Chart, ChartCondition } from '#domain/ehr/chart.ts'
import type { TheirCode, TheirInsurance, TheirPatient } from '#domain/ehr/ehr-order.ts'
import { table } from '#domain/table.ts'
import { keepable } from '#domain/text/keepable.ts'
import { isJson, type Json } from './fetch-json.ts'

// What is read of FHIR R4 resources. Every value may be missing or of another type: then it is ''.

const LONGEST = 200
/** Cut, and as a database keeps it: a hospital's character that nobody can store must not end its launches. */
const text = (value: unknown) => (typeof value === 'string' ? keepable(value.trim().slice(0, LONGEST)) : '')
const objects = (value: unknown): Json[] => (Array.isArray(value) ? value.filter(isJson) : [])
const inside = (value: unknown): Json => (isJson(value) ? value : {})
export const firstOf = (value: unknown): Json => objects(value)[0] ?? {}
export const referenceOf = (value: unknown): string => text(inside(value).reference)

/** The resources of a type in a search's answer. */
export function entriesOf(bundle: Json | null, type: string): Json[] {
  return objects(bundle?.entry)
    .map(({ resource }) => resource)
    .filter((one): one is Json => isJson(one) && one.resourceType === type)
}

/** Whether a search's answer has another page. */
export function hasNext(bundle: Json | null): boolean {
  return objects(bundle?.link).some(({ relation }) => relation === 'next')
}

/** Whether the hospital says that a resource should never have been. */
export const isRetracted = ({ status }: Json): boolean => status === 'entered-in-error'

/** Whether a resource is about this patient. */
export function isOf(resource: Json, patient: string): boolean {
  const about = [resource.subject, resource.patient, resource.beneficiary].map(referenceOf)
  return about.some((one) => one === `Patient/${patient}` || one.endsWith(`/Patient/${patient}`))
}

/** The path of a reference to one of `types` below the FHIR server; null for another server's, or another type. */
export function pathUnder(base: string, reference: string, types: readonly string[]): string | null {
  const path = reference.startsWith(`${base}/`) ? reference.slice(base.length + 1) : reference
  const [, type] = /^([A-Za-z]+)\/[A-Za-z0-9\-.]{1,64}$/.exec(path) ?? []
  return type !== undefined && types.includes(type) ? path : null
}

/** `official`, or what is in use now; never an old name. */
function nameIn(resource: Json): { lastName: string; firstName: string } {
  const names = objects(resource.name).filter(({ use }) => use !== 'old')
  const name = names.find(({ use }) => use === 'official') ?? names[0] ?? {}
  const given: unknown[] = Array.isArray(name.given) ? name.given : []
  return { lastName: text(name.family), firstName: given.map(text).filter(Boolean).join(' ') }
}

const codingsOf = (concept: unknown): Json[] => objects(inside(concept).coding)
const wordsOf = (concept: unknown): string =>
  text(inside(concept).text) ||
  codingsOf(concept)
    .map(({ display }) => text(display))
    .find(Boolean) ||
  ''
const codesOf = (concept: unknown): TheirCode[] =>
  codingsOf(concept).map(({ code, display, system }) => ({
    ...{ code: text(code), text: text(display), system: text(system) },
  }))

const SOCIAL_SECURITY = 'http://hl7.org/fhir/sid/us-ssn'
const NPI = 'http://hl7.org/fhir/sid/us-npi'

/** Record numbers: those of the hospital's system if it is configured, else of type MR. Never a social security number. */
function recordNumbersIn(person: Json, system: string): TheirPatient['numbers'] {
  return objects(person.identifier)
    .filter((one) => text(one.system) !== SOCIAL_SECURITY && one.use !== 'old')
    .map((one) => ({
      ...{ number: text(one.value), system: text(one.system) },
      type: codingsOf(one.type).map(({ code }) => text(code))[0] ?? '',
    }))
    .filter(
      ({ number, type, ...one }) => number !== '' && (system === '' ? type === 'MR' : one.system === system),
    )
    .map((one) => ({ ...one, type: 'MR' }))
}

export function patientIn(person: Json, recordNumberSystem: string): TheirPatient {
  const addresses = objects(person.address).filter(({ use }) => use !== 'old')
  const home = addresses.find(({ use }) => use === 'home') ?? addresses[0] ?? {}
  const lines: unknown[] = Array.isArray(home.line) ? home.line : []
  const contact = (system: string) =>
    text(objects(person.telecom).find((one) => one.system === system && one.use !== 'old')?.value)
  const born = text(person.birthDate)
  return {
    ...nameIn(person),
    dateOfBirth: /^\d{4}-\d\d-\d\d$/.test(born) ? born : '',
    ...{ sex: text(person.gender), numbers: recordNumbersIn(person, recordNumberSystem) },
    address: {
      ...{ line1: text(lines[0]), line2: text(lines[1]), city: text(home.city), state: text(home.state) },
      ...{ postalCode: text(home.postalCode), country: text(home.country) },
    },
    ...{ phone: contact('phone'), email: contact('email') },
  }
}

export function providerIn(clinician: Json): Chart['provider'] {
  const numbers = objects(clinician.identifier)
    .filter(({ system }) => system === NPI)
    .map(({ value }) => ({ number: text(value), system: NPI, type: 'NPI' }))
  const name = nameIn(clinician)
  return name.lastName === '' && numbers.length === 0 ? null : { ...name, numbers }
}

const ICD10 = 'http://hl7.org/fhir/sid/icd-10-cm'
const NOT_NOW = ['inactive', 'remission', 'resolved']
const NOT_SO = ['refuted', 'entered-in-error']

/** Those that are current: first what the visit is for, then the other problems; each once. */
export function conditionsIn(all: readonly Json[], visit: Json | null): ChartCondition[] {
  const ofVisit = new Set(objects(visit?.diagnosis).map(({ condition }) => referenceOf(condition)))
  const encounter = visit ? `Encounter/${text(visit.id)}` : null
  const current = all.filter((one) => {
    const is = (status: unknown, among: readonly string[]) =>
      codingsOf(status).some(({ code }) => among.includes(text(code)))
    return !is(one.clinicalStatus, NOT_NOW) && !is(one.verificationStatus, NOT_SO)
  })
  const read = current.map(({ id, code, encounter: during, category }) => {
    const icd = codingsOf(code).find(({ system }) => system === ICD10)
    const isDiagnosis = objects(category).some((one) =>
      codingsOf(one).some((coding) => coding.code === 'encounter-diagnosis'),
    )
    return {
      ...{ code: text(icd?.code), words: (icd && text(icd.display)) || wordsOf(code) },
      ofVisit:
        ofVisit.has(`Condition/${text(id)}`) ||
        (isDiagnosis && encounter !== null && referenceOf(during).endsWith(encounter)),
    }
  })
  const seen = new Set<string>()
  return read
    .toSorted((a, b) => Number(b.ofVisit) - Number(a.ofVisit))
    .filter(({ code, words }) => {
      const key = code || words.toLowerCase()
      const isNew = key !== '' && !seen.has(key)
      seen.add(key)
      return isNew
    })
}

/**
 * What the patient is to the subscriber, as HL7 table 0063 says it the other way round: a child's subscriber is the parent.
 * There is no code here for a patient who is the parent: IN1-17 of that means its opposite at some senders.
 */
const INSURED = table<string>({
  ...{ self: 'SEL', spouse: 'SPO', common: 'SPO', child: 'PAR', parent: 'OTH', other: 'OTH' },
})

/** Whether a Coverage is active, and its period, if it has one, includes the day. */
export function isInForce({ status, period }: Json, day: IsoDate): boolean {
  const [start, end] = [text(inside(period).start), text(inside(period).end)]
  // A time may be as short as a year: then all of it is meant.
  const until = (written: string) => day.slice(0, written.length) <= written.slice(0, day.length)
  const since = (written: string) => day.slice(0, written.length) >= written.slice(0, day.length)
  return status === 'active' && (start === '' || since(start)) && (end === '' || until(end))
}

export function insuranceIn(coverage: Json, payer: Json | null): TheirInsurance {
  const payor = firstOf(coverage.payor)
  const group = objects(coverage.class).find(({ type }) =>
    codingsOf(type).some(({ code }) => code === 'group'),
  )
  const relationship = codingsOf(coverage.relationship).map(({ code }) => text(code))[0] ?? ''
  const contained = objects(coverage.contained)
  const holder = contained.find((one) => one.resourceType === 'RelatedPerson')
  return {
    payer: {
      ...{ code: '', system: '' },
      text: (payer && text(payer.name)) || text(payor.display),
    },
    memberId: text(coverage.subscriberId),
    groupNumber: text(group?.value),
    relationship: INSURED[relationship] ?? '',
    holder: {
      ...(holder ? nameIn(holder) : { lastName: '', firstName: '' }),
      dateOfBirth: text(holder?.birthDate),
    },
  }
}

/** A relative and what they have: “Mother: Breast cancer (at 42)”. Names of relatives are theirs and are not read. */
export function relativeInWords(history: Json): string {
  if (isRetracted(history)) return ''
  const conditions = objects(history.condition).map(({ code, onsetAge }) => {
    const age = inside(onsetAge).value
    return `${wordsOf(code)}${typeof age === 'number' ? ` (at ${age})` : ''}`
  })
  const relative = wordsOf(history.relationship)
  return relative !== '' && conditions.some(Boolean)
    ? `${relative}: ${conditions.filter(Boolean).join(', ')}`
    : ''
}

export function orderIn(order: Json): Chart['order'] {
  const numbers = [...objects(order.identifier), inside(order.requisition)]
    .map((one) => ({
      ...{ number: text(one.value), system: text(one.system) },
      type: codingsOf(one.type).map(({ code }) => text(code))[0] ?? '',
    }))
    .filter(({ number, type }) => number !== '' && type !== 'FILL')
  return { numbers, test: codesOf(order.code) }
}
