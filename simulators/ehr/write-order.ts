import { segment, writeSegments } from '#adapters/hl7/message.ts'
import { writeDate, writeTime } from '#adapters/hl7/times.ts'
import type { Chart, Clinician } from './charts.ts'

/** An order as the hospital keeps it. */
export interface HospitalOrder {
  /** ORC-2: with the hospital's namespace it is unique everywhere. */
  placer: string
  chart: Chart
  clinician: Clinician
  test: { code: string; name: string }
  /** What the clinician wrote beside it. */
  note: string
  /** ISO date. */
  collectedOn: string
}

/** ORC-1. */
export type Control = 'NW' | 'XO' | 'CA'

/** OML^O21 of version 2.5.1, as an EHR sends it. `application` and `facility`: MSH-3 and MSH-4. */
export function writeOrder(
  order: HospitalOrder,
  control: Control,
  {
    application,
    facility,
    processingId,
    controlId,
    at,
  }: { application: string; facility: string; processingId: string; controlId: string; at: Date },
): string {
  const { chart, clinician, test } = order
  const placer = [order.placer, application]
  const { address, insurance } = chart
  const provider = [
    clinician.npi,
    clinician.lastName,
    clinician.firstName,
    '',
    '',
    '',
    '',
    '',
    'NPI',
    'L',
    '',
    '',
    'NPI',
  ]
  return writeSegments([
    segment('MSH', {
      ...{ 3: application, 4: facility, 5: 'KARYO', 6: 'LABORATORY', 7: instant(at) },
      ...{ 9: ['OML', 'O21', 'OML_O21'], 10: controlId, 11: processingId, 12: '2.5.1', 18: 'UNICODE UTF-8' },
    }),
    segment('PID', {
      ...{ 1: '1', 3: [chart.mrn, '', '', facility, 'MR'], 5: [chart.lastName, chart.firstName] },
      ...{ 7: writeDate(chart.dateOfBirth), 8: chart.sex },
      11: [address.line1, '', address.city, address.state, address.postalCode, 'USA'],
      13: chart.phone,
    }),
    segment('PV1', { 1: '1', 2: 'O', 3: ['GENETICS', '', '', facility], 19: `V${order.placer}` }),
    segment('IN1', {
      ...{ 1: '1', 2: '1', 3: insurance.payer, 4: insurance.name, 8: insurance.group },
      ...{
        16: [chart.lastName, chart.firstName],
        17: 'SEL',
        18: writeDate(chart.dateOfBirth),
        36: insurance.memberId,
      },
    }),
    segment('ORC', { 1: control, 2: placer, 12: provider }),
    segment('OBR', {
      ...{ 1: '1', 2: placer, 4: [test.code, test.name, 'L'] },
      ...{ 7: writeDate(order.collectedOn), 16: provider },
    }),
    ...(order.note === '' ? [] : [segment('NTE', { 1: '1', 3: order.note })]),
    ...chart.problems.map(({ code, text }, index) =>
      segment('DG1', { 1: String(index + 1), 3: [code, text, 'I10'] }),
    ),
    segment('SPM', { 1: '1', 4: ['BLD', 'Blood', 'L'], 17: writeDate(order.collectedOn) }),
  ])
}

/** To the millisecond: two presses within a second have an order too. */
function instant(at: Date): string {
  return writeTime(at).replace('+', `.${String(at.getUTCMilliseconds()).padStart(3, '0')}+`)
}
