import type { CodeableConcept, Identifier, Reference, ServiceRequest } from 'fhir/r4.js'
import { isIsoDate } from '#domain/dates/dates.ts'
import { type OrderedTest, PROBAND } from '#domain/orders/document.ts'
import { orderedTests } from '../order-segments.ts'
import type { LaboratoryOrder } from '../port.ts'
import { type OfOrder, personReference, practitionerReference } from './people.ts'
import { identifier, type Refer, SYSTEMS } from './systems.ts'
import { codeOf } from './tidy.ts'

/** Identifies a test of an order: order number and test code. */
export function testKey(orderId: number, { testCode }: Pick<OrderedTest, 'testCode'>): string {
  return `${orderId}-${testCode}`
}

export function orderIdentifier(orderId: number): Identifier {
  return identifier(SYSTEMS.order, String(orderId), 'PLAC')
}

export function laboratoryIdentifier(laboratoryNumber: string): Identifier {
  return identifier(SYSTEMS.laboratoryNumber, laboratoryNumber, 'FILL')
}

/** One ServiceRequest per test, ordered tests first; the order number is their requisition. */
export function testRequests(
  order: LaboratoryOrder,
  refer: Refer,
  more: { specimen: Reference[]; insurance: Reference[]; supportingInfo: Reference[] },
): { key: string; resource: ServiceRequest }[] {
  return orderedTests(order.document).map((test) => ({
    key: testKey(order.orderId, test),
    resource: testRequest(order, test, refer, more as Partial<ServiceRequest>),
  }))
}

function testRequest(
  order: LaboratoryOrder,
  test: OrderedTest,
  refer: Refer,
  more: Partial<ServiceRequest>,
): ServiceRequest {
  const { addOn, indicationsForTesting } = order.document
  const existingNumber = order.existing && !order.existing.newLaboratoryNumber ? addOn?.labNumber : undefined
  return {
    resourceType: 'ServiceRequest',
    identifier: [
      identifier(SYSTEMS.test, testKey(order.orderId, test)),
      ...(existingNumber ? [laboratoryIdentifier(existingNumber)] : []),
    ],
    requisition: orderIdentifier(order.orderId),
    ...(addOn ? { basedOn: [ofOrder(addOn.orderId)] } : {}),
    status: 'active',
    intent: 'order',
    category: [
      { coding: [{ system: 'http://snomed.info/sct', code: '108252007', display: 'Laboratory procedure' }] },
    ],
    ...urgency(order.document),
    code: testCoding(test),
    orderDetail: test.genes.filter((gene) => gene.trim() !== '').map((gene) => ({ text: gene })),
    subject: personReference(order, PROBAND, refer),
    authoredOn: order.submittedAt.toISOString(),
    requester: practitionerReference(order, refer),
    reasonCode: indicationsForTesting.flatMap(indication),
    ...more,
  }
}

/** The day by which the result is needed is the end of the service, as in TQ1-8. */
function urgency({ priority }: OfOrder['document']): Partial<ServiceRequest> {
  const { level, neededBy = '' } = priority ?? {}
  return {
    priority: level === 'STAT' ? 'stat' : level === 'ASAP' ? 'asap' : 'routine',
    ...(isIsoDate(neededBy) ? { occurrencePeriod: { end: neededBy } } : {}),
  }
}

/** The order whose specimen an add-on test uses. */
function ofOrder(orderId: number): Reference {
  return { type: 'ServiceRequest', identifier: orderIdentifier(orderId) }
}

function testCoding({ testCode, testName, displayCode }: OrderedTest): CodeableConcept {
  const chosenBy = codeOf(displayCode)
  return {
    coding: [
      { system: SYSTEMS.catalogue, code: codeOf(testCode), display: testName },
      ...(chosenBy && displayCode !== testCode ? [{ system: SYSTEMS.displayCode, code: chosenBy }] : []),
    ],
    text: testName,
  }
}

function indication({ code, description }: OfOrder['document']['indicationsForTesting'][number]) {
  if (!codeOf(code) && !description.trim()) return []
  const coding = codeOf(code) ? [{ system: SYSTEMS.icd10, code: codeOf(code), display: description }] : []
  return [{ coding, text: description }]
}
