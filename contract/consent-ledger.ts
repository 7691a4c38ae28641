import { z } from 'zod'
import { ASSENTS, CONSENT_METHODS, CONSENT_SIGNERS } from '#domain/consent/record.ts'

const instant = z.iso.datetime()
const orBlank = <T extends readonly string[]>(values: T) => z.enum(['', ...values] as ['', ...T])

/** How a person's consent was given (domain/consent/record.ts). */
const consentRecord = z.object({
  patient: z.string(),
  signer: orBlank(CONSENT_SIGNERS),
  signerName: z.string(),
  relation: z.string(),
  evidence: z.string(),
  signsAlone: z.boolean(),
  signedOn: z.string(),
  method: orBlank(CONSENT_METHODS),
  witness: z.string(),
  language: z.string(),
  interpreter: z.string(),
  assent: orBlank(ASSENTS),
})

/** One person's consent of an order (domain/consent/ledger.ts). */
export const consentOfPerson = z.object({
  person: z.string(),
  name: z.string(),
  /** How it was given; null: the submitter attests it. */
  record: consentRecord.nullable(),
  /** The submitter's attestation; null for a draft, and if there is a record. */
  attested: z.object({ by: z.string(), on: z.string() }).nullable(),
  /** The user who confirmed the answers; null if it was not recorded. */
  confirmed: z.object({ by: z.string(), at: instant }).nullable(),
  /** The law of a state by which the specimen is destroyed; `destroyBy` is null until it is collected. */
  retention: z.object({ state: z.string(), days: z.number(), destroyBy: z.string().nullable() }).nullable(),
  items: z.array(
    z.object({
      id: z.string(),
      title: z.string(),
      /** As it was worded when asked; null: the text of that time is not known. */
      text: z.string().nullable(),
      version: z.string(),
      language: z.string(),
      list: z.string(),
      isTesting: z.boolean(),
      answer: z.boolean().nullable(),
      withdrawn: z.object({ on: z.string(), reason: z.string(), by: z.string(), at: instant }).nullable(),
    }),
  ),
  /** The ids of the consents that the user may withdraw now. */
  withdrawable: z.array(z.string()),
})
