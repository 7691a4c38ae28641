import { z } from 'zod'
import { ERRORS, type ErrorCode, type Problem } from './errors.ts'

const ERROR_CODES = Object.keys(ERRORS) as [ErrorCode, ...ErrorCode[]]

const fieldError = z.object({ path: z.string(), rule: z.string(), message: z.string() })

/** RFC 9457 as a schema, for the server's OpenAPI description and for tests. */
export const problem = z.object({
  type: z.string(),
  title: z.string(),
  status: z.number().int(),
  code: z.enum(ERROR_CODES),
  detail: z.string().optional(),
  instance: z.string().optional(),
  errors: z.array(fieldError).optional(),
}) satisfies z.ZodType<Problem>
