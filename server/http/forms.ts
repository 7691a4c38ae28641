import type { FastifyRequest } from 'fastify'
import { fail, ProblemError } from '#contract/errors.ts'
import type { FormFile, Route } from '#contract/route.ts'
import { MOST_FILE_BYTES } from '#domain/documents/upload-rules.ts'

const FORM = 'multipart/form-data'

/** What a form may have besides its files. */
const LIMITS = { fields: 20, fieldSize: 1024 * 1024, files: 1, fileSize: MOST_FILE_BYTES, parts: 30 }

/**
 * The body by the route's content type: of a form, its fields by name, and its file whole. A file above the limit is
 * refused while it comes in; a body of another type than the route's is not read.
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
    // The parser's own words for what is no form, or breaks off, come without a status.
    if (error instanceof ProblemError || error.statusCode !== undefined) throw error
    return fail('invalid-request')
  })
}

/** Each field once: of two with one name nobody could tell which is meant. */
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
