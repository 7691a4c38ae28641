import { SIGNED } from '#domain/orders/attestation.ts'
import type { TestPortal } from '#server/testing/portal.ts'
import { PARENT, readyOrder } from '#server/testing/world.ts'
import { type hospital, orderMessage } from '../../testing/hospital.ts'

type Hospital = Awaited<ReturnType<typeof hospital>>

let placed = 7000

/**
 * An order of the hospital, completed and submitted in the portal as a clinician does. `further`: OBR-4 of each test
 * beside its first.
 */
export async function submittedFrom(portal: TestPortal, epic: Hospital, further: readonly string[] = []) {
  placed += 1
  const placer = `${placed}^EPIC^1.2.3^ISO`
  const pv1 = 'PV1|1|O|NEURO^12'
  const { tests, patients, samples, orderingProvider, ...more } = readyOrder()
  const [patient] = patients
  const person = {
    ...{ mrn: `M${placed}`, name: `${patient?.lastName}^${patient?.firstName}` },
    born: patient?.dateOfBirth.replaceAll('-', '') ?? '',
  }
  const beside = further.map((test, index) => `OBR|${index + 2}|${placer}||${test}|||20260310`)
  const message = orderMessage({ placer, group: 'G1^EPIC', ...person, more: beside })
  await epic.send(message.replace('\rORC|', `\r${pv1}\rORC|`))
  const id = (await epic.orders()).find((one) => one.placer === placer)?.order_id ?? 0
  const clinician = portal.as('OrderSubmitter@P1').orders
  const params = { hospital: PARENT, id }
  const completed = { tests, patients, samples, orderingProvider, payment: more.payment }
  const body = Object.entries({
    ...completed,
    indicationsForTesting: more.indicationsForTesting,
    consents: more.consents,
  }).map(([name, value]) => ({ op: 'replace' as const, path: `/${name}`, value: value as never }))
  await clinician.patch({ params, headers: {}, body })
  await clinician.submit({ params, headers: {}, query: SIGNED })
  return { id, placer, message, person }
}
