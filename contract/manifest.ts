import { z } from 'zod'
import { ORDER_STATES } from '#domain/orders/status.ts'
import { formFile } from './form-file.ts'
import { routes } from './route.ts'

const code = z.string().min(1).max(20)
const params = z.object({ testCode: code, hospitalCode: code })

/** One problem with a row: `column` is its heading as the template spells it, '' for the row as a whole. */
const rowError = z.object({
  /** The JSON pointer into the row's order. */
  path: z.string(),
  rule: z.string(),
  message: z.string(),
  column: z.string(),
  severity: z.enum(['error', 'warning']),
})

export const manifestRow = z.object({
  /** As in a spreadsheet: the heading is row 1. */
  row: z.number().int(),
  /**
   * `standing`: an earlier upload made it, and nothing was done; a warning says what of the row it does not have. `ready`: nothing prevents it, and no further step was requested.
   */
  outcome: z.enum(['ready', 'drafted', 'submitted', 'standing', 'refused']),
  orderId: z.number().int().nullable(),
  /** Of a `standing` row: a draft is not at the laboratory. Earlier versions leave it out. */
  orderState: z.enum(ORDER_STATES).optional(),
  errors: z.array(rowError),
})
export type ManifestRow = z.infer<typeof manifestRow>

export const manifestRoutes = routes({
  template: {
    method: 'GET',
    path: '/api/orders/test-code/{testCode}/hospital-code/{hospitalCode}/template',
    summary: 'A test’s manifest template: a CSV file with the headings',
    access: { kind: 'institution', permissions: ['CreateOrder'], at: ['hospitalCode'] },
    params,
    reply: { file: true },
    errors: ['not-offered'],
  },
  import: {
    method: 'POST',
    // The specification has {code} twice.
    path: '/api/orders/test-code/{testCode}/hospital-code/{hospitalCode}/import',
    summary:
      'Orders from a CSV manifest: every row is checked, valid rows become orders as requested, none is created twice',
    access: { kind: 'institution', permissions: ['CreateOrder'], at: ['hospitalCode'] },
    params,
    /** The name of whoever enters them, for the history; the user's name by default. */
    query: z.object({ enteredBy: z.string().trim().max(200).optional() }),
    body: z.strictObject({
      file: formFile,
      /** A recipient of a copy of every report: a name, and an email address or fax number, in one line. */
      referral1: z.string().trim().max(200).default(''),
      /** Whether each row must name its test, which must be the one in the address. */
      validateOrderTestCode: z.stringbool().default(false),
      /** What to do with valid rows: nothing, make a draft of each, or submit. */
      goAhead: z.enum(['no', 'draft', 'submit']).default('draft'),
      /** The version of the text that the submitter signs for each order (domain/orders/attestation.ts). */
      signedText: z.string().max(20).optional(),
    }),
    bodyType: 'multipart/form-data',
    reply: z.object({ rows: z.array(manifestRow) }),
    errors: ['file-too-large', 'file-not-allowed', 'not-offered'],
  },
})
