import { randomUUID } from 'node:crypto'
import type { Hl7Segment } from '@medplum/core'
import { parseMessage, segment, textOf, writeSegments } from './message.ts'
import type { Answer } from './port.ts'
import { CONDITIONS, isRefused, type MessageHeader } from './refusal.ts'
import { writeTime } from './times.ts'

/** Our MSH-3 and MSH-4, and the processing ID of MSH-11: P production, T training, D debugging. */
export interface Identity {
  sendingApplication: string
  sendingFacility: string
  processingId: string
}

/** The acknowledgement of a message: MSA, plus ERR if it is refused. `text` becomes MSA-3 and ERR-8. */
export function writeAcknowledgement(
  identity: Identity,
  message: MessageHeader,
  code: 'AA' | 'AE' | 'AR',
  text = isRefused(message) ? message.reason : '',
): string {
  const trigger = message.type.split('^')[1]
  const msh = segment('MSH', {
    3: identity.sendingApplication,
    4: identity.sendingFacility,
    7: writeTime(new Date()),
    9: trigger ? ['ACK', trigger, 'ACK'] : ['ACK'],
    10: newControlId(),
    11: identity.processingId,
    12: '2.5.1',
    18: 'UNICODE UTF-8',
  })
  const [application = '', facility = ''] = message.sender.split('|')
  msh.setField(5, application)
  msh.setField(6, facility)
  const msa = segment('MSA', { 1: code, 2: message.controlId, 3: text })
  return writeSegments(code === 'AA' ? [msh, msa] : [msh, msa, errorSegment(message, text)])
}

/** A unique control ID of twenty characters, the maximum of MSH-10. */
export function newControlId(): string {
  return randomUUID().replaceAll('-', '').slice(0, 20)
}

const CODES: readonly Answer['code'][] = ['AA', 'AE', 'AR', 'CA', 'CE', 'CR']

/** Reads an ACK, or an answer that carries MSA such as ORL^O22. Throws an Error that names the problem. */
export function readAnswer(raw: string): Answer {
  const parsed = parseMessage(raw)
  if (parsed.kind === 'refused') throw new Error(parsed.reason)
  const msa = parsed.message.getSegment('MSA')
  if (!msa) throw new Error('MSA is missing: the answer is not an acknowledgement')
  const code = CODES.find((known) => known === textOf(msa, 1).toUpperCase())
  if (!code) throw new Error(`MSA-1 is not an acknowledgement code: ${textOf(msa, 1)}`)
  const err = parsed.message.getSegment('ERR')
  const text = textOf(msa, 3) || (err ? textOf(err, 8) || textOf(err, 3, 2) : '')
  return { code, controlId: textOf(msa, 2), text, raw }
}

function errorSegment(message: MessageHeader, text: string): Hl7Segment {
  const [condition, words] = CONDITIONS[isRefused(message) ? message.condition : 'application']
  const [name, field] = isRefused(message) ? message.location : ['']
  return segment('ERR', {
    ...(name && { 2: field ? [name, '1', String(field)] : [name, '1'] }),
    3: [condition, words, 'HL70357'],
    4: 'E',
    8: text,
  })
}
