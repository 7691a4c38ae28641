import { z } from 'zod'
import { NO_FILE } from '#domain/documents/upload-rules.ts'
import type { FormFile } from './route.ts'

/** A file of a form, held in memory as a whole: none is larger than a document may be (§9, 20 MB). */
export const formFile = z.custom<FormFile>(
  (value) => typeof value === 'object' && value !== null && 'content' in value,
  { error: NO_FILE },
)
