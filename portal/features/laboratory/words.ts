import type { LaboratoryMessage } from '#contract/laboratory.ts'
import type { MessageList } from '#contract/lists.ts'
import { counted } from '#ui/counted.ts'

export const LIST_WORDS = {
  waiting: 'Waiting',
  refused: 'Rejected by the laboratory',
  'refused-here': 'Rejected',
  sent: 'Sent',
  'taken-in': 'Received',
} as const satisfies Record<MessageList, string>

const KINDS: Record<string, string> = {
  order: 'Order',
  cancellation: 'Cancellation',
  change: 'Addition to an order',
}

/** What a message is for: of one of ours in words, of the laboratory's its type. */
export function messageKind({ direction, kind }: Pick<LaboratoryMessage, 'direction' | 'kind'>): string {
  return direction === 'out' ? (KINDS[kind] ?? kind) : kind || 'Unreadable message'
}

/** How it is called where somebody decides about it. */
export function messageName(message: Pick<LaboratoryMessage, 'direction' | 'kind' | 'controlId'>): string {
  const { controlId } = message
  return controlId ? `${messageKind(message)} ${controlId}` : messageKind(message)
}

/** MSH-3 and MSH-4 as one reads them. */
export function senderWords({ sender }: Pick<LaboratoryMessage, 'sender'>): string {
  return sender.split('|').filter(Boolean).join(', ')
}

/** What became of it so far. */
export function outcomeWords(message: LaboratoryMessage): { first: string; second: string } {
  const { list, tries, lastError, reason, sentAgain, answerCode, direction } = message
  const again = sentAgain > 0 ? `Sent again ${counted(sentAgain, 'time')}` : ''
  if (list === 'waiting') {
    const tried = tries > 0 ? `${counted(tries, 'try', 'tries')}, no answer` : 'Not tried yet'
    return { first: lastError || tried, second: [lastError && tried, again].filter(Boolean).join('. ') }
  }
  if (reason) return { first: reason, second: again }
  const taken =
    direction === 'out' ? `Accepted with ${answerCode}` : `Answered with ${answerCode || 'nothing'}`
  if (message.answerWords) return { first: `${taken}: ${message.answerWords}`, second: again }
  return { first: taken, second: again }
}
