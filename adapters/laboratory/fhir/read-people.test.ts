import type { DiagnosticReport, FhirResource, Observation, Patient } from 'fhir/r4.js'
import { beforeAll, expect, test } from 'vitest'
import { fhirCodec } from './codec.ts'
import { loadDefinitions } from './definitions.ts'
import { SYSTEMS } from './systems.ts'
import { bundle, ofOrder, report, specimen, task } from './testing/messages.ts'

// Reading FHIR's definitions from disk takes a while, once.
beforeAll(loadDefinitions)

const LINH: Patient = {
  resourceType: 'Patient',
  id: '1',
  name: [{ family: 'Okoro' }],
  birthDate: '2019-03-14',
}
const UUID = 'urn:uuid:3f9c8a52-6d1e-4c55-9b6e-0d3a1f2b4c5d'
const SERVER = 'https://lims.test/fhir'

interface Entry {
  resource: FhirResource
  fullUrl?: string
}

/** Reads a Bundle of a final report whose subject is `reference`, and of the given entries. */
function read(reference: string, entries: Entry[], fullUrl?: string) {
  const about: DiagnosticReport = report(4711, 'final', { subject: { reference } })
  const request = { method: 'PUT', url: 'Any' }
  const all = [{ resource: about, ...(fullUrl ? { fullUrl } : {}) }, ...entries]
  return fhirCodec.read(JSON.stringify({ ...bundle('B'), entry: all.map((one) => ({ ...one, request })) }))
}

const TAKEN = { updates: [{ patient: { names: [{ last: 'Okoro' }], dateOfBirth: '2019-03-14' } }] }

const { id: _id, ...nameless } = LINH
test.each<[string, string, Entry[], string?]>([
  ['by type and id', 'Patient/1', [{ resource: LINH }]],
  ['by a version of it', 'Patient/1/_history/2', [{ resource: LINH }]],
  ['by its whole address', `${SERVER}/Patient/1`, [{ resource: LINH, fullUrl: `${SERVER}/Patient/1` }]],
  [
    'by its whole address, which alone holds the id',
    'Patient/1',
    [{ resource: nameless, fullUrl: `${SERVER}/Patient/1` }],
    `${SERVER}/DiagnosticReport/9`,
  ],
  [
    'on the server of the report, where another has a patient of that id',
    'Patient/1',
    [
      { resource: LINH, fullUrl: `${SERVER}/Patient/1` },
      { resource: { ...LINH, birthDate: '1950-01-01' }, fullUrl: 'https://other.test/fhir/Patient/1' },
    ],
    `${SERVER}/DiagnosticReport/9`,
  ],
  ['by a UUID in capitals', UUID.toUpperCase(), [{ resource: nameless, fullUrl: UUID }]],
  ['twice the same', 'Patient/1', [{ resource: LINH }, { resource: { ...LINH } }]],
])('[MSG-06] a subject is found %s', (_name, reference, entries, fullUrl) => {
  expect(read(reference, entries, fullUrl)).toMatchObject(TAKEN)
})

test.each<[string, string, Entry[]]>([
  ['is not in the Bundle', 'Patient/2', [{ resource: LINH }]],
  ['is on another server', 'https://other.test/fhir/Patient/1', [{ resource: LINH }]],
  ['is no patient', 'Organization/1', [{ resource: { resourceType: 'Organization', id: '1', name: 'L' } }]],
  ['is contained nowhere', '#1', [{ resource: LINH }]],
  ['is asked for by a search', 'Patient?identifier=1', [{ resource: LINH }]],
  ['are two', 'Patient/1', [{ resource: LINH }, { resource: { ...LINH, birthDate: '1950-01-01' } }]],
])('[MSG-06] a subject that %s refuses the report', (_name, reference, entries) => {
  expect(read(reference, entries)).toMatchObject({
    kind: 'refused',
    code: 'AE',
    issues: [{ code: 'not-found', expression: ['Bundle.entry[0].resource.subject'] }],
  })
})

test('[MSG-06] reads the patient of a Task or Specimen as well', () => {
  const away = { reference: 'Patient/2' }
  const sent = bundle('B', task(4711, 'accepted', { for: away }), specimen(4711, 's1', { subject: away }))
  expect(fhirCodec.read(JSON.stringify(sent))).toMatchObject({
    kind: 'refused',
    issues: [
      { expression: ['Bundle.entry[0].resource.for'] },
      { expression: ['Bundle.entry[1].resource.subject'] },
    ],
  })
})

test('[MSG-06] a subject that is only named by words refuses the report', () => {
  const sent = bundle('B', report(4711, 'final', { subject: { display: 'Linh Okoro' } }))
  expect(fhirCodec.read(JSON.stringify(sent))).toMatchObject({ kind: 'refused' })
})

test('an impossible birth date refuses the report', () => {
  const person = { ...LINH, birthDate: '2019-02-30' }
  expect(read('Patient/1', [{ resource: person }])).toMatchObject({
    kind: 'refused',
    reason: expect.stringContaining('2019-02-30'),
  })
})

/** A final report of Linh with one result, which has these fields. */
function withResult(fields: Partial<Observation>) {
  const of: DiagnosticReport = report(4711, 'final', {
    ...{ subject: { reference: 'Patient/1' }, result: [{ reference: 'Observation/o' }] },
    conclusion: 'Negative',
  })
  const code = { text: 'Karyotype' }
  const one: Observation = { resourceType: 'Observation', id: 'o', status: 'final', code, ...fields }
  return fhirCodec.read(JSON.stringify(bundle('B', of, { ...LINH, identifier: [NUMBER] }, one)))
}
const NUMBER = { system: SYSTEMS.person, value: '4711-proband' }

test.each<[string, Partial<Observation>]>([
  ['as the report does', { subject: { reference: 'Patient/1' } }],
  ['by a number of the report’s patient', { subject: { identifier: NUMBER } }],
  ['not at all, and the order of the report', { basedOn: [{ identifier: ofOrder(4711) }] }],
])('[MSG-06] a result names its patient %s', (_name, fields) => {
  const message = withResult(fields)
  expect(message).toMatchObject(TAKEN)
  expect(JSON.stringify(message)).not.toContain('alsoAbout')
})

test('[MSG-06] a result that names its patient by another number is of another person', () => {
  const other = { ...NUMBER, value: '4712-proband' }
  const identifiers = [{ value: '4712-proband', assigner: SYSTEMS.person, type: '' }]
  expect(withResult({ subject: { identifier: other } })).toMatchObject({
    updates: [{ alsoAbout: [{ patient: { identifiers }, isBeside: false }] }],
  })
})

test.each<[string, string, Partial<Observation>]>([
  ['whose patient is not in the Bundle', '', { subject: { reference: 'Patient/4712-proband' } }],
  ['of another order', '.basedOn', { basedOn: [{ identifier: ofOrder(4712) }] }],
])('[MSG-06] a result %s refuses the Bundle', (_name, element, fields) => {
  expect(withResult(fields)).toMatchObject({
    ...{ kind: 'refused', code: 'AE' },
    issues: [{ expression: [`Bundle.entry[2].resource${element}`] }],
  })
})

test('[MSG-06] a document beside a report whose patient is not in the Bundle refuses it', () => {
  const beside: FhirResource = {
    ...{ resourceType: 'DocumentReference', status: 'current', subject: { reference: 'Patient/9' } },
    content: [{ attachment: { contentType: 'text/plain', data: 'QQ==' } }],
  }
  expect(read('Patient/1', [{ resource: LINH }, { resource: beside }])).toMatchObject({
    issues: [{ code: 'not-found', expression: ['Bundle.entry[2].resource'] }],
  })
})
