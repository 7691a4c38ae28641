/** Why somebody other than the patient signs, or why a minor signs for themself. */
export const SIGNING_REASONS = ['Minor', 'No capacity', 'May sign'] as const
export type SigningReason = (typeof SIGNING_REASONS)[number]
/** What entitles a guardian to sign. */
export const AUTHORITIES = ['Parent', 'Legal guardian', 'Health care agent', 'Other'] as const
export type Authority = (typeof AUTHORITIES)[number]

/**
 * Who signs for a person who can't: a minor, or somebody without capacity. With the reason `May sign` the
 * minor signs (emancipated, married, pregnant, as the state allows), and only `authorityEvidence` is used.
 */
export interface Guardian {
  signingReason: SigningReason | ''
  firstName: string
  lastName: string
  authority: Authority | ''
  /** What shows it: a court order, a power of attorney; or why a minor may sign. */
  authorityEvidence: string
  guardianPhone: string
}

export const blankGuardian = (): Guardian => ({
  ...{ signingReason: '', firstName: '', lastName: '' },
  ...{ authority: '', authorityEvidence: '', guardianPhone: '' },
})

/** Whether a guardian is to sign: named, and not a minor who may sign. */
export function guardianSigns(guardian: Guardian | undefined): guardian is Guardian {
  return guardian !== undefined && guardian.signingReason !== 'May sign'
}
