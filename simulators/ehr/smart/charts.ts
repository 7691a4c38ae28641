import type { Chart } from '../charts.ts'

/** A resource of FHIR R4 as JSON. */
export type Resource = { resourceType: string; id: string } & Record<string, unknown>

/** The chart of one invented patient: the patient first. */
export interface SimulatedChart {
  patient: string
  /** The visit that is open. */
  encounter: string
  /** The order from which the portal is opened; null if it is opened from the chart alone. */
  order: string | null
  resources: Resource[]
}

const RECORD_NUMBERS = 'urn:oid:2.16.840.1.113883.19.23.1'
const PLACER_NUMBERS = 'urn:oid:2.16.840.1.113883.19.23.2'
const ICD10 = 'http://hl7.org/fhir/sid/icd-10-cm'
const SNOMED = 'http://snomed.info/sct'
const NPI = 'http://hl7.org/fhir/sid/us-npi'

/** Users of the hospital's record system. */
export const CLINICIANS: readonly Resource[] = [
  {
    ...{ resourceType: 'Practitioner', id: 'dr-okonjo' },
    identifier: [{ system: NPI, value: '1234567893' }],
    name: [{ use: 'official', family: 'Okonjo', given: ['Adaeze'] }],
  },
  {
    ...{ resourceType: 'Practitioner', id: 'nurse-hale' },
    identifier: [{ system: 'urn:hospital:staff', value: '55120' }],
    name: [{ family: 'Hale', given: ['Robin'] }],
  },
]

interface Person {
  id: string
  last: string
  first: string
  born: string
  gender: string
  number: string
}

const PEOPLE: readonly Person[] = [
  { id: 'p1', last: 'Vance', first: 'Imogen', born: '2019-03-14', gender: 'female', number: 'H-20011' },
  { id: 'p2', last: 'Castellan', first: 'Mateo', born: '2021-07-02', gender: 'male', number: 'H-20012' },
  { id: 'p3', last: 'Brightwater', first: 'June', born: '1984-11-23', gender: 'female', number: 'H-20013' },
  { id: 'p4', last: 'Osei', first: 'Kwabena', born: '1971-01-30', gender: 'male', number: 'H-20014' },
  { id: 'p5', last: 'Lindqvist', first: 'Saga', born: '2024-02-29', gender: 'female', number: 'H-20015' },
  { id: 'p6', last: 'Marchetti', first: 'Elio', born: '2012-09-09', gender: 'male', number: 'H-20016' },
  { id: 'p7', last: 'Tanaka-Reed', first: 'Hana', born: '1990-05-17', gender: 'female', number: 'H-20017' },
  { id: 'p8', last: 'Abernathy', first: 'Noor', born: '2016-12-01', gender: 'other', number: 'H-20018' },
  { id: 'p9', last: 'Silvestre', first: 'Rui', born: '1965-08-08', gender: 'male', number: 'H-20019' },
  { id: 'p10', last: 'Novak', first: 'Milena', born: '2003-04-25', gender: 'female', number: 'H-20020' },
]

const of = (patient: string) => ({ reference: `Patient/${patient}` })
const condition = (patient: string, n: number, coding: object, more: object = {}): Resource => ({
  ...{ resourceType: 'Condition', id: `${patient}-c${n}`, subject: of(patient) },
  clinicalStatus: { coding: [{ code: 'active' }] },
  code: coding,
  ...more,
})

function patientOf({ id, last, first, born, gender, number }: Person): Resource {
  return {
    ...{ resourceType: 'Patient', id, gender, birthDate: born },
    identifier: [
      { system: 'http://hl7.org/fhir/sid/us-ssn', value: '999-00-1234' },
      { type: { coding: [{ code: 'MR' }] }, system: RECORD_NUMBERS, value: number },
    ],
    name: [
      { use: 'old', family: 'Former', given: [first] },
      { use: 'official', family: last, given: [first] },
    ],
    address: [
      {
        ...{ use: 'home', line: ['12 Harbor Street'], city: 'Columbus' },
        ...{ state: 'OH', postalCode: '43215', country: 'US' },
      },
    ],
    telecom: [
      { system: 'phone', value: '+1 614 555 0142' },
      { system: 'email', value: `${first.toLowerCase()}@home.test` },
    ],
  }
}

/**
 * The charts. Some lack something, as real ones do: p4 has no coverage, p5 no address, p6 no family history,
 * p7 no ICD-10 code, p8 no order, p9 forty problems, p10 a coverage in words only.
 */
export const CHARTS: readonly SimulatedChart[] = PEOPLE.map((person) => {
  const { id } = person
  const patient = patientOf(person)
  if (id === 'p5') delete patient.address
  const encounter = `${id}-visit`
  const epilepsy = {
    text: 'Epilepsy',
    coding: [{ system: ICD10, code: 'G40.909', display: 'Epilepsy, unspecified, not intractable' }],
  }
  const delay = {
    coding: [
      { system: SNOMED, code: '248290002', display: 'Developmental delay' },
      {
        system: ICD10,
        code: 'R62.50',
        display: 'Unspecified lack of expected normal physiological development in childhood',
      },
    ],
  }
  const words = {
    text: 'Family history of epilepsy',
    coding: [{ system: SNOMED, code: '160348005', display: 'Family history of epilepsy' }],
  }
  const resources: Resource[] = [
    patient,
    {
      ...{ resourceType: 'Encounter', id: encounter, subject: of(id) },
      diagnosis: [{ condition: { reference: `Condition/${id}-c1` } }],
    },
    condition(id, 1, id === 'p7' ? words : epilepsy),
    condition(id, 2, delay),
    condition(
      id,
      3,
      { text: 'Otitis media', coding: [{ system: ICD10, code: 'H66.90', display: 'Otitis media' }] },
      { clinicalStatus: { coding: [{ code: 'resolved' }] } },
    ),
  ]
  if (id === 'p9')
    for (let n = 4; n <= 40; n += 1)
      resources.push(
        condition(id, n, { coding: [{ system: ICD10, code: `Z${n + 40}.8`, display: `Problem ${n}` }] }),
      )
  if (id !== 'p4')
    resources.push({
      ...{ resourceType: 'Coverage', id: `${id}-coverage`, status: 'active', order: 1, beneficiary: of(id) },
      payor: [id === 'p10' ? { display: 'Plan of the employer' } : { reference: 'Organization/tidewater' }],
      subscriberId: `TM-${person.number}`,
      class: [{ type: { coding: [{ code: 'group' }] }, value: 'G-77' }],
      relationship: { coding: [{ code: 'self' }] },
    })
  if (id !== 'p6')
    resources.push({
      ...{ resourceType: 'FamilyMemberHistory', id: `${id}-mother`, status: 'completed', patient: of(id) },
      relationship: { text: 'Mother' },
      condition: [{ code: { text: 'Epilepsy' }, onsetAge: { value: 9 } }],
    })
  if (id !== 'p8')
    resources.push({
      ...{
        resourceType: 'ServiceRequest',
        id: `${id}-order`,
        subject: of(id),
        status: 'active',
        intent: 'order',
      },
      identifier: [
        { type: { coding: [{ code: 'PLAC' }] }, system: PLACER_NUMBERS, value: `70${id.slice(1)}` },
      ],
      code: { coding: [{ system: 'urn:hospital:tests', code: 'GEN1', display: 'Epilepsy panel' }] },
    })
  return { patient: id, encounter, order: id === 'p8' ? null : `${id}-order`, resources }
})

/** A chart of the record system that sends orders, with one of them, as its FHIR server has it. */
export function chartWithOrder(
  chart: Chart,
  order: { placer: string; test: { code: string; name: string } },
): SimulatedChart {
  const { mrn: id, address, insurance } = chart
  const encounter = `${id}-visit`
  const patient = patientOf({
    ...{ id, last: chart.lastName, first: chart.firstName, born: chart.dateOfBirth, number: id },
    gender: chart.sex === 'F' ? 'female' : 'male',
  })
  patient.address = [
    {
      ...{ use: 'home', line: [address.line1], city: address.city },
      ...{ state: address.state, postalCode: address.postalCode, country: 'US' },
    },
  ]
  return {
    ...{ patient: id, encounter, order: `${id}-order` },
    resources: [
      patient,
      { resourceType: 'Encounter', id: encounter, subject: of(id) },
      ...chart.problems.map(({ code, text }, index) =>
        condition(id, index + 1, { text, coding: [{ system: ICD10, code, display: text }] }),
      ),
      {
        ...{ resourceType: 'Coverage', id: `${id}-coverage`, status: 'active', beneficiary: of(id) },
        payor: [{ display: insurance.name }],
        subscriberId: insurance.memberId,
      },
      {
        ...{ resourceType: 'ServiceRequest', id: `${id}-order`, subject: of(id) },
        ...{ status: 'active', intent: 'order' },
        identifier: [{ type: { coding: [{ code: 'PLAC' }] }, system: PLACER_NUMBERS, value: order.placer }],
        code: {
          coding: [{ system: 'urn:hospital:tests', code: order.test.code, display: order.test.name }],
        },
      },
    ],
  }
}

/** What is no patient's. */
export const COMMON: readonly Resource[] = [
  ...CLINICIANS,
  { resourceType: 'Organization', id: 'tidewater', name: 'Tidewater Mutual' },
]

export const nameOf = (one: Resource | undefined): string => {
  const names = (one?.name ?? []) as { use?: string; family?: string; given?: string[] }[]
  const name = names.find(({ use }) => use === 'official') ?? names[0]
  return `${name?.given?.join(' ') ?? ''} ${name?.family ?? ''}`.trim()
}
