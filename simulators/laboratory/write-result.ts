import { segment, writeSegments } from '#adapters/laboratory/message.ts'
import { writeTime } from '#adapters/laboratory/times.ts'
import type { Step, Taken } from './journal.ts'

/** OBR-25: O with a filler number is an order in the laboratory's books. */
const RESULT_STATUS: Record<Step, string> = { accessioned: 'O', 'in-process': 'I', reported: 'F' }

/**
 * ORU^R01 of one step, with an ORC and OBR group for each test; the report hangs on the first. It is sent back to
 * whom the order came from, and is the same message however often it is written.
 */
export function writeResult(order: Taken, step: Step, at: Date, pdf: Uint8Array | null): string {
  const header = messageHeader(order, ['ORU', 'R01', 'ORU_R01'], order.controlIds[step], at)
  const { provider } = order
  const placer = [order.orderId, order.placerNamespace]
  const filler = [order.laboratoryNumber, 'LIS']
  const groups = order.tests.flatMap((test, index) => [
    segment('ORC', { 1: 'RE', 2: placer, 3: filler }),
    segment('OBR', {
      1: String(index + 1),
      2: placer,
      3: filler,
      4: [test.code, test.name, 'L'],
      16: [provider.npi, provider.lastName, provider.firstName],
      22: writeTime(at),
      25: RESULT_STATUS[step],
    }),
    ...(pdf && index === 0 ? [reportSegment(pdf)] : []),
  ])
  return writeSegments([header, patientOf(order), ...groups])
}

/** MSH of what is sent back to whom an order came from. */
export function messageHeader({ sender }: Taken, type: string[], controlId: string, at: Date) {
  const msh = segment('MSH', {
    3: 'LIS',
    4: 'SIMULATED',
    7: writeTime(at),
    9: type,
    10: controlId,
    11: 'P',
    12: '2.5.1',
    18: 'UNICODE UTF-8',
  })
  const [application = '', facility = ''] = sender.split('|')
  msh.setField(5, application)
  msh.setField(6, facility)
  return msh
}

/** PID as the order had it. */
export function patientOf({ patient }: Taken) {
  return segment('PID', {
    1: '1',
    3: patient.recordNumber,
    5: [patient.lastName, patient.firstName, '', '', '', '', 'L'],
    7: patient.birthDate,
    8: patient.sex,
  })
}

function reportSegment(pdf: Uint8Array) {
  return segment('OBX', {
    1: '1',
    2: 'ED',
    3: ['REPORT', 'Laboratory report', 'L'],
    5: ['LIS', 'application', 'PDF', 'Base64', Buffer.from(pdf).toString('base64')],
    11: 'F',
  })
}
