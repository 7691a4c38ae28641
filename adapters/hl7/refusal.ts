/** HL7 table 0357: why a message is refused (ERR-3). */
export const CONDITIONS = {
  sequence: ['100', 'Segment sequence error'],
  required: ['101', 'Required field missing'],
  dataType: ['102', 'Data type error'],
  table: ['103', 'Table value not found'],
  messageType: ['200', 'Unsupported message type'],
  version: ['203', 'Unsupported version id'],
  application: ['207', 'Application internal error'],
} as const
export type Condition = keyof typeof CONDITIONS

/** A message that is refused, with the text and ERR-2 and ERR-3 of its acknowledgement. */
export interface Refused extends MessageHeader {
  kind: 'refused'
  code: 'AE' | 'AR'
  reason: string
  condition: Condition
  /** The segment and field at fault. */
  location: [segment: string, field?: number]
}

/** What an acknowledgement repeats of the message that it answers. */
export interface MessageHeader {
  controlId: string
  sender: string
  type: string
}

/** AE: the content is wrong. AR: such a message is not accepted at all. */
export function refused(
  { controlId, sender, type }: MessageHeader,
  code: 'AE' | 'AR',
  condition: Condition,
  reason: string,
  location: Refused['location'],
): Refused {
  return { kind: 'refused', controlId, sender, type, code, reason, condition, location }
}

export function isRefused(message: object): message is Refused {
  return 'condition' in message && 'location' in message
}
