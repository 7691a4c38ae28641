import { firstPartOf, openMessage, textOf } from '#adapters/hl7/message.ts'

/** A result as the hospital files it, from one ORU^R01. */
export interface ReceivedResult {
  controlId: string
  /** ORC-2, without its namespace. */
  placer: string
  /** ORC-3. */
  filler: string
  mrn: string
  /** OBR-25. */
  status: string
  /** What the message says of a change. */
  note: string
  documents: { label: string; status: string; content: Buffer }[]
  /** Results as data: what, and its value in words. */
  values: { name: string; value: string }[]
}

/** Reads a result; a reason if the hospital cannot file it. */
export function readResult(raw: string): ReceivedResult | string {
  const opened = openMessage(raw)
  if (opened.kind === 'refused') return opened.reason
  if (opened.header.type !== 'ORU^R01') return `${opened.header.type} is not taken here`
  const { message } = opened
  const find = (name: string) => message.segments.find((one) => one.name === name)
  const [pid, orc, obr, nte] = [find('PID'), find('ORC'), find('OBR'), find('NTE')]
  if (!pid || !orc || !obr) return 'PID, ORC or OBR is missing'
  const obx = message.segments.filter(({ name }) => name === 'OBX')
  const files = obx.filter((one) => textOf(one, 2) === 'ED')
  return {
    controlId: opened.header.controlId,
    ...{ placer: textOf(orc, 2), filler: textOf(obr, 3), mrn: textOf(pid, 3), status: textOf(obr, 25) },
    note: nte ? textOf(nte, 3) : '',
    documents: files.map((one) => ({
      label: textOf(one, 3, 2) || textOf(one, 3),
      status: textOf(one, 11),
      content: Buffer.from(textOf(one, 5, 5), 'base64'),
    })),
    values: obx
      .filter((one) => !files.includes(one))
      .map((one) => ({
        name: textOf(one, 3, 2) || textOf(one, 3),
        value: textOf(one, 5, 2) || firstPartOf(one, 5),
      })),
  }
}
