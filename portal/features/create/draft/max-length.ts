import { z } from 'zod'
import { schemaAt } from './optional-fields.ts'

/** How many characters the contract lets the text at `path` have. */
export function maxLengthAt(path: string): number | undefined {
  const schema = schemaAt(path)
  return schema instanceof z.ZodString ? (schema.maxLength ?? undefined) : undefined
}
