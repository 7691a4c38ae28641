import type { FhirResource } from 'fhir/r4.js'
import { specimenNumber } from '#domain/samples/sample.ts'
import type { FhirWriter } from '../port.ts'
import { statusOf } from './answer.ts'
import { REPORT_PROFILE } from './genomics-profiles.ts'
import { orderResources } from './order-resources.ts'
import { personReference } from './people.ts'
import { laboratoryIdentifier, orderIdentifier, testKey } from './requests.ts'
import { specimenResource } from './specimens.ts'
import { atPortal, identifier, idOf, SYSTEMS } from './systems.ts'
import { orderTask } from './tasks.ts'
import { codeOf, tidy } from './tidy.ts'
import { reportedFindings } from './write-findings.ts'
import { valueObservations } from './write-values.ts'

/** Writes both what is sent to the laboratory and what is served to an EHR. */
export const fhirWriter: FhirWriter = {
  resourcesOf: (order) =>
    orderResources(order, atPortal).flatMap(({ key, resource }): FhirResource[] =>
      resource.resourceType === 'Specimen' ? [] : [{ ...resource, id: idOf(key) }],
    ),
  specimenOf: (order, sample) => ({
    ...tidy(specimenResource(order, sample, atPortal)),
    id: idOf(specimenNumber(order.orderId, sample.key)),
  }),
  taskOf: (order) => {
    const requests = orderResources(order, atPortal).flatMap(({ key, resource }) =>
      resource.resourceType === 'ServiceRequest' ? [{ reference: atPortal('ServiceRequest', key) }] : [],
    )
    return { ...tidy(orderTask(order, atPortal, requests)), id: String(order.orderId) }
  },
  testId: (orderId, testCode) => idOf(testKey(orderId, { testCode })),
  testReference: ({ orderId }, testCode) => ({
    reference: atPortal('ServiceRequest', testKey(orderId, { testCode })),
  }),
  patientReference: (order, key) => personReference(order, key, atPortal),
  specimenReference: ({ orderId }, sampleKey) => ({
    reference: atPortal('Specimen', specimenNumber(orderId, sampleKey)),
  }),
  geneticProfile: REPORT_PROFILE,
  resultData({ findings, values }, about) {
    const { observations, tasks, ...ofReport } = reportedFindings(findings, {
      ...about,
      idOf: (finding) => idOf(`result-${finding || 'report'}`),
      refer: (id) => `#${id}`,
    })
    const single = valueObservations(values, { ...about, idOf: (count) => `value-${count}` })
    const all = [...observations, ...single]
    if (all.length + tasks.length === 0) return tidy(ofReport)
    return tidy({
      ...ofReport,
      contained: [...all, ...tasks],
      result: all.map(({ id }) => ({ reference: `#${id}` })),
    })
  },
  orderNumber: orderIdentifier,
  laboratoryNumber: laboratoryIdentifier,
  reportNumber: (id) => identifier(SYSTEMS.report, id),
  rejection: (code, text) =>
    tidy({ ...(codeOf(code) ? { coding: [{ system: SYSTEMS.rejection, code: codeOf(code) }] } : {}), text }),
  statusOf,
}
