import fc from 'fast-check'
import type { FhirResource, Patient, QuestionnaireResponse, ServiceRequest, Task } from 'fhir/r4.js'
import { beforeAll, describe, expect, test } from 'vitest'
import { blankPayment } from '#domain/orders/document.ts'
import { anyDocument } from '#domain/orders/testing/any-document.ts'
import { completeOrder, FATHER, TESTED_MOTHER, withChanges } from '#domain/orders/testing/complete-order.ts'
import { cases } from '#domain/testing/cases.ts'
import type { LaboratoryChange } from '../port.ts'
import { sampleAddOn, sampleCancellation, sampleOrder } from '../testing/order.ts'
import { fhirCodec } from './codec.ts'
import { invalidities, loadDefinitions } from './definitions.ts'
import type { FhirBundle } from './references.ts'
import { SYSTEMS } from './systems.ts'

// Reading FHIR's definitions from disk takes a while, once.
beforeAll(loadDefinitions)

const parsed = (raw: string): FhirBundle => JSON.parse(raw)
const written = (order = sampleOrder()) => parsed(fhirCodec.writeOrder(order))

/** The resources of a type, in order. */
function all<T extends FhirResource>(bundle: FhirBundle, type: T['resourceType']): T[] {
  return (bundle.entry ?? []).flatMap(({ resource }) =>
    resource?.resourceType === type ? [resource as T] : [],
  )
}

/** Every reference and what it refers to within the Bundle. */
function loose(bundle: FhirBundle): string[] {
  const known = new Set((bundle.entry ?? []).map(({ fullUrl }) => fullUrl))
  const references = [...JSON.stringify(bundle).matchAll(/"reference":"([^"]+)"/g)].map(([, to = '']) => to)
  return references.filter((to) => !known.has(to))
}

function change(more: Partial<LaboratoryChange>): LaboratoryChange {
  const { orderId, institution, document } = sampleOrder()
  return {
    ...{ orderId, institution, document, controlId: `XO${orderId}-1`, laboratoryNumber: '26-104417' },
    ...{ at: new Date('2026-03-20T08:00:00Z'), by: { npi: '', firstName: 'Ines', lastName: 'Varga' } },
    ...{ answer: null, specimen: null },
    ...more,
  }
}

const TAKEN_AGAIN = {
  ...{ key: 's2-r1', type: 'Saliva', dateOfCollection: '2026-03-19', patientKey: 'relative-1' },
  shipment: { carrier: 'Fedex' as const, trackingNumber: '123456789012' },
}

describe('valid by the definitions of FHIR R4', () => {
  const trio = withChanges(completeOrder(), { ...TESTED_MOTHER, '/patients/2': FATHER })
  test.each([
    ['an order', written()],
    ['of a whole family', written({ ...sampleOrder(), document: trio })],
    ['a further test on a specimen', written(sampleAddOn())],
    ['a cancellation', parsed(fhirCodec.writeCancellation(sampleCancellation()))],
    [
      'an answer with a document',
      parsed(
        fhirCodec.writeChange(
          change({
            answer: {
              hold: { kind: 'consent', key: 'H-7' },
              text: 'Signed',
              documents: [
                { filename: 'consent.pdf', mediaType: 'application/pdf', content: Buffer.from('%PDF-') },
              ],
            },
          }),
        ),
      ),
    ],
    ['a specimen taken again', parsed(fhirCodec.writeChange(change({ specimen: TAKEN_AGAIN })))],
  ])('%s', (_name, bundle) => {
    expect(invalidities(bundle)).toEqual([])
    expect(loose(bundle)).toEqual([])
  })

  test('whatever an order contains', () => {
    fc.assert(
      fc.property(anyDocument, (document) => {
        const bundle = written({ ...sampleOrder(), document })
        expect(invalidities(bundle)).toEqual([])
        expect(loose(bundle)).toEqual([])
      }),
      { numRuns: cases(300) },
    )
  })
})

test('writes the same Bundle for the same order, and creates everything in it only once', () => {
  expect(fhirCodec.writeOrder(sampleOrder())).toBe(fhirCodec.writeOrder(sampleOrder()))
  const { identifier, type, entry = [] } = written()
  expect([identifier?.value, type]).toEqual(['K4711-1', 'transaction'])
  const searches = entry.map(({ request }) => [request?.method, request?.ifNoneExist])
  expect(searches.every(([method, search]) => method === 'POST' && search?.startsWith('identifier='))).toBe(
    true,
  )
  expect(searches).toContainEqual(['POST', 'identifier=urn%3Akaryo%3Aordered-test%7C4711-MIT02'])
  expect(new Set(entry.map(({ fullUrl }) => fullUrl)).size).toBe(entry.length)
})

test('writes one ServiceRequest per test under the order’s number, and one Task for all', () => {
  const bundle = written()
  const requests = all<ServiceRequest>(bundle, 'ServiceRequest')
  expect(requests.map(({ code }) => code?.coding?.map((one) => one.code))).toEqual([
    ['WES01', '1300'],
    ['MIT02'],
  ])
  expect(new Set(requests.map(({ requisition }) => requisition?.value))).toEqual(new Set(['4711']))
  expect(requests[0]?.reasonCode?.[0]?.coding?.[0]).toMatchObject({ system: SYSTEMS.icd10, code: 'G40.909' })
  const [task, ...others] = all<Task>(bundle, 'Task')
  expect(task).toMatchObject({ status: 'requested', intent: 'order', groupIdentifier: { value: '4711' } })
  expect(task?.basedOn).toHaveLength(2)
  expect(others).toEqual([])
})

test('writes the two-letter ISO 3166 country of an address abroad, and the VA station of an order', () => {
  const order = sampleOrder()
  const [home] = order.document.patients[0]?.addresses ?? []
  Object.assign(home ?? {}, {
    city: 'Berlin',
    state: '',
    postalCode: '10115',
    country: 'Other',
    otherCountry: 'DE',
  })
  const bundle = written({ ...order, document: { ...order.document, vaStation: '636A6' } })
  const [patient] = all<Patient>(bundle, 'Patient')
  expect(patient?.address).toMatchObject([{ city: 'Berlin', postalCode: '10115', country: 'DE' }])
  const [answers] = all<QuestionnaireResponse>(bundle, 'QuestionnaireResponse')
  const station = answers?.item?.find(({ linkId }) => linkId === 'VA-STATION')
  expect(station?.answer).toMatchObject([{ valueString: '636A6' }])
  expect(invalidities(bundle)).toEqual([])
})

test('writes relatives as patients of their own who are related to the patient', () => {
  const bundle = written()
  const [, mother] = all<Patient>(bundle, 'Patient')
  expect(mother).toMatchObject({
    identifier: [{ system: SYSTEMS.person, value: '4711-relative-1' }],
    name: [{ family: 'Nguyễn', given: ['Mai'] }],
    birthDate: '1990-07-01',
  })
  const [related] = all(bundle, 'RelatedPerson')
  expect(related).toMatchObject({
    relationship: [{ coding: [{ code: 'MTH' }] }],
    patient: { display: 'Linh Nguyễn' },
  })
})

test('writes the payer: insurance, institution, patient or nobody; relatives have their own', () => {
  const paidBy = (billingType: 'SelfPay' | 'Intitutional' | 'DoNotBill') => {
    const order = sampleOrder()
    order.document.payment = { ...blankPayment(), billingType }
    return all(written(order), 'Coverage')
  }
  expect(all(written(), 'Coverage')).toMatchObject([
    { subscriberId: 'TM-100200', payor: [{ display: 'Tidewater Mutual' }], class: [{ value: 'G-9' }] },
  ])
  expect(paidBy('Intitutional')).toMatchObject([{ payor: [{ display: 'Harbor & Vale Clinic' }] }])
  expect(paidBy('SelfPay')).toMatchObject([{ type: { coding: [{ code: 'pay' }] } }])
  expect(paidBy('DoNotBill')).toEqual([])
  const order = sampleOrder()
  const [, mother] = order.document.patients
  if (mother) mother.payment = order.document.payment
  expect(all(written(order), 'Coverage')).toHaveLength(2)
})

test('writes the answers into one QuestionnaireResponse that names their subjects', () => {
  const [answers] = all<QuestionnaireResponse>(written(), 'QuestionnaireResponse')
  const research = answers?.item?.filter(({ linkId }) => linkId === 'research') ?? []
  expect(
    research.map(({ answer }) => [
      answer?.[0]?.valueBoolean,
      answer?.[0]?.item?.[0]?.answer?.[0]?.valueReference?.display,
    ]),
  ).toEqual([
    [false, 'Linh Nguyễn'],
    [true, 'Mai Nguyễn'],
  ])
  const linkIds = answers?.item?.map(({ linkId }) => linkId)
  expect(linkIds).toEqual(expect.arrayContaining(['ETHNICITY', 'BILLING', 'CLINICAL-NOTES', 'REPORT-COPY']))
  expect(linkIds).not.toContain('new-york')
})

test('writes chosen genes with their test', () => {
  const order = sampleOrder()
  const [test] = order.document.tests
  if (test) test.genes = ['SCN1A', 'KCNQ2']
  const details = all<ServiceRequest>(written(order), 'ServiceRequest').map(({ orderDetail = [] }) =>
    orderDetail.map(({ text }) => text),
  )
  expect(details).toEqual([['SCN1A', 'KCNQ2'], []])
})

test('refers an add-on test to the order, the specimen and the number that it belongs to', () => {
  const bundle = written(sampleAddOn())
  expect(all(bundle, 'ServiceRequest')[0]).toMatchObject({
    basedOn: [{ identifier: { system: SYSTEMS.order, value: '4700' } }],
    identifier: [{ value: '4712-WES01' }, { system: SYSTEMS.laboratoryNumber, value: '26-104417' }],
  })
  expect(all(bundle, 'Specimen')).toMatchObject([{ identifier: [{ value: '4700-s1' }] }])
})

test('writes a cancellation as a Task to abort, with the reason', () => {
  expect(all(parsed(fhirCodec.writeCancellation(sampleCancellation())), 'Task')).toMatchObject([
    {
      identifier: [{ value: 'CA4711-1' }],
      code: { coding: [{ code: 'abort' }] },
      focus: { identifier: { value: '4711' } },
      reasonCode: { coding: [{ code: 'Order' }], text: 'Ordered twice | by mistake' },
      requester: { display: 'Maren Oduya' },
    },
  ])
})

test('writes a change with the answer, its documents and the recollected specimen', () => {
  const answer = {
    hold: { kind: 'missing-information' as const, key: 'H-7' },
    text: 'It is\nthe second one',
    documents: [{ filename: 'letter.txt', mediaType: 'text/plain', content: Buffer.from('Dear laboratory') }],
  }
  const bundle = parsed(fhirCodec.writeChange(change({ answer, specimen: TAKEN_AGAIN })))
  const [task] = all<Task>(bundle, 'Task')
  expect(task).toMatchObject({
    code: { coding: [{ code: 'change' }] },
    reasonCode: { coding: [{ system: SYSTEMS.holdReason, code: 'MISSING-INFO' }] },
    businessStatus: { coding: [{ system: SYSTEMS.hold, code: 'H-7' }] },
    input: [
      { valueString: 'It is\nthe second one' },
      { valueAttachment: { title: 'letter.txt', contentType: 'text/plain' } },
      {},
    ],
  })
  expect(Buffer.from(task?.input?.[1]?.valueAttachment?.data ?? '', 'base64').toString()).toBe(
    'Dear laboratory',
  )
  expect(all(bundle, 'Specimen')).toMatchObject([
    {
      identifier: [{ value: '4711-s2-r1' }],
      subject: { display: 'Mai Nguyễn' },
      note: [{ text: 'Shipped by Fedex 123456789012' }],
    },
  ])
})
