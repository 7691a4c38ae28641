import type { OrderEntry } from './journal.ts'
import type { ReceivedTest } from './received.ts'

/** The order as far as it is about one fetus: its mother's name with its label, its tests and specimens. */
export function ofFetus(order: OrderEntry, fetus: ReceivedTest['fetus']): OrderEntry {
  if (!fetus) return order
  const { patient } = order
  return {
    ...order,
    patient: { ...patient, firstName: `${patient.firstName}, ${fetus.label.toLowerCase()}` },
    tests: order.tests.filter((test) => test.fetus?.label === fetus.label),
    specimens: order.specimens.filter(({ number }) => fetus.specimens.includes(number)),
  }
}
