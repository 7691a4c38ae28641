import { z } from 'zod'
import { formFile } from './form-file.ts'
import { routes } from './route.ts'

const code = z.string().min(1).max(20)
const params = z.object({ testCode: code, hospitalCode: code })

/** What is wrong with one row: `column` is its heading as the template spells it, '' for the row as a whole. */
const rowError = z.object({
  /** The JSON pointer into the order that the row stands for. */
  path: z.string(),
  rule: z.string(),
  message: z.string(),
  column: z.string(),
  severity: z.enum(['error', 'warning']),
})

export const manifestRow = z.object({
  /** As a spreadsheet counts: the heading is row 1. */
  row: z.number().int(),
  /** `standing`: an earlier upload made it. `ready`: nothing stands against it, and nothing was asked for. */
  outcome: z.enum(['ready', 'drafted', 'submitted', 'standing', 'refused']),
  orderId: z.number().int().nullable(),
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
    // The specification writes {code} twice.
    path: '/api/orders/test-code/{testCode}/hospital-code/{hospitalCode}/import',
    summary:
      'Orders from a CSV manifest: every row is checked, valid rows become orders as requested, none is created twice',
    access: { kind: 'institution', permissions: ['CreateOrder'], at: ['hospitalCode'] },
    params,
    /** Who enters them, in words, for the history; the caller's name where it is left out. */
    query: z.object({ enteredBy: z.string().trim().max(200).optional() }),
    body: z.strictObject({
      file: formFile,
      /** Somebody who is sent a copy of every report: a name, and an e-mail address or fax number, in one line. */
      referral1: z.string().trim().max(200).default(''),
      /** Each row names its test, and it must be the one of the address. */
      validateOrderTestCode: z.stringbool().default(false),
      /** What becomes of the right rows: nothing, a draft each, or submitted. */
      goAhead: z.enum(['no', 'draft', 'submit']).default('draft'),
      /** The version of the words that the submitter signs for each order (domain/orders/attestation.ts). */
      signedText: z.string().max(20).optional(),
    }),
    bodyType: 'multipart/form-data',
    reply: z.object({ rows: z.array(manifestRow) }),
    errors: ['file-too-large', 'file-not-allowed', 'not-offered'],
  },
})
