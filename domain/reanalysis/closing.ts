/** Why a person closes the question whether a result is analyzed again. */
export const CLOSING_REASONS = ['ordered', 'diagnosis', 'not-wanted', 'other'] as const
export type ClosingReason = (typeof CLOSING_REASONS)[number]

/** As a user chooses it, and as the statement begins. */
export const CLOSING_WORDS = {
  ordered: 'Reanalysis ordered',
  diagnosis: 'Diagnosis found otherwise',
  'not-wanted': 'The patient or family does not want it',
  other: 'Another reason',
} as const satisfies Record<ClosingReason, string>

/** Whether the reason alone says enough. */
export function needsWords(reason: ClosingReason): boolean {
  return reason === 'diagnosis' || reason === 'other'
}

/** 'Diagnosis found otherwise: Dravet syndrome by another laboratory'. */
export function closingStatement(reason: ClosingReason, words: string): string {
  const more = words.trim()
  if (reason === 'other') return more
  return more === '' ? CLOSING_WORDS[reason] : `${CLOSING_WORDS[reason]}: ${more}`
}

/** The longest time for which a result may be put off, in months. */
export const MOST_MONTHS_LATER = 36
