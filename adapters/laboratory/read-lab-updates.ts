import type { Hl7Segment } from '@medplum/core'
import { todayAtLaboratory } from '#domain/dates/dates.ts'
import { table } from '#domain/table.ts'
import { codeIn, firstPartOf, LONGEST_ID, openMessage, parseMessage, textOf } from '../hl7/message.ts'
import { refused } from '../hl7/refusal.ts'
import { isTime, readDate, readTime } from '../hl7/times.ts'
import { type OrderGroup, orderGroups } from './order-groups.ts'
import type { LabUpdate, OrderName, ReadMessage } from './port.ts'
import { fetusIn, peopleInResults } from './read-about.ts'
import { holdOf, isAboutHold, notesOf, releaseOf } from './read-holds.ts'
import { personOf } from './read-person.ts'
import { accessionsOf, sourcesOf, specimenOf } from './read-specimens.ts'
import { countedResults, isMislabelled, remainingNotes, reportOf, type Sent } from './report.ts'
import { treatmentsOf } from './treatments.ts'

/**
 * Message types that the portal accepts; others are refused with AR, as HL7 requires for an unsupported type.
 */
const UPDATE_TYPES = ['ORU^R01', 'ORU', 'ORL^O22', 'ORL', 'ORR^O02', 'ORR']

/** OBR-25, HL7 table 0123, as the order's state. */
const RESULT_STATES = table<LabUpdate['state']>({
  O: 'en-route',
  I: 'in-process',
  S: 'in-process',
  N: 'in-process',
  A: 'in-process',
  P: 'in-process',
  R: 'in-process',
  F: 'reported',
  C: 'reported',
  X: 'cancelled',
})

/** The state of an order whose report has arrived. */
const REPORT_STATES = {
  ...({ preliminary: 'in-process', partial: 'in-process' } as const),
  ...({ final: 'reported', addended: 'reported', amended: 'reported', corrected: 'reported' } as const),
  ...({ withdrawn: null, cancelled: 'cancelled' } as const),
} as const satisfies Record<
  Exclude<NonNullable<LabUpdate['report']>['status'], 'unclear'>,
  LabUpdate['state']
>

/** ORC-1, HL7 table 0119: the laboratory has cancelled, at our request or on its own. */
const CANCELLED_CONTROLS = ['CR', 'OC', 'DR', 'OD']
/** Those at our request: ORC-16 may repeat the clinic's reason. */
const CANCELLED_AS_ASKED = ['CR', 'DR']
/** Unable to cancel, and unable to discontinue. */
const REFUSED_CONTROLS = ['UC', 'UD']
/**
 * The laboratory does not accept our message: unable to accept, to change, to replace, to hold, to release;
 * errors in the data.
 */
const DECLINED_CONTROLS = ['UA', 'UX', 'UM', 'UH', 'UR', 'DE']

/**
 * Reads a message from the laboratory. Never throws: what cannot be read is `refused` with the reason.
 * `ownNamespace` is the namespace of our order numbers (our MSH-3); null for the answer to one of our
 * messages, which is about our order.
 */
export function readLabUpdates(raw: string, ownNamespace: string | null = null): ReadMessage {
  const opened = openMessage(raw)
  if (opened.kind === 'refused') return opened
  const { controlId, sender, type } = opened.header
  if (type === 'ACK' || type.startsWith('ACK^')) return { kind: 'other', controlId, sender, type }
  if (!UPDATE_TYPES.includes(type)) {
    const reason = `Unsupported message type ${type} (MSH-9): send ORU^R01 or ORL^O22`
    return refused(opened.header, 'AR', 'messageType', reason, ['MSH', 9])
  }
  if (opened.malformed) return opened.malformed
  const groups = orderGroups(opened.message.segments)
  // The answer to an order (ORR in 2.3) may name no order.
  if (/^OR[LR]/.test(type) && groups.length === 0) return { kind: 'other', controlId, sender, type }
  if (groups.length === 0)
    return refused(opened.header, 'AE', 'sequence', 'OBR is missing: the message has no order', ['OBR'])
  const untimed = groups.flatMap(notTimes)[0] ?? wrongTime(opened.message.header, 7)
  if (untimed) {
    const reason = `${untimed.join('-')} is not a valid date or time`
    return refused(opened.header, 'AE', 'dataType', reason, untimed)
  }
  const foreign = ownNamespace === null ? undefined : groups.find((group) => isForeign(group, ownNamespace))
  if (foreign) {
    const reason =
      'OBR-2 and ORC-2 have the order number of another system, and PID-5 and PID-7 are missing: send our MSH-3 in component 2, or the PID'
    return refused(opened.header, 'AE', 'table', reason, ['OBR', 2])
  }
  if (groups.flatMap(countedResults).some(isMislabelled)) {
    const reason = 'OBX-5 is labeled as a PDF, but its content is not a PDF'
    return refused(opened.header, 'AE', 'dataType', reason, ['OBX', 5])
  }
  const updates = groups.map((group) => labUpdateOf(group, opened.header))
  const tooLong = updates.flatMap(overlong)[0]
  if (tooLong) {
    const reason = `${tooLong.join('-')} is longer than ${LONGEST_ID} characters`
    return refused(opened.header, 'AE', 'dataType', reason, tooLong)
  }
  return { kind: 'news', controlId, sender, type, updates: updates.map(inItsOrder) }
}

/** The orders that a message names, whether or not it can be applied. ORC and OBR may name two. */
export function ordersNamed(raw: string): OrderName[] {
  const parsed = parseMessage(raw)
  if (parsed.kind === 'refused') return []
  return orderGroups(parsed.message.segments).flatMap(({ orc, obr }) => [
    orderName({ orc: null, obr }),
    orderName({ orc, obr: null }),
  ])
}

function orderName({ orc, obr }: Pick<OrderGroup, 'orc' | 'obr'>): OrderName {
  return {
    orderId: placerNumber(orc, obr),
    laboratoryNumber: fillerNumber(obr, 3) ?? fillerNumber(orc, 3),
    testCode: obr ? codeIn(obr, 4) : '',
  }
}

/** One that cancels (`CR`) beside a refusal to cancel (`UC`) another test of the order is about its test alone. */
function inItsOrder(update: LabUpdate, _: number, all: readonly LabUpdate[]): LabUpdate {
  const isOfTest =
    update.state === 'cancelled' &&
    all.some(
      (one) =>
        one.state === 'cancellation-refused' &&
        one.testCode !== update.testCode &&
        one.orderId === update.orderId &&
        (one.orderId !== null || one.laboratoryNumber === update.laboratoryNumber),
    )
  return isOfTest ? { ...update, isOfTest } : update
}

function labUpdateOf(group: OrderGroup, { sentAt, zone }: Sent): LabUpdate {
  const { pid, orc, obr, notes, spm } = group
  const name = orderName(group)
  const { laboratoryNumber } = name
  const status = obr ? textOf(obr, 25).toUpperCase() : ''
  const report = reportOf(group, { laboratoryNumber, sentAt, zone })
  const control = orc ? textOf(orc, 1).toUpperCase() : ''
  const state = stateOf(control, status, laboratoryNumber, report)
  const isDeclined = DECLINED_CONTROLS.includes(control)
  const [sources, accessions, resultsAbout] = [sourcesOf(spm), accessionsOf(spm), peopleInResults(group)]
  const hasOwnNote = control === 'OH' || state === 'cancellation-refused' || isDeclined
  return {
    ...name,
    patient: pid && { ...personOf(pid), fetus: fetusIn(group) },
    state,
    ...(isOfTest(control, state) ? { isOfTest: true } : {}),
    refusal: endingReason(state, control, orc, notes),
    at: (obr ? readTime(textOf(obr, 22), zone) : null) ?? sentAt,
    report,
    notes: remainingNotes(group, report, hasOwnNote),
    declined: isDeclined ? refusalOf(orc, notes) || control : null,
    hold: orc && holdOf(orc, notes),
    release: orc && releaseOf(orc),
    ...expectedOn(orc, zone),
    specimens: spm.flatMap((segment) => specimenOf(segment, zone)),
    ...(sources ? { reportSpecimens: sources } : {}),
    ...(accessions.length > 0 ? { accessions } : {}),
    ...(resultsAbout.length > 0 ? { resultsAbout } : {}),
    treatments: treatmentsOf(group),
  }
}

/** ORC-27, the filler's expected availability: a day, or an instant as the laboratory's day. Anything else is ignored. */
function expectedOn(orc: Hl7Segment | null, zone: string): Pick<LabUpdate, 'expectedOn'> {
  const written = orc ? textOf(orc, 27) : ''
  const time = readTime(written, zone)
  if (!time) return {}
  return { expectedOn: /^\d{8}$/.test(written) ? readDate(written) : todayAtLaboratory(time) }
}

/** The first invalid time among those that are read from a group. */
function notTimes({ pid, obr, spm }: OrderGroup): [segment: string, field: number][] {
  return [
    // A word in its place (`UNKNOWN`) means no birth date; digits that are no calendar date are an error.
    pid && /^\d/.test(textOf(pid, 7)) ? wrongTime(pid, 7) : null,
    obr && wrongTime(obr, 22),
    ...spm.map((segment) => wrongTime(segment, 18)),
  ].filter((fieldPath) => fieldPath !== null)
}

function wrongTime(segment: Hl7Segment, field: number): [segment: string, field: number] | null {
  return isTime(textOf(segment, field)) ? null : [segment.name, field]
}

/**
 * Whether its order number is from another namespace (component 2), and nothing else identifies our order.
 */
function isForeign({ pid, orc, obr }: OrderGroup, ownNamespace: string): boolean {
  if (pid && (firstPartOf(pid, 5) !== '' || textOf(pid, 7) !== '')) return false
  return [obr, orc].some((segment) => {
    const [number, namespace] = segment ? [textOf(segment, 2), firstPartOf(segment, 2, 2)] : ['', '']
    return number !== '' && namespace !== '' && namespace.toUpperCase() !== ownNamespace.toUpperCase()
  })
}

/** The first identifier that exceeds the maximum length. */
function overlong({ laboratoryNumber, testCode, hold, release, specimens, treatments }: LabUpdate) {
  const names: [string, segment: string, field: number][] = [
    [laboratoryNumber ?? '', 'OBR', 3],
    [testCode, 'OBR', 4],
    [hold?.key ?? release?.key ?? '', 'ORC', 16],
    ...specimens.map(({ key }): [string, string, number] => [key, 'SPM', 2]),
    ...treatments.map(({ key }): [string, string, number] => [key, 'OBX', 4]),
  ]
  return names.flatMap(([name, segment, field]): [string, number][] =>
    name.length > LONGEST_ID ? [[segment, field]] : [],
  )
}

function stateOf(
  control: string,
  status: string,
  laboratoryNumber: string | null,
  report: LabUpdate['report'],
): LabUpdate['state'] {
  if (CANCELLED_CONTROLS.includes(control)) return 'cancelled'
  if (REFUSED_CONTROLS.includes(control)) return 'cancellation-refused'
  if (DECLINED_CONTROLS.includes(control)) return null
  // It may be waiting for the specimen itself.
  if (isAboutHold(control)) return RESULT_STATES[status] ?? null
  // A result counts more than OBR-25, which some systems omit, unless the two contradict each other.
  if (report && report.parts.length > 0 && report.status !== 'unclear') return REPORT_STATES[report.status]
  // A filler number means that the laboratory has registered the order, even if OBR-25 says no more than
  // "received".
  if ((status === '' || status === 'O') && laboratoryNumber) return 'accessioned'
  return RESULT_STATES[status] ?? null
}

/** Whether a cancellation applies to the test alone (OBR-25) rather than the order (ORC-1). */
function isOfTest(control: string, state: LabUpdate['state']): boolean {
  return state === 'cancelled' && !CANCELLED_CONTROLS.includes(control)
}

/** Why the laboratory refuses to cancel, or cancels on its own; then the notes of the group stay notes. */
function endingReason(
  state: LabUpdate['state'],
  control: string,
  orc: Hl7Segment | null,
  nte: Hl7Segment[],
): string {
  if (state === 'cancellation-refused') return refusalOf(orc, nte)
  return state === 'cancelled' && !CANCELLED_AS_ASKED.includes(control) ? reasonIn(orc) : ''
}

/** The text of ORC-16, else its code. */
const reasonIn = (orc: Hl7Segment | null): string => (orc ? textOf(orc, 16, 2) || textOf(orc, 16) : '')

function refusalOf(orc: Hl7Segment | null, nte: Hl7Segment[]): string {
  return [reasonIn(orc), notesOf(nte)].filter((text) => text !== '').join('\n')
}

/** OBR-2 and ORC-2. Two different order numbers of ours contradict each other: then neither is used. */
function placerNumber(orc: Hl7Segment | null, obr: Hl7Segment | null): number | null {
  const orderIds = new Set(
    [obr, orc]
      .map((segment) => (segment ? textOf(segment, 2) : ''))
      .filter((value) => /^[0-9]{1,15}$/.test(value))
      .map(Number),
  )
  const [orderId] = orderIds
  return orderIds.size === 1 && orderId !== undefined ? orderId : null
}

/** The filler number may repeat (once per system of the laboratory): the first is used. */
function fillerNumber(segment: Hl7Segment | null, field: number): string | null {
  const repetitions = segment?.getField(field)?.components.length ?? 0
  for (let repetition = 0; repetition < repetitions; repetition++) {
    const number = segment ? textOf(segment, field, 1, repetition) : ''
    if (number !== '') return number
  }
  return null
}
