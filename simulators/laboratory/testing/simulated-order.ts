import type { OrderEntry } from '../journal.ts'
import { planFor } from '../plan.ts'
import type { SimulatedOrder } from '../simulated-order.ts'

/** An order of an invented patient that arrived at noon and has no actions yet. */
export function sampleTaken(change: Partial<OrderEntry> = {}): OrderEntry {
  const specimen = { number: '12-s1', type: 'Blood', collected: '20260311', of: '12-proband', isHere: false }
  const order = {
    controlId: 'K12-1',
    sender: 'KARYO|PORTAL',
    orderId: '12',
    placerNamespace: 'KARYO',
    patient: {
      ...{ recordNumber: 'MRN88', lastName: 'Nguyễn', firstName: 'Linh' },
      ...{ birthDate: '20190314', sex: 'F' },
    },
    provider: { npi: '1234567893', lastName: 'Oduya', firstName: 'Maren' },
    institution: 'Harbor & Vale Clinic',
    tests: [{ code: 'WES01', name: 'Exome, whole', chosenBy: '', genes: [] }],
    specimens: [specimen, { ...specimen, number: '12-s2', of: '12-relative-1' }],
    relatives: [],
    existingNumber: '',
    at: '2026-03-12T12:00:00.000Z',
    laboratoryNumber: '26-104417',
  }
  return { ...order, plan: planFor(order, { seed: 1, behaviour: 'steady' }), ...change }
}

export function sampleSimulatedOrder(change: Partial<SimulatedOrder> = {}): SimulatedOrder {
  return { order: sampleTaken(), done: [], decisions: [], changes: [], answers: new Map(), ...change }
}
