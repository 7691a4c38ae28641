/** What the submitter of an order signs. Whoever changes the words gives them a new version. */
export const ATTESTATION = {
  version: '1',
  text: 'I have reviewed this order. The tests are medically necessary, everyone who is tested has consented as recorded here, and I am the ordering provider or authorized to submit for them.',
} as const

/** What a submission says of today's words. */
export const SIGNED = { signedText: ATTESTATION.version }

/** A signature as it is kept with the order: which words, whose, and when. */
export interface Signature {
  version: string
  /** The words themselves, for whoever reads it once they are others. */
  text: string
  by: string
  /** ISO instant. */
  at: string
}

/**
 * Why what a submission says of the signature cannot be: empty, or other words than today's. Null where it says today's, or
 * nothing, as a system does that submits for itself: its orders have no signature.
 */
export function signatureRefusal(signedText: string | undefined): { rule: string; message: string } | null {
  if (signedText === undefined || signedText === ATTESTATION.version) return null
  if (signedText === '')
    return {
      rule: 'required',
      message: 'The order is not signed: review the summary, then sign it',
    }
  return {
    rule: 'outdated',
    message: `The text to sign has changed to version ${ATTESTATION.version}: review the summary again, then sign it`,
  }
}
