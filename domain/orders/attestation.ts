/** The text that an order's submitter signs. A change of the words requires a new version. */
export const ATTESTATION = {
  version: '1',
  text: 'I have reviewed this order. The tests are medically necessary, everyone who is tested has consented as recorded here, and I am the ordering provider or authorized to submit for them.',
} as const

/** The part of a submission that signs the current text. */
export const SIGNED = { signedText: ATTESTATION.version }

/** A signature as stored with the order: text, signer and time. */
export interface Signature {
  version: string
  /** The text itself, because later versions may differ. */
  text: string
  by: string
  /** ISO instant. */
  at: string
}

/**
 * Why the signature in a submission is not valid: it is empty, or for another version of the text. Null if it
 * is for the current version, or left out, as by a system that submits for itself: its orders have no
 * signature.
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
