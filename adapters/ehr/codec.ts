import { type Identity, newControlId } from '../hl7/acknowledgement.ts'
import { openMessage, segment, setComposed, textOf, writeSegments } from '../hl7/message.ts'
import { CONDITIONS } from '../hl7/refusal.ts'
import { writeTime } from '../hl7/times.ts'
import type { EhrCodec, EhrHeader, EhrMessage, OrderAnswer, RefusalCause } from './port.ts'
import { NotReadable, readOrders } from './read-orders.ts'
import { writeResult } from './write-result.ts'

const TAKEN = ['ORM^O01', 'OML^O21']

/** HL7 table 0357 for each cause of a refusal. */
const CONDITION: Record<RefusalCause, readonly [string, string]> = {
  unreadable: CONDITIONS.dataType,
  type: CONDITIONS.messageType,
  'processing-id': ['202', 'Unsupported processing id'],
  sender: CONDITIONS.table,
  application: CONDITIONS.application,
  'unknown-order': ['204', 'Unknown key identifier'],
}

/** Orders of hospitals in HL7 v2: ORM^O01 of 2.3 to 2.5.1, and OML^O21; results as ORU^R01. */
export function ehrCodec(identity: Identity): EhrCodec {
  return {
    read,
    answer: (message, orders) => answer(identity, message, orders),
    writeResult: (sent) => writeResult(identity, sent),
  }
}

const NO_HEADER: Omit<EhrHeader, 'controlId' | 'sender' | 'type'> = {
  ...{ version: '', processingId: '', sentAt: null },
  ...{ acceptAcknowledgement: '', applicationAcknowledgement: '' },
}

function read(raw: string): EhrMessage {
  const opened = openMessage(raw)
  if (opened.kind === 'refused') {
    const { kind, controlId, sender, type, code, reason } = opened
    return { ...NO_HEADER, kind, controlId, sender, type, code, reason, cause: 'unreadable' }
  }
  const { message, malformed } = opened
  const msh = message.header
  const header: EhrHeader = {
    ...opened.header,
    version: textOf(msh, 12),
    processingId: textOf(msh, 11).toUpperCase(),
    acceptAcknowledgement: textOf(msh, 15).toUpperCase(),
    applicationAcknowledgement: textOf(msh, 16).toUpperCase(),
  }
  const refused = (code: 'AE' | 'AR', reason: string, cause: RefusalCause): EhrMessage => ({
    ...header,
    ...{ kind: 'refused', code, reason, cause },
  })
  // A line that somebody's system broke is joined again: nothing of it is lost.
  if (malformed?.code === 'AR') return refused(malformed.code, malformed.reason, 'unreadable')
  if (/^(ACK|ORL|ORR)(\^|$)/.test(header.type)) return { ...header, kind: 'other' }
  if (!TAKEN.includes(header.type))
    return refused('AR', `${header.type} is not taken here: send ${TAKEN.join(' or ')}`, 'type')
  try {
    const read = readOrders(message)
    if (read.length === 0) return refused('AE', 'The message contains no order (ORC, OBR)', 'unreadable')
    const orders = read.map(({ order }) => order)
    return { ...header, kind: 'orders', orders, echoes: read.map(({ echo }) => echo) }
  } catch (error) {
    if (error instanceof NotReadable) return refused('AE', error.message, 'unreadable')
    throw error
  }
}

function answer(identity: Identity, message: EhrMessage, orders: readonly OrderAnswer[] | null): string {
  if (message.kind === 'other') return ''
  const { acceptAcknowledgement: accept, applicationAcknowledgement: application } = message
  const isEnhanced = accept !== '' || application !== ''
  const isRefused = message.kind === 'refused'
  if (isEnhanced && (accept === 'NE' || accept === (isRefused ? 'SU' : 'ER'))) return ''
  const code = isRefused ? message.code : 'AA'
  // The application's answer belongs to original mode: in enhanced mode it goes by a connection of our own.
  const isWhole = !isEnhanced && orders !== null && !isRefused
  const isOld = /^2\.[1-3]/.test(message.version)
  const trigger = message.type.split('^')[1]
  const type = isWhole
    ? isOld
      ? ['ORR', 'O02']
      : message.type === 'ORM^O01'
        ? ['ORR', 'O02', 'ORR_O02']
        : ['ORL', 'O22', 'ORL_O22']
    : trigger
      ? ['ACK', trigger, ...(isOld ? [] : ['ACK'])]
      : ['ACK']
  const msh = segment('MSH', {
    3: identity.sendingApplication,
    4: identity.sendingFacility,
    7: writeTime(new Date()),
    9: type,
    10: newControlId(),
    11: message.processingId || identity.processingId,
    12: message.version || '2.5.1',
    18: 'UNICODE UTF-8',
  })
  const [toApplication = '', toFacility = ''] = message.sender.split('|')
  msh.setField(5, toApplication)
  msh.setField(6, toFacility)
  const reason = isRefused ? message.reason : ''
  const msa = segment('MSA', { 1: isEnhanced ? `C${code.slice(1)}` : code, 2: message.controlId, 3: reason })
  const err = isRefused
    ? [segment('ERR', { 3: [...CONDITION[message.cause], 'HL70357'], 4: 'E', 8: message.reason })]
    : []
  const groups = isWhole ? orders.flatMap((order) => orderSegments(identity, order)) : []
  return writeSegments([msh, msa, ...err, ...groups])
}

function orderSegments(identity: Identity, { control, placer, orderId, words }: OrderAnswer) {
  const orc = segment('ORC', {
    1: control,
    2: [placer.number, placer.namespace, placer.universalId, placer.universalIdType],
    5: control === 'OK' ? 'HD' : control === 'CR' ? 'CA' : '',
  })
  if (orderId !== null) setComposed(orc, 3, [[String(orderId)], [identity.sendingApplication]])
  return [orc, ...words.map((text, index) => segment('NTE', { 1: String(index + 1), 3: text }))]
}
