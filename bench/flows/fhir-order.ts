import { randomUUID } from 'node:crypto'
import type { Flow, RequestSpec } from '../load.ts'

export interface FhirOrdering {
  /** The path of the FHIR server's base, without a slash at its end. */
  base: string
  /** Empty if it asks for no sign-in. */
  authorization: string
}

const SYSTEM = 'https://karyo.example/bench'
const DAY_MS = 24 * 3_600_000
const urn = () => `urn:uuid:${randomUUID()}`

/** A new resource of a transaction, with the temporary name by which the others refer to it. */
const entry = (fullUrl: string, resourceType: string, content: object) => ({
  ...{ fullUrl, resource: { resourceType, ...content } },
  request: { method: 'POST', url: resourceType },
})

/**
 * One complete order as FHIR R4: a transaction writes patient, specimen, order and the record of who began it; a second one
 * makes the order active, with the record of who signed it.
 */
export const flow: Flow<FhirOrdering> = async (send, number, { base, authorization }) => {
  const headers = {
    'content-type': 'application/fhir+json',
    ...(authorization === '' ? {} : { authorization }),
  }
  const transaction = (entries: readonly object[]): RequestSpec => ({
    ...{ method: 'POST', path: base || '/', headers },
    body: { resourceType: 'Bundle', type: 'transaction', entry: entries },
  })
  const agent = [{ who: { display: 'Bench' } }]
  const recorded = new Date().toISOString()
  const record = (target: string) =>
    entry(urn(), 'Provenance', { target: [{ reference: target }], recorded, agent })
  const request = (status: string, subject: string, specimen: string) => ({
    ...{ status, intent: 'order', authoredOn: recorded, identifier },
    code: { coding: [{ system: `${SYSTEM}/test`, code: '1102', display: 'Carrier screening' }] },
    ...{ subject: { reference: subject }, specimen: [{ reference: specimen }] },
  })
  const identifier = [{ system: `${SYSTEM}/order`, value: randomUUID() }]
  const birthDate = new Date(Date.UTC(1960, 0, 1) + (number % 9000) * DAY_MS).toISOString().slice(0, 10)
  const name = [{ family: `Bench${number}`, given: ['Testa'] }]
  const [patient, specimen, order] = [urn(), urn(), urn()]
  const { text } = await send(
    transaction([
      entry(patient, 'Patient', { name, birthDate, gender: 'female' }),
      entry(specimen, 'Specimen', { subject: { reference: patient }, type: { text: 'Blood' } }),
      entry(order, 'ServiceRequest', request('draft', patient, specimen)),
      record(order),
    ]),
  )
  const [subject, blood, id] = locationsIn(text)
  if (!subject || !blood || !id) throw new Error(`the transaction was answered ${text.slice(0, 500)}`)
  const resource = {
    resourceType: 'ServiceRequest',
    id: id.split('/')[1],
    ...request('active', subject, blood),
  }
  await send(transaction([{ resource, request: { method: 'PUT', url: id } }, record(id)]))
}

/** The written resources, `Patient/5`, in the order in which they were sent. */
function locationsIn(text: string): string[] {
  const { entry: entries = [] } = JSON.parse(text) as {
    entry?: { response?: { status?: string; location?: string } }[]
  }
  return entries.map(({ response }) => {
    const found = /([A-Z][A-Za-z]+\/[A-Za-z0-9.-]{1,64})(\/_history\/|$)/.exec(response?.location ?? '')
    if (!response?.status?.startsWith('2') || !found?.[1])
      throw new Error(`an entry was answered ${JSON.stringify(response)}`)
    return found[1]
  })
}
