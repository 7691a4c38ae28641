import type { DiagnosticReport, FhirResource, Patient, Specimen, Task } from 'fhir/r4.js'
import { PDF } from '#adapters/laboratory/testing/messages.ts'
import { SYSTEMS } from '../systems.ts'

/** What a laboratory sends about an order; `more` replaces fields. */

export const ofOrder = (orderId: number) => ({ system: SYSTEMS.order, value: String(orderId) })
export const numbered = (value: string) => ({ system: SYSTEMS.laboratoryNumber, value })

export function task(orderId: number, status: Task['status'], more: Partial<Task> = {}): Task {
  return { resourceType: 'Task', status, intent: 'order', groupIdentifier: ofOrder(orderId), ...more }
}

/** The decision on a request to cancel. */
export function decision(orderId: number, status: Task['status'], more: Partial<Task> = {}): Task {
  return task(orderId, status, { code: { coding: [{ system: SYSTEMS.task, code: 'abort' }] }, ...more })
}

export function held(orderId: number, code: string, words: string, hold?: string): Task {
  return task(orderId, 'on-hold', {
    statusReason: { coding: [{ system: SYSTEMS.holdReason, code }], text: words },
    ...(hold ? { businessStatus: { coding: [{ system: SYSTEMS.hold, code: hold }] } } : {}),
  })
}

export function report(
  orderId: number,
  status: DiagnosticReport['status'],
  more: Partial<DiagnosticReport> = {},
): DiagnosticReport {
  return {
    resourceType: 'DiagnosticReport',
    status,
    code: { coding: [{ system: SYSTEMS.catalogue, code: 'WES1' }] },
    basedOn: [{ type: 'ServiceRequest', identifier: ofOrder(orderId) }],
    ...more,
  }
}

/** A resource's subject: the patient with our number, as sent, and name. */
export function about(orderId: number) {
  const identifier = [{ system: SYSTEMS.person, value: `${orderId}-proband` }]
  const patient: Patient = {
    ...{ resourceType: 'Patient', id: 'p', identifier, name: [{ family: 'Nguyễn', given: ['Linh'] }] },
  }
  return { contained: [patient], subject: { reference: '#p' } }
}

export function pdf(content: Uint8Array = PDF) {
  return { contentType: 'application/pdf', data: Buffer.from(content).toString('base64') }
}

export function specimen(orderId: number, key: string, more: Partial<Specimen> = {}): Specimen {
  return {
    resourceType: 'Specimen',
    identifier: [{ system: SYSTEMS.specimen, value: `${orderId}-${key}` }],
    ...more,
  }
}

/** A transaction Bundle with this control ID. */
export function bundle(controlId: string, ...resources: FhirResource[]) {
  return {
    resourceType: 'Bundle',
    type: 'transaction',
    identifier: { system: 'urn:larkfield:bundle', value: controlId },
    timestamp: '2026-03-13T10:15:00-05:00',
    entry: resources.map((resource) => ({
      resource,
      request: { method: 'PUT', url: resource.resourceType },
    })),
  }
}
