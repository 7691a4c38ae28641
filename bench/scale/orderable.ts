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
  const made = JSON.parse((await ask(`/api/Orders/${VAST}/${ordersDTO[0].id}`)).text)
  const [patient] = made.document.patients
  const [sample] = made.document.samples
  // A provider known to the demo's registry; the patient is not one of the generated persons.
  const provider = { firstName: 'Ada', lastName: 'Okafor', npi: '1234567893' }
  const document: OrderDocument = {
    ...made.document,
    patients: [{ ...patient, lastName: 'Checkley', dateOfBirth: '1990-02-03' }],
    samples: [{ ...sample, dateOfCollection: new Date(Date.now() - DAY_MS).toISOString().slice(0, 10) }],
    orderingProvider: { ...made.document.orderingProvider, ...provider },
  }
  return { made, document }
}
