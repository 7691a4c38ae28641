import { z } from 'zod'
import { STATES } from '#domain/lookups.ts'

// The cell types of data files. Each message follows the cell's text: "'abc' is not a whole number".

export const text = z.string().min(1, 'is not allowed here')
export const code = z
  .string()
  .regex(/^[A-Za-z0-9][A-Za-z0-9._-]{0,19}$/, 'is not a code of 1 to 20 letters and digits')
export const wholeNumber = z
  .string()
  .regex(/^\d{1,6}$/, 'is not a whole number')
  .transform(Number)
export const yesNo = oneOf(['yes', 'no']).transform((answer) => answer === 'yes')
export const dollars = z
  .string()
  .regex(/^\d{1,7}(\.\d\d)?$/, 'is not a price such as 2450.00')
  .transform((price) => Math.round(Number(price) * 100))
export const gene = z.string().regex(/^[A-Z][A-Za-z0-9-]*$/, 'is not a gene symbol')
export const cptCode = z.string().regex(/^\d{4}[0-9A-Z]$/, 'is not a CPT code of five characters')

export function oneOf<const T extends readonly string[]>(values: T) {
  const named = values.filter(Boolean).join(', ')
  return z.enum(values, `is not one of ${named}${values.includes('') ? ' or empty' : ''}`)
}

/** Several values in one cell, separated by `|`. An empty cell is an empty list. */
export function list<T>(item: z.ZodType<T, string>) {
  return z
    .string()
    .transform((cell) => (cell === '' ? [] : cell.split('|')))
    .pipe(z.array(item))
}

/** A list without duplicates. */
export function set<T>(item: z.ZodType<T, string>) {
  return list(item).refine((items) => new Set(items).size === items.length, 'lists something twice')
}

export const state = z
  .string()
  .refine((state) => STATES.some((known) => known.code === state), 'is not a state code')

/** Either `item` or an empty cell. */
export function orEmpty<T>(item: z.ZodType<T, string>, rule: string) {
  return z.union([z.literal(''), item], rule)
}
