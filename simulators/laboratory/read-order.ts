import type { Hl7Segment } from '@medplum/core'
import { openMessage, textOf } from '#adapters/laboratory/message.ts'
import type { ReadMessage } from '#adapters/laboratory/port.ts'
import { type Refused, refused } from '#adapters/laboratory/refusal.ts'

/** What the laboratory keeps of an order. Texts as they came, '' where the message had none. */
export interface ReceivedOrder {
  controlId: string
  sender: string
  /** ORC-2 as the sender wrote it: number and, where given, namespace. */
  orderId: string
  placerNamespace: string
  patient: { recordNumber: string; lastName: string; firstName: string; birthDate: string; sex: string }
  provider: { npi: string; lastName: string; firstName: string }
  institution: string
  tests: { code: string; name: string }[]
  specimens: { type: string; collected: string }[]
}

export type ReadOrder = Refused | { kind: 'order'; message: ReadMessage; order: ReceivedOrder }

/** Reads OML^O21 with a new order. Never throws: what cannot be taken is `refused` with segment and field. */
export function readOrder(raw: string): ReadOrder {
  const opened = openMessage(raw)
  if (opened.kind === 'refused') return opened
  const { header, message } = opened
  if (header.type !== 'OML^O21') {
    const reason = `Unsupported message type ${header.type} (MSH-9): OML^O21 is taken in`
    return refused(header, 'AR', 'messageType', reason, ['MSH', 9])
  }
  const missing = (segment: string, field?: number) => {
    const place = field === undefined ? segment : `${segment}-${field}`
    return refused(
      header,
      'AE',
      'required',
      `${place} is missing`,
      field === undefined ? [segment] : [segment, field],
    )
  }
  const pid = message.getSegment('PID')
  const orc = message.getSegment('ORC')
  const requests = message.getAllSegments('OBR')
  if (!pid) return missing('PID')
  if (textOf(pid, 5) === '') return missing('PID', 5)
  if (!orc) return missing('ORC')
  if (textOf(orc, 1) !== 'NW')
    return refused(header, 'AE', 'table', `ORC-1 ${textOf(orc, 1)} is not taken in: NW is`, ['ORC', 1])
  if (textOf(orc, 2) === '') return missing('ORC', 2)
  if (requests.length === 0) return missing('OBR')
  if (requests.some((obr) => textOf(obr, 4) === '')) return missing('OBR', 4)
  return {
    kind: 'order',
    message: { kind: 'other', ...header },
    order: {
      controlId: header.controlId,
      sender: header.sender,
      orderId: textOf(orc, 2),
      placerNamespace: textOf(orc, 2, 2),
      patient: patientOf(pid),
      provider: { npi: textOf(orc, 12), lastName: textOf(orc, 12, 2), firstName: textOf(orc, 12, 3) },
      institution: textOf(orc, 21),
      tests: requests.map((obr) => ({ code: textOf(obr, 4), name: textOf(obr, 4, 2) || textOf(obr, 4) })),
      specimens: specimensOf(message.segments),
    },
  }
}

function patientOf(pid: Hl7Segment): ReceivedOrder['patient'] {
  return {
    recordNumber: textOf(pid, 3),
    lastName: textOf(pid, 5),
    firstName: textOf(pid, 5, 2),
    birthDate: textOf(pid, 7),
    sex: textOf(pid, 8),
  }
}

/** The specimens under the first OBR: every group repeats them. */
function specimensOf(segments: Hl7Segment[]): ReceivedOrder['specimens'] {
  const second = segments.findIndex(
    (segment, index) => segment.name === 'OBR' && index > firstRequest(segments),
  )
  const group = segments.slice(0, second === -1 ? undefined : second)
  return group
    .filter((segment) => segment.name === 'SPM')
    .map((spm) => ({ type: textOf(spm, 4, 2) || textOf(spm, 4), collected: textOf(spm, 17) }))
}

function firstRequest(segments: Hl7Segment[]): number {
  return segments.findIndex((segment) => segment.name === 'OBR')
}
