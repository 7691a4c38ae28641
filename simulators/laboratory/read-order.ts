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
  tests: ReceivedTest[]
  specimens: ReceivedSpecimen[]
  relatives: { number: string; lastName: string; firstName: string; relationship: string }[]
  /** OBR-3 of an order on a specimen that is here: the number that its results are to have; '' for a new one. */
  existingNumber: string
}

interface ReceivedTest {
  code: string
  name: string
  /** The code that the clinic chose it by, OBR-4.4. */
  chosenBy: string
  genes: string[]
}

interface ReceivedSpecimen {
  /** SPM-2. */
  number: string
  type: string
  collected: string
  /** Whose it is: the number that PID-3 or NK1-33 has for them. */
  of: string
}

/** A request to cancel an order: ORC-1 CA. */
export interface ReceivedCancellation {
  controlId: string
  sender: string
  orderId: string
  reason: string
}

export type ReadOrder =
  | Refused
  | { kind: 'order'; message: ReadMessage; order: ReceivedOrder }
  | { kind: 'cancellation'; message: ReadMessage; cancellation: ReceivedCancellation }

/** Reads OML^O21 with a new order, or one to be cancelled. Never throws: what cannot be taken is `refused` with segment and field. */
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
  const groups = testGroups(message.segments)
  if (!pid) return missing('PID')
  if (textOf(pid, 5) === '') return missing('PID', 5)
  if (!orc) return missing('ORC')
  const control = textOf(orc, 1)
  if (control !== 'NW' && control !== 'CA')
    return refused(header, 'AE', 'table', `ORC-1 ${control} is not taken in: NW and CA are`, ['ORC', 1])
  const orderId = textOf(orc, 2)
  if (orderId === '') return missing('ORC', 2)
  if (groups.length === 0) return missing('OBR')
  if (groups.some(({ obr }) => textOf(obr, 4) === '')) return missing('OBR', 4)
  const { controlId, sender } = header
  const reply: ReadMessage = { kind: 'other', ...header }
  if (control === 'CA') {
    const reason = textOf(orc, 16, 2) || textOf(orc, 16)
    return { kind: 'cancellation', message: reply, cancellation: { controlId, sender, orderId, reason } }
  }
  return {
    kind: 'order',
    message: reply,
    order: {
      ...{ controlId, sender, orderId },
      placerNamespace: textOf(orc, 2, 2),
      patient: patientOf(pid),
      provider: { npi: textOf(orc, 12), lastName: textOf(orc, 12, 2), firstName: textOf(orc, 12, 3) },
      institution: textOf(orc, 21),
      tests: groups.map(testOf),
      specimens: specimensOf(groups[0]?.below ?? []),
      relatives: message.getAllSegments('NK1').map(relativeOf),
      existingNumber: groups.map(({ obr }) => textOf(obr, 3)).find((number) => number !== '') ?? '',
    },
  }
}

interface TestGroup {
  obr: Hl7Segment
  /** What stands under it, down to the next test's ORC. */
  below: Hl7Segment[]
}

function testGroups(segments: Hl7Segment[]): TestGroup[] {
  const groups: TestGroup[] = []
  for (const segment of segments) {
    if (segment.name === 'OBR') groups.push({ obr: segment, below: [] })
    else if (segment.name !== 'ORC') groups.at(-1)?.below.push(segment)
  }
  return groups
}

function testOf({ obr, below }: TestGroup): ReceivedTest {
  const code = textOf(obr, 4)
  const genes = below.find((segment) => segment.name === 'OBX' && textOf(segment, 3) === 'GENES')
  return {
    code,
    name: textOf(obr, 4, 2) || code,
    chosenBy: textOf(obr, 4, 4),
    genes: genes ? repetitionsOf(genes, 5) : [],
  }
}

/** The first component of each repetition. */
function repetitionsOf(segment: Hl7Segment, field: number): string[] {
  const count = segment.getField(field)?.components.length ?? 0
  return Array.from({ length: count }, (_, repetition) => textOf(segment, field, 1, repetition))
}

/** NK1-33 may repeat: the number of type PI is the sender's own. */
function relativeOf(nk1: Hl7Segment): ReceivedOrder['relatives'][number] {
  return {
    number: numberOf(nk1, 33),
    lastName: textOf(nk1, 2),
    firstName: textOf(nk1, 2, 2),
    relationship: textOf(nk1, 3, 2) || textOf(nk1, 3),
  }
}

function numberOf(segment: Hl7Segment, field: number): string {
  const types = segment.getField(field)?.components.map((components) => components[4]) ?? []
  return textOf(segment, field, 1, Math.max(types.indexOf('PI'), 0))
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

/** The specimens under one OBR: every group repeats them. */
function specimensOf(below: Hl7Segment[]): ReceivedSpecimen[] {
  const specimens: ReceivedSpecimen[] = []
  for (const segment of below) {
    const last = specimens.at(-1)
    if (segment.name === 'SPM')
      specimens.push({
        number: textOf(segment, 2),
        type: textOf(segment, 4, 2) || textOf(segment, 4),
        collected: textOf(segment, 17),
        of: '',
      })
    else if (last && segment.name === 'OBX' && textOf(segment, 3) === 'SPECIMEN-OF')
      last.of = textOf(segment, 5)
  }
  return specimens
}
