import { z } from 'zod'
import { NO_FILE } from '#domain/documents/upload-rules.ts'
import type { FormFile } from './route.ts'

/** A file of a form, whole in memory: nothing larger than a document may be (§9, 20 MB) comes in. */
export const formFile = z.custom<FormFile>(
  (value) => typeof value === 'object' && value !== null && 'content' in value,
  { error: NO_FILE },
)
