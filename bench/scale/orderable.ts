import type { ConsentRecord } from '#domain/consent/record.ts'
import type { OrderDocument } from '#domain/orders/document.ts'
import { VAST } from './cluster.ts'
import type { ServedPortal } from './served.ts'

const DAY_MS = 24 * 3_600_000

/**
 * A generated order that waits for its sample, and its document as a user could order it today for another
 * patient.
 */
export async function orderable({ ask }: Pick<ServedPortal, 'ask'>) {
  const { ordersDTO } = JSON.parse((await ask(`/api/Orders/${VAST}?status=en-route`)).text)
  let made = null
  for (const { id } of ordersDTO) {
    made = JSON.parse((await ask(`/api/Orders/${VAST}/${id}`)).text)
    // The patient below is an adult, for whom no parent can sign.
    const records: ConsentRecord[] = made.document.consentRecords ?? []
    if (records.every(({ signer }) => signer === 'patient')) break
    made = null
  }
  if (made === null) throw new Error('no generated order was signed by its patient')
  const [patient] = made.document.patients
  const [sample] = made.document.samples
  // A provider known to the demo's registry; the patient is not one of the generated persons.
  const provider = { firstName: 'Ada', lastName: 'Okafor', npi: '1234567893' }
  const yesterday = new Date(Date.now() - DAY_MS).toISOString().slice(0, 10)
  const records: ConsentRecord[] | undefined = made.document.consentRecords
  const document: OrderDocument = {
    ...made.document,
    // Signed under the texts that are in use today.
    ...(records && { consentRecords: records.map((record) => ({ ...record, signedOn: yesterday })) }),
    patients: [{ ...patient, lastName: 'Checkley', dateOfBirth: '1990-02-03' }],
    samples: [{ ...sample, dateOfCollection: yesterday }],
    orderingProvider: { ...made.document.orderingProvider, ...provider },
  }
  return { made, document }
}
