import { table } from '../table.ts'
import type { EligibilityResponse } from './benefits.ts'

/** A payer's refusal, and what a clinic can do about it. */
export interface Refusal {
  readonly words: string
  readonly whatToDo: string
}

const COMPARE_CARD = 'Compare the member ID with the card, correct it, and check again.'
const COMPARE_NAME = 'Enter the name exactly as on the card, and check again.'
const COMPARE_BIRTH = 'Correct the date of birth, or ask the payer to correct its record, and check again.'
const COMPARE_HOLDER =
  'Compare the policy holder, the relationship and the patient’s name with the card, correct them, and check again.'
const COMPARE_DAY =
  'Compare the date of collection. Some payers do not answer about a day to come: check again when it is nearer.'
const ASK_PAYER = 'Call the payer.'
const LATER = 'Nothing to do: the payer will be asked again automatically.'
const LABORATORY =
  'Nothing to change in this order: the laboratory must first be set up with this payer. Until then, call the payer.'
const OTHER_PAYER = 'Choose the payer named on the card, and check again.'

/** By AAA03; the last are ours, of an answer that may be about another person. */
const WHAT_TO_DO = table<string>({
  ...{ '42': LATER, '80': LATER, '04': LATER },
  ...{ '35': ASK_PAYER, '41': LABORATORY, '43': LABORATORY, '44': LABORATORY, '45': LABORATORY },
  ...{ '46': LABORATORY, '47': LABORATORY, '48': LABORATORY, '50': LABORATORY, '51': LABORATORY },
  ...{ '52': LABORATORY, '53': LABORATORY, '97': LABORATORY },
  ...{ '56': COMPARE_DAY, '57': COMPARE_DAY, '62': COMPARE_DAY, '63': COMPARE_DAY },
  ...{ '58': COMPARE_BIRTH, '60': COMPARE_BIRTH, '71': COMPARE_BIRTH },
  ...{ '64': COMPARE_CARD, '68': COMPARE_CARD, '72': COMPARE_CARD, '75': COMPARE_CARD, '76': COMPARE_CARD },
  ...{ '65': COMPARE_NAME, '73': COMPARE_NAME },
  ...{ '67': COMPARE_HOLDER, '77': COMPARE_HOLDER },
  '78': 'Compare the group number with the card, correct it or leave it out, and check again.',
  ...{ '79': OTHER_PAYER, T4: OTHER_PAYER },
  '61': 'Call the payer: it has a date of death on file for this person.',
  ...{ 'other-name': COMPARE_NAME, 'other-birth': COMPARE_BIRTH },
})

/** Codes for: no such person is insured here. */
const NOT_FOUND = ['64', '67', '72', '75', '77', '78']

/** Codes for: the payer cannot answer now. */
const ASK_AGAIN = ['42', '80', '04']

/** Why the payer gave no benefits, in its words, each with what to do about it. Empty if it did. */
export function refusalsInWords({ rejections }: EligibilityResponse): Refusal[] {
  const refusals = rejections.map(({ code, words }) => ({
    words: words || (code ? `The payer gave reason code ${code}` : 'The payer gave no reason'),
    whatToDo: Object.hasOwn(WHAT_TO_DO, code) ? (WHAT_TO_DO[code] ?? ASK_PAYER) : ASK_PAYER,
  }))
  return refusals.filter(
    ({ words }, index) => refusals.findIndex((refusal) => refusal.words === words) === index,
  )
}

/** Whether the payer could not answer now: the request is sent again, and this is not a response. */
export function isToAskAgain({ rejections }: EligibilityResponse): boolean {
  return rejections.some(({ code }) => ASK_AGAIN.includes(code))
}

/** Whether the payer does not insure such a person. */
export function isNotFound({ rejections }: EligibilityResponse): boolean {
  return rejections.some(({ code }) => NOT_FOUND.includes(code))
}
