import type { KeptBecause } from '#domain/retention/kept.ts'
import type { RetentionKind } from '#domain/retention/policies.ts'

// RetentionPage
export const retention = 'Retention'
export const laboratory = 'Laboratory'
export const hint =
  'How long data is kept, and what the daily runs erased. The operator sets this by import: see “Retention” in the documentation.'
export const kindHeading = 'Kind of data'
export const keptHeading = 'Kept'
export const onRequestHeading = 'On a person’s request'
export const roundHeading = 'Last run'
export const staysHeading = 'Kept beyond its time'
export const forEver = 'Forever'
export const forDays = (days: string) => `${days} days`
export const notErased = 'Not erased'
export const atOnce = 'Erased at once'
export const afterDays = (days: string) => `Erased after ${days} days`
export const noRound = 'None yet'
export const underWay = (erased: string) => `Running: ${erased} erased so far`
export const ended = (ago: string, erased: string) => `${ago}: ${erased} erased`
export const nothing = 'Nothing'
export const files = (count: string) => `${count} of erased orders wait a day before they are deleted.`

export const KIND_WORDS: Record<RetentionKind, string> = {
  family: 'Families',
  order: 'Orders with samples, reports and results',
  draft: 'Drafts',
  message: 'Messages of no order',
  'payer-check': 'Payers’ answers of no order',
  kit: 'Kits of no order',
  mail: 'Mails',
  invitation: 'Invitations',
}

export const KEPT_WORDS: Record<KeptBecause, string> = {
  'not-finished': 'not reported or cancelled',
  'too-new': 'something happened to it since',
  'follow-up': 'a follow-up is open',
  family: 'a family needs it',
  question: 'a question is open',
  message: 'a message waits',
  specimen: 'another test uses its specimen',
  order: 'an order was made from it',
  'other-people': 'it is about other people too',
}
