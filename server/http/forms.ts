import type { FastifyRequest } from 'fastify'
import { fail, ProblemError } from '#contract/errors.ts'
import type { FormFile, Route } from '#contract/route.ts'
import { MOST_FILE_BYTES } from '#domain/documents/upload-rules.ts'

const FORM = 'multipart/form-data'

/** What a form may contain. */
const LIMITS = { fields: 20, fieldSize: 1024 * 1024, files: 1, fileSize: MOST_FILE_BYTES, parts: 30 }

/**
 * The body by the route's content type: a form's fields by name, with its file complete. A file above the
 * limit is refused while it is being received; a body of another type is not read.
 */
export async function bodyOf(route: Route, request: FastifyRequest): Promise<unknown> {
  const sent = request.headers['content-type']?.split(';')[0]?.trim().toLowerCase()
  const encoded = sent === 'application/x-www-form-urlencoded'
  if (route.bodyType !== FORM) {
    if (route.body && (encoded || request.isMultipart())) fail('unsupported-media-type')
    return request.body
  }
  if (encoded) return request.body
  if (!request.isMultipart()) fail('unsupported-media-type')
  return fieldsOf(request).catch((error: Error & { statusCode?: number }) => {
    // The parser's errors for malformed or truncated forms have no status.
    if (error instanceof ProblemError || error.statusCode !== undefined) throw error
    return fail('invalid-request')
  })
}

/** Each field once: with two of the same name it would be unclear which is meant. */
async function fieldsOf(request: FastifyRequest): Promise<Record<string, string | FormFile>> {
  const fields: Record<string, string | FormFile> = {}
  for await (const part of request.parts({ limits: LIMITS })) {
    if (part.fieldname === '__proto__' || Object.hasOwn(fields, part.fieldname)) fail('invalid-request')
    if (part.type === 'field') fields[part.fieldname] = String(part.value)
    else
      fields[part.fieldname] = {
        filename: part.filename ?? '',
        mediaType: part.mimetype,
        content: await part.toBuffer(),
      }
  }
  return fields
}
