import { type Identity, readAnswer, writeAcknowledgement as written } from '../hl7/acknowledgement.ts'
import type { Acknowledgement, ReadMessage } from './port.ts'
import { readLabUpdates } from './read-lab-updates.ts'

/** The fields that carry it. */
const FIELDS = { order: 'ORC-2, OBR-2', patient: 'PID-5, PID-7' } as const

/** The acknowledgement of a laboratory's message. `text` becomes MSA-3 and ERR-8, with the fields it is about. */
export function writeAcknowledgement(
  identity: Identity,
  message: ReadMessage,
  code: 'AA' | 'AE' | 'AR',
  words = message.kind === 'refused' ? message.reason : '',
  about?: keyof typeof FIELDS,
): string {
  return written(identity, message, code, about ? `${words} (${FIELDS[about]})` : words)
}

/** Reads an ACK, or an answer that carries MSA such as ORL^O22. Throws an Error that names the problem. */
export function readAcknowledgement(raw: string): Acknowledgement {
  return { ...readAnswer(raw), ...labUpdatesIn(raw) }
}

/** What an answer carries beyond the acknowledgement (ORL^O22, ORR^O02); a plain ACK carries nothing. */
function labUpdatesIn(raw: string): Pick<Acknowledgement, 'updates' | 'message'> {
  const read = readLabUpdates(raw)
  const { kind, controlId, sender, type } = read
  if (kind === 'news') return { updates: read.updates, message: { controlId, sender, type, unread: '' } }
  const isMore = kind === 'refused' && /^OR[LR]/.test(type) && /[\r\n](ORC|OBR)/.test(raw)
  return { updates: [], ...(isMore ? { message: { controlId, sender, type, unread: read.reason } } : {}) }
}
