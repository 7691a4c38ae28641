import { z } from 'zod'
import { parseRequiredDocument } from '#domain/coverage/required-documents.ts'
import { isIsoDate } from '#domain/dates/dates.ts'
import { INSURANCE_KINDS } from '#domain/lookups.ts'
import { code, cptCode, dollars, list, oneOf, orEmpty, set, text, yesNo } from '#server/csv/data-cells.ts'

// The rows of the files in data/coverage. Each `…Cells` has the columns that the file's header must have.

const day = z.string().refine(isIsoDate, 'is not a date such as 2026-01-31')
/** In hundredths of a percent. */
const percent = z
  .string()
  .regex(/^(\d{1,2}(\.\d{1,2})?|100(\.0{1,2})?)$/, 'is not a percentage such as 62.5')
  .transform((share) => Math.round(Number(share) * 100))
const known = oneOf(['yes', 'no', 'unknown'])
const noneOr = <T>(item: z.ZodType<T, string>, rule: string) =>
  orEmpty(item, rule).transform((value): T | null => (value === '' ? null : (value as T)))
const noneOrCents = noneOr(dollars, 'must be a price such as 2450.00, or empty')
const noneOrCode = noneOr(code, 'must be a code or empty')
const noneOrPercent = noneOr(percent, 'must be a percentage such as 62.5, or empty')

const period = {
  effectiveFrom: day,
  /** The last day; empty means no end. */
  effectiveUntil: noneOr(day, 'must be a date such as 2026-01-31, or empty'),
}
const endsAfterBeginning = {
  check: (row: { effectiveFrom: string; effectiveUntil: string | null }) =>
    row.effectiveUntil === null || row.effectiveUntil >= row.effectiveFrom,
  wrong: { path: ['effectiveUntil'], message: 'is before effectiveFrom' },
}
const oneNamed = (columns: readonly [string, string], message: string) => ({
  check: (row: Record<string, unknown>) => (row[columns[0]] === null) !== (row[columns[1]] === null),
  wrong: { path: [columns[0]], message },
})

const pattern = z.string().refine((source) => {
  try {
    return new RegExp(`^(?:${source})$`, 'u') !== null
  } catch {
    return false
  }
}, 'is not a regular expression')

export const payerCells = z.object({
  id: code,
  name: text,
  aliases: set(text),
  kind: oneOf(INSURANCE_KINDS),
  /** Empty means that it cannot be queried electronically. */
  clearinghouseId: noneOr(
    z.string().regex(/^[A-Za-z0-9]{2,80}$/, 'is not an identifier of 2 to 80 letters and digits'),
    'must be an identifier of 2 to 80 letters and digits, or empty',
  ),
  memberIdPatterns: list(pattern),
  memberIdHint: z.string(),
  phone: orEmpty(
    z.string().regex(/^\d{3}-\d{3}-\d{4}$/, 'is not a phone number such as 614-555-0101'),
    'must be a phone number such as 614-555-0101, or empty',
  ),
})

export const contractCells = z.object({
  payerId: code,
  ...period,
  inNetwork: yesNo,
  copayBeforeDeductible: yesNo,
  balanceBilling: yesNo,
  allowedShare: noneOrPercent,
})
export const contractRow = contractCells.refine(endsAfterBeginning.check, endsAfterBeginning.wrong)

export const contractPriceCells = z.object({
  payerId: code,
  ...period,
  testCode: noneOrCode,
  cptCode: noneOr(cptCode, 'must be a CPT code of five characters, or empty'),
  allowed: noneOrCents,
  share: noneOrPercent,
})
const eitherTestOrCpt = oneNamed(
  ['testCode', 'cptCode'],
  'is wrong here: a row names either a test or a CPT code',
)
const eitherPriceOrShare = oneNamed(
  ['allowed', 'share'],
  'is wrong here: a row has either a price or a share',
)
export const contractPriceRow = contractPriceCells
  .refine(endsAfterBeginning.check, endsAfterBeginning.wrong)
  .refine(eitherTestOrCpt.check, eitherTestOrCpt.wrong)
  .refine(eitherPriceOrShare.check, eitherPriceOrShare.wrong)
  .refine((row) => row.cptCode === null || row.share === null, {
    path: ['share'],
    message: 'is not allowed with a CPT code, which has no list price: enter the allowed price',
  })

export const ruleCells = z.object({
  payerId: code,
  ...period,
  testCode: noneOrCode,
  category: z.string().transform((cell) => cell || null),
  covered: known,
  authorizationRequired: known,
  documents: set(
    z
      .string()
      .refine(
        (cell) => parseRequiredDocument(cell) !== null,
        'must begin with a document type or with Letter',
      ),
  ),
  note: z.string(),
})
export const ruleRow = ruleCells
  .refine(endsAfterBeginning.check, endsAfterBeginning.wrong)
  .refine((row) => row.testCode === null || row.category === null, {
    path: ['testCode'],
    message: 'is wrong here: a row cannot name both a test and a category',
  })

export const priceCells = z.object({
  testCode: code,
  ...period,
  listPrice: dollars,
  /** Empty means that there is no self-pay price. */
  selfPayPrice: noneOrCents,
})
export const priceRow = priceCells.refine(endsAfterBeginning.check, endsAfterBeginning.wrong)

export const assistanceCells = z.object({
  name: text,
  ...period,
  incomeBase: dollars,
  incomePerPerson: dollars,
  discount: percent,
  most: noneOrCents,
})
export const assistanceRow = assistanceCells.refine(endsAfterBeginning.check, endsAfterBeginning.wrong)

/** Payers, contracts and prices as read from the laboratory's files. */
export interface Coverage {
  readonly payers: readonly z.output<typeof payerCells>[]
  readonly contracts: readonly z.output<typeof contractRow>[]
  readonly contractPrices: readonly z.output<typeof contractPriceRow>[]
  readonly rules: readonly z.output<typeof ruleRow>[]
  readonly prices: readonly z.output<typeof priceRow>[]
  readonly assistance: readonly z.output<typeof assistanceRow>[]
}

/** A place where a file names a test or category of the catalogue, so that an unknown one can be reported. */
export interface NamedPlace {
  readonly file: string
  readonly row: number
  readonly column: 'testCode' | 'category'
  readonly name: string
}
