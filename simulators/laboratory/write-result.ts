import type { Hl7Segment } from '@medplum/core'
import { segment, writeSegments } from '#adapters/hl7/message.ts'
import { writeTime } from '#adapters/hl7/times.ts'
import { findingSegments } from '#adapters/hl7/write-findings.ts'
import { REJECT_REASONS } from '#domain/orders/hold-kinds.ts'
import type { Act } from './acts.ts'
import { changeOf, revisionsIn } from './changes.ts'
import { treatmentFor } from './findings.ts'
import type { CompletedAct, OrderEntry } from './journal.ts'
import type { ReceivedTest } from './received.ts'
import { type WrittenReport, writeReport } from './report.ts'
import { ofFetus } from './report-of-fetus.ts'
import { holdsOf, type SimulatedOrder } from './simulated-order.ts'

interface Settings {
  seed: number
  laboratoryName: string
}

type ActOf<Name extends Act['do']> = Extract<Act, { do: Name }>

/** OBR-25 from this act on. O with a filler number means that the laboratory has registered the order. */
const RESULT_STATUS: Partial<Record<Act['do'], string>> = {
  accession: 'O',
  'in-process': 'I',
  preliminary: 'P',
  report: 'F',
  correct: 'C',
  amend: 'C',
  addendum: 'F',
  withdraw: 'C',
}
/** Acts that send or withdraw a report, with its OBX-11. */
const REPORT_RESULTS: Partial<Record<Act['do'], string>> = {
  ...{ preliminary: 'P', report: 'F', correct: 'F', amend: 'A', addendum: 'B', withdraw: 'W' },
}
/** ORC-1. */
const CONTROLS: Partial<Record<Act['do'], string>> = { hold: 'OH', release: 'OE', cancel: 'OC' }
/** Reported for each test; the other acts concern the order as a whole, and are reported in one group. */
const OF_EACH_TEST: readonly Act['do'][] = ['accession', 'in-process', 'cancel']

/**
 * ORU^R01 for an action, to the order's sender: the same message however often it is written. A report
 * belongs to the first test.
 */
export async function writeResult(
  simulatedOrder: SimulatedOrder,
  done: CompletedAct,
  settings: Settings,
): Promise<string> {
  const { order } = simulatedOrder
  const upToNow = simulatedOrder.done.slice(0, simulatedOrder.done.indexOf(done) + 1)
  const at = new Date(done.at)
  const header = messageHeader(order, ['ORU', 'R01', 'ORU_R01'], done.controlId, at)
  const placer = [order.orderId, order.placerNamespace]
  const filler = fillerOf(order, upToNow)
  const concerned =
    OF_EACH_TEST.includes(done.act.do) || REPORT_RESULTS[done.act.do]
      ? order.tests
      : [concernedTest(simulatedOrder, upToNow, settings)]
  // The report belongs to the first test, or to the first of each fetus.
  const belows = await Promise.all(
    concerned.map((test, index) => {
      const isFirst = concerned.findIndex(({ fetus }) => fetus?.label === test.fetus?.label) === index
      return isFirst ? belowFirst(simulatedOrder, upToNow, settings, test.fetus) : []
    }),
  )
  const groups = concerned.flatMap((test, index) => [
    segment('ORC', {
      1: CONTROLS[done.act.do] ?? 'RE',
      2: placer,
      3: filler,
      16: reasonOf(simulatedOrder, done.act),
      27: 'expected' in done.act ? (done.act.expected ?? '').replaceAll('-', '') : '',
    }),
    segment('OBR', {
      1: String(index + 1),
      2: placer,
      3: filler,
      4: [test.code, test.name, 'L'],
      16: [order.provider.npi, order.provider.lastName, order.provider.firstName],
      22: writeInstant(at),
      25: statusOf(upToNow),
      // Whose name is under the PDF.
      ...(REPORT_RESULTS[done.act.do] ? { 32: ['', 'Hollowell', 'Maris'] } : {}),
    }),
    ...(belows[index] ?? []),
    ...specimenSegments(done.act, at),
    ...(REPORT_RESULTS[done.act.do] || done.act.do === 'treatment' ? fetalSegments(test.fetus) : []),
  ])
  return writeSegments([header, patientOf(order, 'patient' in done.act ? done.act.patient : {}), ...groups])
}

/** SPM of the specimens of a fetus, by which its report and recommendations are told from its twin's. */
function fetalSegments(fetus: ReceivedTest['fetus']): Hl7Segment[] {
  return (fetus?.specimens ?? []).map((number, index) =>
    segment('SPM', { 1: String(index + 1), 2: number, 14: fetus?.label ?? '' }),
  )
}

/** MSH of a message to an order's sender. */
export function messageHeader({ sender }: OrderEntry, type: string[], controlId: string, at: Date) {
  const msh = segment('MSH', {
    3: 'LIS',
    4: 'SIMULATED',
    7: writeInstant(at),
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

/** PID as in the order, except for the fields to replace. */
export function patientOf(order: Pick<OrderEntry, 'patient'>, instead: ActOf<'report'>['patient'] = {}) {
  const { lastName, firstName, birthDate, recordNumber, sex } = order.patient
  return segment('PID', {
    1: '1',
    3: instead.recordNumber ?? recordNumber,
    5: [instead.lastName ?? lastName, instead.firstName ?? firstName, '', '', '', '', 'L'],
    7: instead.birthDate ?? birthDate,
    8: sex,
  })
}

/** ORC-3 and OBR-3; an order of which nothing has arrived has no number yet. */
export function fillerOf(order: OrderEntry, done: readonly CompletedAct[]): string[] {
  return done.some(({ act }) => RESULT_STATUS[act.do] || act.do === 'reject' || act.do === 'treatment')
    ? [order.laboratoryNumber, 'LIS']
    : []
}

/** To the millisecond, because updates within a second are ordered too. */
function writeInstant(at: Date): string {
  return writeTime(at).replace('+', `.${String(at.getUTCMilliseconds()).padStart(3, '0')}+`)
}

/** The order's progress. Only messages that change a report are marked as such. */
function statusOf(done: readonly CompletedAct[]): string {
  const last = done.at(-1)?.act.do
  const status = done.map(({ act }) => RESULT_STATUS[act.do]).findLast(Boolean) ?? ''
  return status === 'C' && last !== undefined && RESULT_STATUS[last] !== 'C' ? 'F' : status
}

/** ORC-16 of a hold or its release: code, text and number. */
function reasonOf(simulatedOrder: SimulatedOrder, act: Act): string[] {
  if (act.do === 'cancel') return ['CANCELLED', act.words ?? 'The laboratory cannot perform this test.', 'L']
  if (act.do === 'hold') return [act.code, act.words, 'L', act.number ?? '']
  const hold =
    act.do === 'release' ? holdsOf(simulatedOrder).find(({ number }) => number === act.number) : undefined
  return hold ? [hold.code, hold.words, 'L', hold.number] : []
}

function concernedTest(simulatedOrder: SimulatedOrder, done: readonly CompletedAct[], settings: Settings) {
  const { tests } = simulatedOrder.order
  const [first] = tests
  if (!first) throw new Error(`Order ${simulatedOrder.order.orderId} has no test`)
  return done.at(-1)?.act.do === 'treatment' ? (positiveTest(simulatedOrder, done, settings) ?? first) : first
}

async function belowFirst(
  simulatedOrder: SimulatedOrder,
  done: readonly CompletedAct[],
  settings: Settings,
  fetus?: ReceivedTest['fetus'],
): Promise<Hl7Segment[]> {
  const { order } = simulatedOrder
  const last = done.at(-1)
  const status = last && REPORT_RESULTS[last.act.do]
  if (last && status) {
    const about = ofFetus(order, fetus)
    const { kind, options } = changeOf(about, done, settings)
    const { words } = options
    const report = last.act.do === 'withdraw' ? null : await writeReport(about, options)
    const note = kind ? [segment('NTE', { 1: '1', 3: words, 4: [kind, '', 'L'] })] : []
    return [...note, ...reportSegments(report, status)]
  }
  if (last?.act.do === 'treatment') return [treatmentSegment(simulatedOrder, done, last.act, settings)]
  return []
}

function positiveTest({ order }: SimulatedOrder, done: readonly CompletedAct[], { seed }: Settings) {
  return order.tests.find((test) => treatmentFor(order.orderId, test, seed, revisionsIn(done)))
}

/** The PDF, then the same result as data; a withdrawn report has neither. */
function reportSegments(report: WrittenReport | null, status: string): Hl7Segment[] {
  const content = report && ['LIS', 'application', 'PDF', 'Base64', report.pdf.toString('base64')]
  const document = segment('OBX', {
    1: '1',
    2: 'ED',
    3: ['REPORT', 'Laboratory report', 'L'],
    ...(content ? { 5: content } : {}),
    11: status,
  })
  return [document, ...findingSegments(report?.findings ?? [], 2, status)]
}

function treatmentSegment(
  simulatedOrder: SimulatedOrder,
  done: readonly CompletedAct[],
  act: ActOf<'treatment'>,
  settings: Settings,
): Hl7Segment {
  const test = positiveTest(simulatedOrder, done, settings)
  const found = test && treatmentFor(simulatedOrder.order.orderId, test, settings.seed, revisionsIn(done))
  return segment('OBX', {
    1: '1',
    2: 'TX',
    3: ['TREATMENT', act.title ?? found?.title ?? 'Recommendation', 'L'],
    4: String(done.filter(({ act: { do: name } }) => name === 'treatment').length),
    5: (act.text ?? found?.text ?? ['Genetic counseling is recommended.']).map((paragraph) => [paragraph]),
    11: 'F',
  })
}

function specimenSegments(act: Act, at: Date): Hl7Segment[] {
  if (act.do === 'accession')
    return (act.specimens ?? []).map((number, index) =>
      segment('SPM', { 1: String(index + 1), 2: number, 18: writeInstant(at) }),
    )
  if (act.do !== 'reject') return []
  const words = act.words ?? REJECT_REASONS[act.code] ?? ''
  return [
    segment('SPM', {
      1: '1',
      2: act.specimen,
      18: writeInstant(at),
      20: 'N',
      21: [act.code, words, 'HL70490'],
    }),
  ]
}
