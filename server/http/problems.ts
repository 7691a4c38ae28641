import { type ServerResponse, STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'
import type { ConnectionError, FastifyError, FastifyReply, FastifyRequest } from 'fastify'
import { FilesAway } from '#adapters/files/port.ts'
import { ProviderAway } from '#adapters/identity/port.ts'
import { type ErrorCode, type Problem, ProblemError, problemOf } from '#contract/errors.ts'
import { table } from '#domain/table.ts'
import { isDatabaseAway } from '../database/connection/connect.ts'
import { NoShare } from '../database/connection/connection-shares.ts'
import { isGivenUp } from '../database/connection/work.ts'
import type { NoteRefusal } from './refusals.ts'

/** Fastify's own errors, as codes of the closed list. */
const FASTIFY_CODES = table<ErrorCode>({
  FST_ERR_CTP_INVALID_MEDIA_TYPE: 'unsupported-media-type',
  FST_ERR_CTP_BODY_TOO_LARGE: 'too-large',
  FST_REQ_FILE_TOO_LARGE: 'file-too-large',
})

/** When a client may retry after a 503 (RFC 9110, 10.2.3). */
export const RETRY_AFTER_SECONDS = 5

export function codeOf(error: FastifyError): ErrorCode {
  const known = FASTIFY_CODES[error.code]
  if (known) return known
  if (error.statusCode === 429) return 'too-many-requests'
  if (error instanceof NoShare) return error.because === 'own' ? 'too-many-requests' : 'unavailable'
  if (
    isGivenUp(error) ||
    isDatabaseAway(error) ||
    error instanceof FilesAway ||
    error instanceof ProviderAway
  )
    return 'unavailable'
  if (error.statusCode !== undefined && error.statusCode < 500) return 'invalid-request'
  return 'internal'
}

function answer(reply: FastifyReply, problem: Problem) {
  reply.problem = problem.code
  const later = problem.status === 503 || problem.status === 429
  if (later && !reply.hasHeader('retry-after')) reply.header('retry-after', RETRY_AFTER_SECONDS)
  return reply
    .code(problem.status)
    .header('content-type', 'application/problem+json')
    .serializer(JSON.stringify)
    .send(problem)
}

/** Replies to every error with a problem document; an unexpected one is logged and not described. */
export function mapErrors(noteRefusal: NoteRefusal) {
  return async (error: FastifyError | ProblemError, request: FastifyRequest, reply: FastifyReply) => {
    if (error instanceof ProblemError) {
      // A neighboring system did not answer: the operator must know.
      if (error.cause !== undefined) request.log.warn({ err: error.cause }, 'request failed')
      // The refusal stands, whether or not it can be recorded.
      await noteRefusal(request, error.problem).catch((cause: unknown) =>
        request.log.error({ err: cause }, 'a refusal could not be audited'),
      )
      return answer(reply, { ...error.problem, instance: request.id })
    }
    // The client is gone and nothing went wrong; proxies log this code in that case.
    if (isGivenUp(error) && reply.raw.destroyed) return reply.code(499).send()
    const code = codeOf(error)
    if (code === 'internal') request.log.error({ err: error }, 'request failed')
    if (code === 'unavailable') request.log.warn({ err: error }, 'request failed')
    return answer(reply, problemOf(code, { instance: request.id }))
  }
}

export function unknownRoute(request: FastifyRequest, reply: FastifyReply) {
  return answer(reply, problemOf('not-found', { instance: request.id }))
}

/** Node's own errors of a connection, as codes of the closed list. */
const CONNECTION_CODES = table<ErrorCode>({
  HPE_HEADER_OVERFLOW: 'too-large',
  ERR_HTTP_REQUEST_TIMEOUT: 'unavailable',
})
const SLOW = 'The request took too long to arrive, and nothing was done. Check the connection and try again.'

/**
 * Malformed HTTP has no request and no reply, and what arrives too slowly only half a request: the problem is written straight
 * to the connection, which is then closed. Not into a reply that has begun.
 */
export function unreadable(error: ConnectionError, socket: Socket) {
  if (error.code === 'ECONNRESET' || !socket.writable || hasBegunReply(socket)) return void socket.destroy()
  const code = CONNECTION_CODES[error.code] ?? 'invalid-request'
  const problem = problemOf(code, code === 'unavailable' ? { detail: SLOW } : {})
  const body = JSON.stringify(problem)
  socket.end(
    [
      `HTTP/1.1 ${problem.status} ${STATUS_CODES[problem.status]}`,
      'content-type: application/problem+json',
      `content-length: ${Buffer.byteLength(body)}`,
      ...(problem.status === 503 ? [`retry-after: ${RETRY_AFTER_SECONDS}`] : []),
      'connection: close',
      '',
      body,
    ].join('\r\n'),
  )
}

/** Node keeps the reply that is being written at its connection (`socketOnError` of node:http looks there, too). */
function hasBegunReply(socket: Socket & { _httpMessage?: ServerResponse | null }): boolean {
  return socket._httpMessage?.headersSent ?? false
}
