import { readAcknowledgement } from '#adapters/laboratory/acknowledgement.ts'
import type { LaboratorySender } from '#adapters/laboratory/port.ts'
import { PDF } from '#adapters/laboratory/testing/messages.ts'

interface MessageOptions {
  /** Our order number (OBR-2); if omitted, the message has only the laboratory's number. */
  order?: number
  /** PID-5, if the patient differs from that of every test order. */
  name?: string
  /** The laboratory's number (OBR-3). */
  number?: string
  /** The test's code (OBR-4). */
  test?: string
  /** ORC-1, HL7 table 0119: RE by default; CR cancelled as requested, UC unable to cancel, with its text in ORC-16. */
  control?: string
  words?: string
  /** OBR-25, HL7 table 0123: O with a number is accessioned, I in process, F reported, C corrected, X cancelled. */
  status?: string
  pdf?: Uint8Array
  /** ORC-16 as written in the message, such as `CONSENT^Of the mother^L^H1`; precedes `words`. */
  reason?: string
  /** SPM-2, 18, 20 and 21 of each specimen of the message. */
  specimens?: { number: string; received?: string; rejected?: string }[]
  /** OBX-4, its title and its text. */
  treatment?: { part: string; title: string; text: string }
  /** The time of the event, by the laboratory's clock (OBR-22): `20260313101500`. */
  at?: string
}

export const REPORT: Uint8Array = PDF
export const CORRECTED_REPORT: Uint8Array = Buffer.concat([PDF, Buffer.from('% corrected\n')])

/**
 * A message of the laboratory (ORU^R01) with the control id given in MSH-10 and one order group for each of
 * `options`.
 */
export function laboratoryMessage(controlId: string, ...options: MessageOptions[]): string {
  const groups = options.flatMap(({ order, number = '', test = 'WES1', status = '', at = '', ...more }) => {
    const reason = more.reason ?? (more.words ? `WHY^${more.words}` : '')
    const pdf = more.pdf && Buffer.from(more.pdf).toString('base64')
    const { specimens = [], treatment } = more
    return [
      pid(order, more.name),
      `ORC|${more.control ?? 'RE'}|${order ?? ''}|${number}${'|'.repeat(13)}${reason}`,
      `OBR|1|${order ?? ''}|${number}|${test}^Exome${'|'.repeat(18)}${at}|||${status}`,
      ...(pdf ? [`OBX|1|ED|REPORT||^application^PDF^Base64^${pdf}||||||F`] : []),
      ...(treatment
        ? [`OBX|2|FT|TREATMENT^${treatment.title}|${treatment.part}|${treatment.text}||||||F`]
        : []),
      ...specimens.map(
        ({ number, received = '', rejected = '' }, index) =>
          `SPM|${index + 1}|${number}||BLD^Blood${'|'.repeat(14)}${received}||${rejected ? 'N' : 'Y'}|${rejected}`,
      ),
    ]
  })
  const msh = `MSH|^~\\&|LIS|LARKFIELD|KARYO|PORTAL|20260313151500+0000||ORU^R01^ORU_R01|${controlId}|P|2.5.1`
  return [msh, ...groups].map((segment) => `${segment}\r`).join('')
}

/** The patient by our own number, as sent to the laboratory, and by name; copies of an order belong to Patient0. */
function pid(order: number | undefined, name = 'Nguyen^Linh~Patient0^Linh'): string {
  const number = order === undefined ? '' : `${order}-proband^^^KARYO^PI`
  return `PID|1||${number}||${name}`
}

/** A laboratory that receives the outbox's messages: keeps them and answers as the test says. */
export interface TestLaboratory extends LaboratorySender {
  /** Every message received, in order. */
  received: string[]
  /** MSH-10 of those. */
  controlIds(): string[]
  /** The answer to the next messages: accepted, refused with a text, a message given by the test, or none. */
  answers: 'taken' | { refusedWith: string } | { with(raw: string): string } | 'down'
  /** Resolves once `condition` is true; checked after every message, even an unanswered one. */
  until(condition: () => boolean): Promise<void>
}

export function testLaboratory(): TestLaboratory {
  const looks = new Set<() => void>()
  const laboratory: TestLaboratory = {
    received: [],
    answers: 'taken',
    controlIds: () => laboratory.received.map((raw) => raw.split('|')[9] ?? ''),
    async send(raw) {
      laboratory.received.push(raw)
      const { answers } = laboratory
      for (const look of looks) look()
      if (answers === 'down') throw new Error('the laboratory is down')
      const controlId = raw.split('|')[9] ?? ''
      if (typeof answers === 'object' && 'with' in answers) return readAcknowledgement(answers.with(raw))
      return answers === 'taken'
        ? { code: 'AA', controlId, text: '', updates: [], raw: `MSA|AA|${controlId}` }
        : { code: 'AE', controlId, text: answers.refusedWith, updates: [], raw: `MSA|AE|${controlId}` }
    },
    until: (condition) =>
      new Promise((resolve) => {
        const look = () => {
          if (!condition()) return
          looks.delete(look)
          resolve()
        }
        looks.add(look)
        look()
      }),
    close: async () => {},
  }
  return laboratory
}
