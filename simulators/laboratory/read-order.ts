import type { Hl7Segment } from '@medplum/core'
import { openMessage, textOf } from '#adapters/hl7/message.ts'
import { type Refused, refused } from '#adapters/hl7/refusal.ts'
import type { ReadMessage } from '#adapters/laboratory/port.ts'
import { agreedConsents, withdrawnConsent } from './read-consents.ts'
import { priorityOf } from './read-priority.ts'
import {
  orderedSpecimens,
  patientOf,
  priorPatientsOf,
  relativesOf,
  specimensOf,
  type TestGroup,
  testGroups,
  testOf,
  variantsOf,
} from './read-segments.ts'
import type { ReceivedCancellation, ReceivedChange, ReceivedOrder } from './received.ts'

/** ORM^O01 carried orders up to version 2.3; the segments used here are the same. */
const MESSAGE_TYPES = ['OML^O21', 'OML', 'ORM^O01', 'ORM']

/**
 * `order` of a change or cancellation is the order as described by that message; null if it says too little.
 */
export type ReadOrder =
  | Refused
  | { kind: 'change'; message: ReadMessage; change: ReceivedChange; order: ReceivedOrder | null }
  | { kind: 'order'; message: ReadMessage; order: ReceivedOrder }
  | {
      kind: 'cancellation'
      message: ReadMessage
      cancellation: ReceivedCancellation
      order: ReceivedOrder | null
    }

/**
 * Reads OML^O21 or ORM^O01 about one order: a new one, a cancellation, or an addition. Never throws: an
 * unacceptable message is `refused` with segment and field.
 */
export function readOrder(raw: string): ReadOrder {
  const opened = openMessage(raw)
  if (opened.kind === 'refused') return opened
  const { header, message } = opened
  if (!MESSAGE_TYPES.includes(header.type)) {
    const reason = `Unsupported message type ${header.type} (MSH-9): send OML^O21 or ORM^O01`
    return refused(header, 'AR', 'messageType', reason, ['MSH', 9])
  }
  const missing = (segment: string, field?: number) => {
    const fieldPath = field === undefined ? segment : `${segment}-${field}`
    return refused(
      header,
      'AE',
      'required',
      `${fieldPath} is missing`,
      field === undefined ? [segment] : [segment, field],
    )
  }
  const pid = message.getSegment('PID')
  const orc = message.getSegment('ORC')
  const groups = testGroups(message.segments)
  if (!orc) return missing('ORC')
  const control = textOf(orc, 1)
  if (!['NW', 'CA', 'XO'].includes(control))
    return refused(header, 'AE', 'table', `ORC-1 ${control} is not supported: send NW, CA or XO`, ['ORC', 1])
  const [orderId, another] = orderNumbers(message.segments)
  if (orderId === undefined) return missing('ORC', 2)
  if (another !== undefined) {
    const reason = `ORC-2 names several orders, ${orderId} and ${another}: send each in a separate message`
    return refused(header, 'AE', 'application', reason, ['ORC', 2])
  }
  const { controlId, sender } = header
  const from = { controlId, sender, orderId }
  const reply: ReadMessage = { kind: 'other', ...header }
  const isComplete =
    pid && textOf(pid, 5) !== '' && groups.length > 0 && groups.every(({ obr }) => textOf(obr, 4) !== '')
  const order = isComplete ? { ...from, ...contentOf(message.segments, pid, orc, groups) } : null
  if (control === 'CA') {
    const reason = textOf(orc, 16, 2) || textOf(orc, 16)
    return { kind: 'cancellation', message: reply, cancellation: { ...from, reason }, order }
  }
  if (control === 'XO') {
    const change = { ...from, ...changeOf(orc, groups[0]?.below ?? message.segments) }
    if (change.answer || change.specimens.length > 0 || change.withdrawn)
      return { kind: 'change', message: reply, change, order }
    const reason =
      'The message has no change: answer a hold in NTE or OBX, name a specimen in SPM, or withdraw a consent in OBX'
    return refused(header, 'AE', 'required', reason, ['NTE'])
  }
  if (order) return { kind: 'order', message: reply, order }
  if (!pid) return missing('PID')
  if (textOf(pid, 5) === '') return missing('PID', 5)
  return groups.length === 0 ? missing('OBR') : missing('OBR', 4)
}

function contentOf(
  segments: Hl7Segment[],
  pid: Hl7Segment,
  orc: Hl7Segment,
  groups: TestGroup[],
): Omit<ReceivedOrder, 'controlId' | 'sender' | 'orderId'> {
  return {
    placerNamespace: textOf(orc, 2, 2),
    patient: patientOf(pid),
    provider: { npi: textOf(orc, 12), lastName: textOf(orc, 12, 2), firstName: textOf(orc, 12, 3) },
    institution: textOf(orc, 21) || textOf(orc, 17, 2),
    tests: groups.map(testOf),
    specimens: orderedSpecimens(groups),
    relatives: relativesOf(segments),
    existingNumber: groups.map(({ obr }) => textOf(obr, 3)).find((number) => number !== '') ?? '',
    ...priorityOf(segments),
    ...filled('variants', variantsOf(groups[0])),
    ...filled('agreed', agreedConsents(segments)),
    ...filled('priorPatients', priorPatientsOf(segments)),
  }
}

/** A member that is left out if it is empty. */
function filled<Name extends string, T>(name: Name, list: T[]): { [key in Name]?: T[] } {
  return list.length === 0 ? {} : ({ [name]: list } as { [key in Name]: T[] })
}

/** The distinct values of ORC-2, else OBR-2. */
function orderNumbers(segments: Hl7Segment[]): string[] {
  const orcs = segments.filter(({ name }) => name === 'ORC').map((orc) => textOf(orc, 2))
  const obrs = segments.filter(({ name }) => name === 'OBR').map((obr) => textOf(obr, 2))
  return [...new Set([...orcs, ...obrs])].filter(Boolean)
}

function changeOf(
  orc: Hl7Segment,
  below: Hl7Segment[],
): Pick<ReceivedChange, 'answer' | 'specimens' | 'withdrawn'> {
  const withdrawn = withdrawnConsent(below)
  const text = below.filter(({ name }) => name === 'NTE').map((note) => textOf(note, 3))
  const documents = below.filter((segment) => segment.name === 'OBX' && textOf(segment, 2) === 'ED')
  const isAnswer = text.length > 0 || documents.length > 0 || textOf(orc, 16) !== ''
  return {
    answer: isAnswer
      ? {
          ...{ code: textOf(orc, 16), number: textOf(orc, 16, 4), text: text.join('\n') },
          documents: documents.map((document) => ({
            filename: textOf(document, 3, 2) || textOf(document, 3),
            mediaType: `${textOf(document, 5, 2)}/${textOf(document, 5, 3)}`,
            bytes: Buffer.from(textOf(document, 5, 5), 'base64').length,
          })),
        }
      : null,
    specimens: specimensOf(below),
    ...(withdrawn ? { withdrawn } : {}),
  }
}
