import { z } from 'zod'
import { orderDocument } from '#contract/order-document.ts'

/** How many characters the contract lets the text at `path` have. */
export function maxLengthAt(path: string): number | undefined {
  let schema: unknown = orderDocument
  for (const key of path.split('/').slice(1)) {
    if (schema instanceof z.ZodNullable) schema = schema.unwrap()
    if (schema instanceof z.ZodObject) schema = schema.shape[key]
    else if (schema instanceof z.ZodArray) schema = schema.element
  }
  return schema instanceof z.ZodString ? (schema.maxLength ?? undefined) : undefined
}
