import { z } from 'zod'
import { MOST_LETTER } from '#domain/coverage/letter.ts'
import { BILLING_TYPES, DOCUMENT_TYPES, INSURANCE_KINDS } from '#domain/lookups.ts'
import { orderDocument } from './order-document.ts'
import { routes } from './route.ts'

const hospital = z.string().min(1).max(20)
const id = z.coerce.number().int().positive().max(Number.MAX_SAFE_INTEGER)
const cents = z.number().int()
/** YYYY-MM-DD. */
const day = z.string()
const instant = z.string()
const known = z.enum(['yes', 'no', 'unknown'])

export const payer = z.object({
  id: z.string(),
  name: z.string(),
  aliases: z.array(z.string()),
  kind: z.enum(INSURANCE_KINDS),
  /** Its eligibility can be requested electronically, with an immediate answer. */
  isElectronic: z.boolean(),
  memberIdPatterns: z.array(z.string()),
  memberIdHint: z.string(),
  phone: z.string(),
})
export type PayerEntry = z.infer<typeof payer>

/** An eligibility request about one person, and its outcome. */
export const eligibilityCheck = z.object({
  id: z.number().int(),
  hospitalCode: z.string(),
  orderId: z.number().int().nullable(),
  /** queued: being sent, or to be sent again. given-up: the clearinghouse will not accept the request. */
  state: z.enum(['queued', 'answered', 'given-up']),
  /** Specification §3, Eligibility response: Eligible, or other. */
  eligibilityStatus: z.enum(['Eligible', 'Not eligible', 'Unknown']),
  payerName: z.string(),
  memberId: z.string(),
  patientName: z.string(),
  /** The policy holder, if not the patient. */
  holderName: z.string(),
  planName: z.string(),
  groupNumber: z.string(),
  askedAt: instant,
  askedBy: z.string(),
  checkedAt: instant.nullable(),
  /** The last day on which the response is valid. */
  countsUntil: day.nullable(),
  /** The day of collection that it is about; null: it was not known, so the day on which it was asked. */
  serviceDay: day.nullable(),
  /** There is none about the day of collection of the document; this is the last response, about another day. */
  isOfOtherDay: z.boolean(),
  /** Answered, valid today, and about the right day. */
  isCurrent: z.boolean(),
  /** Why there is no response yet, and when the next attempt is. */
  trouble: z.object({ words: z.string(), tries: z.number().int(), nextTryAt: instant.nullable() }).nullable(),
  /** The payer's benefits in words: subject and content. */
  said: z.array(z.object({ about: z.string(), words: z.string(), network: z.string() })),
  /** Why the payer refused to answer, and what to do about it. */
  refusals: z.array(z.object({ words: z.string(), whatToDo: z.string() })),
  /** Parts of the response that could not be read; they are ignored. */
  problems: z.array(z.string()),
})
export type EligibilityCheck = z.infer<typeof eligibilityCheck>

const step = z.object({
  kind: z.enum([
    'deductible',
    'copay',
    'coinsurance',
    'cap',
    'paid',
    'balance',
    'not-covered',
    'total',
    'contradictory',
    'dearest-first',
  ]),
  test: z.string().nullable(),
  about: z
    .enum(['deductible', 'out-of-pocket', 'copay', 'coinsurance', 'coverage', 'authorization'])
    .nullable(),
  cents,
  ofCents: cents.nullable(),
  /** Ten-thousandths. */
  rate: z.number().int().nullable(),
  words: z.string(),
})

/**
 * What the patient will probably pay (domain/coverage/estimate.ts), with the names of specification §3 added.
 */
export const costEstimate = z.object({
  /** Cents; null if there is no single amount: then `result` has a range or the reason. */
  amountPayable: cents.nullable(),
  isOutOfNetwork: z.boolean(),
  authorizationRequired: known,
  result: z.discriminatedUnion('kind', [
    z.object({ kind: z.literal('amount'), cents }),
    z.object({ kind: z.literal('range'), low: cents, high: cents }),
    z.object({
      kind: z.literal('none'),
      because: z.enum([
        'no-tests',
        'rejected',
        'inactive',
        'coverage-unknown',
        'no-contract',
        'other-payer',
        'missing',
      ]),
      reason: z.string(),
    }),
  ]),
  steps: z.array(step),
  stepsOfLow: z.array(step),
  missing: z.array(
    z.object({
      name: z.string(),
      test: z.string().nullable(),
      isNeeded: z.boolean(),
      words: z.string(),
      howToLearn: z.string(),
    }),
  ),
  selfPay: z.object({
    cents: cents.nullable(),
    compared: z.enum(['cheaper', 'same', 'dearer', 'unknown']),
  }),
  changes: z.array(
    z.object({
      kind: z.enum([
        'in-network',
        'deductible-met',
        'deductible-partly-met',
        'maximum-reached',
        'authorization-refused',
        'no-surprises',
        'limited',
        'other-payer',
        'self-pay',
      ]),
      cents: cents.nullable(),
      words: z.string(),
    }),
  ),
})
export type CostEstimate = z.infer<typeof costEstimate>

const pricedTest = z.object({
  code: z.string(),
  name: z.string(),
  cptCodes: z.array(z.string()),
  listPriceCents: cents,
  selfPayCents: cents.nullable(),
  allowedCents: cents.nullable(),
  covered: known,
  authorizationRequired: known,
  /** What the payer's rule says in addition. */
  note: z.string(),
})

/** The most a household with a low income would pay. */
const assistance = z.object({
  name: z.string(),
  /** Households of 1, 2, 3 and 4 people qualify up to this yearly income. */
  incomeUpToCents: z.array(cents),
  /** null if there is neither an estimate nor a fixed maximum. */
  mostCents: cents.nullable(),
})

/** What is known about the price of a document's tests at this moment. No request is sent for it. */
export const priceView = z.object({
  billingType: z.enum(['', ...BILLING_TYPES] as ['', ...typeof BILLING_TYPES]),
  payer: payer.nullable(),
  /** What must be entered before the payer can be asked; empty if it can be asked now. */
  gaps: z.array(z.object({ path: z.string(), rule: z.string(), message: z.string() })),
  /** The newest about this person, payer and day of collection, no matter for which order. */
  check: eligibilityCheck.nullable(),
  tests: z.array(pricedTest),
  listPriceCents: cents,
  selfPayCents: cents.nullable(),
  /** Null if no insurance pays. */
  estimate: costEstimate.nullable(),
  assistance: z.array(assistance),
  /**
   * The last saved estimate of this order, if it came to a different result, with the differences in words.
   */
  changed: z.object({ since: instant, words: z.array(z.string()) }).nullable(),
})
export type PriceView = z.infer<typeof priceView>

/** An estimate as it was given on a certain day. Its content never changes. */
export const savedEstimate = z.object({
  id: z.number().int(),
  orderId: z.number().int().nullable(),
  madeAt: instant,
  madeBy: z.string(),
  countsUntil: day,
  patientName: z.string(),
  patientDateOfBirth: day,
  payerName: z.string(),
  memberId: z.string(),
  planName: z.string(),
  checkedAt: instant.nullable(),
  tests: z.array(pricedTest),
  listPriceCents: cents,
  selfPayCents: cents.nullable(),
  estimate: costEstimate.nullable(),
  assistance: z.array(assistance),
})
export type SavedEstimate = z.infer<typeof savedEstimate>

/** What a payer requires before it authorizes, and the letter that goes with it. */
export const authorizationPacket = z.object({
  orderId: z.number().int(),
  required: known,
  payerName: z.string(),
  /** The required documents: kind, description, and which documents of the order match. */
  wanted: z.array(
    z.object({
      what: z.string(),
      type: z.enum(DOCUMENT_TYPES).nullable(),
      /** The letter itself is there once it is signed. */
      isThere: z.boolean(),
      documents: z.array(z.object({ id: z.number().int(), filename: z.string() })),
    }),
  ),
  /** Files that were uploaded while the draft was for another patient, and are not sent; left out if there are none. */
  others: z.array(z.string()).exactOptional(),
  letter: z.object({
    /** Counts what was saved for the order, also for an earlier patient of the draft: 0 until something was. */
    version: z.number().int(),
    text: z.string(),
    editedBy: z.string(),
    /** Null for the draft made from the order's own data. */
    editedAt: instant.nullable(),
    signed: z.object({ signature: z.string(), npi: z.string(), at: instant }).nullable(),
    /** The order was changed after the letter was drafted or edited. */
    isOlderThanOrder: z.boolean(),
  }),
  /** The user may sign it. */
  canSign: z.boolean(),
  canEdit: z.boolean(),
})
export type AuthorizationPacket = z.infer<typeof authorizationPacket>

export const ESTIMATE_LANGUAGES = ['en', 'es'] as const

const CREATE = { kind: 'institution', permissions: ['CreateOrder'], at: ['hospital'] } as const
const VIEW = { kind: 'institution', permissions: ['ViewOrder'], at: ['hospital'] } as const
const about = z.strictObject({
  document: orderDocument,
  /** The draft it belongs to, if saved. */
  orderId: z.number().int().positive().nullable(),
})
const pdf = { binary: 'application/pdf' } as const

export const coverageRoutes = routes({
  payers: {
    method: 'GET',
    path: '/api/payers',
    summary: 'The payers the laboratory knows',
    access: { kind: 'member' },
    reply: z.array(payer),
    errors: [],
  },
  price: {
    method: 'POST',
    path: '/api/Coverage/{hospital}/price',
    summary:
      'What is known about the price of a draft’s tests; changes nothing and sends nothing to the payer',
    access: CREATE,
    params: z.object({ hospital }),
    body: about,
    reply: priceView,
    errors: [],
  },
  check: {
    method: 'POST',
    path: '/api/Coverage/{hospital}/check',
    summary:
      'Send the payer an eligibility request for a draft’s patient; a response that is still valid is reused',
    access: CREATE,
    params: z.object({ hospital }),
    body: about.extend({
      /** Ask even if there is a valid response. */
      again: z.boolean().default(false),
    }),
    reply: eligibilityCheck,
    perMinute: 60,
    errors: [],
  },
  checkById: {
    method: 'GET',
    path: '/api/Coverage/{hospital}/checks/{id}',
    summary: 'One eligibility request and its response',
    access: VIEW,
    params: z.object({ hospital, id }),
    reply: eligibilityCheck,
    errors: [],
  },
  keepEstimate: {
    method: 'POST',
    path: '/api/Coverage/{hospital}/estimates',
    summary: 'Save the current estimate as evidence',
    access: CREATE,
    params: z.object({ hospital }),
    body: about,
    reply: savedEstimate,
    status: 201,
    errors: [],
  },
  estimatePdf: {
    method: 'GET',
    path: '/api/Coverage/{hospital}/estimates/{id}/pdf',
    summary: 'A saved estimate for the patient, as PDF, in plain words',
    access: VIEW,
    params: z.object({ hospital, id }),
    query: z.object({ language: z.enum(ESTIMATE_LANGUAGES).default('en') }),
    reply: pdf,
    errors: [],
  },
  ofOrder: {
    method: 'GET',
    path: '/api/Orders/{hospital}/{id}/coverage',
    summary: 'What is known about the price of an order, and its saved estimates, newest first',
    access: VIEW,
    params: z.object({ hospital, id }),
    reply: z.object({ price: priceView, estimates: z.array(savedEstimate) }),
    errors: [],
  },
  authorization: {
    method: 'GET',
    path: '/api/Orders/{hospital}/{id}/authorization',
    summary:
      'What the payer requires before it authorizes an order’s tests, and the letter of medical necessity',
    access: VIEW,
    params: z.object({ hospital, id }),
    reply: authorizationPacket,
    errors: [],
  },
  saveLetter: {
    method: 'PUT',
    path: '/api/Orders/{hospital}/{id}/authorization/letter',
    summary: 'Change the letter of medical necessity; if it is signed, a new one is started',
    access: CREATE,
    params: z.object({ hospital, id }),
    body: z.strictObject({
      version: z.number().int().min(0),
      text: z.string().trim().min(1).max(MOST_LETTER),
    }),
    reply: authorizationPacket,
    errors: ['version-conflict', 'wrong-state'],
  },
  signLetter: {
    method: 'POST',
    path: '/api/Orders/{hospital}/{id}/authorization/sign',
    summary: 'Sign the current letter as the user',
    access: { kind: 'institution', permissions: ['SubmitOrder'], at: ['hospital'] },
    params: z.object({ hospital, id }),
    body: z.strictObject({
      version: z.number().int().min(0),
      /** The text that was read: this is what is signed. */
      text: z.string().trim().min(1).max(MOST_LETTER),
    }),
    reply: authorizationPacket,
    errors: ['version-conflict', 'wrong-state'],
  },
  packet: {
    method: 'GET',
    path: '/api/Orders/{hospital}/{id}/authorization/packet',
    summary:
      'The authorization packet as one PDF: cover sheet, letter, estimate and list of documents, with the documents attached',
    access: VIEW,
    params: z.object({ hospital, id }),
    reply: pdf,
    perMinute: 20,
    cost: 'export',
    errors: [],
  },
})
