import type { FastifyError, FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify'
import type { FhirResource } from 'fhir/r4.js'
import { type ErrorCode, fail, ProblemError } from '#contract/errors.ts'
import type { Connection } from '#server/database/connection/connect.ts'
import { isGivenUp } from '#server/database/connection/work.ts'
import { audit, type Scope, withScope } from '#server/database/scope.ts'
import {
  isOfInstitution,
  lockOrder,
  noteOpening,
  type OrderDeps,
  reportContent,
} from '#server/features/orders/public.ts'
import { COST_LIMITS } from '#server/http/costs.ts'
import { codeOf, RETRY_AFTER_SECONDS } from '#server/http/problems.ts'
import type { NoteRefusal } from '#server/http/refusals.ts'
import { requestWork } from '#server/http/request-work.ts'
import { type AdmissionDeps, admitLaboratory, admitReader } from './admission.ts'
import { capabilityStatement, type IdentityEndpoints, smartConfiguration } from './capability.ts'
import { type Criteria, criteriaOf, SEARCHABLE_TYPES } from './criteria.ts'
import { FhirRefusal, outcome, outcomeOf, outcomeOfCode } from './refusal.ts'
import { read, type SearchDeps, search } from './search.ts'
import { isOfSubject, reportFile } from './store.ts'

export interface FhirDeps extends AdmissionDeps, SearchDeps, Pick<OrderDeps, 'files'> {
  connection: Connection
  noteRefusal: NoteRefusal
  version: string
  laboratoryName: string
  endpoints(): Promise<IdentityEndpoints>
  /** The laboratory's inbox: takes a raw Bundle and returns the answer. */
  receive(raw: string): Promise<string | null>
}

/** For Bundles with reports in Base64. A laboratory's MLLP message is at most 16 MiB. */
const LARGEST = 24 * 1024 * 1024
const JSON_TYPES = ['application/fhir+json', 'application/json']

function send(reply: FastifyReply, status: number, body: unknown) {
  if (status === 503) reply.header('retry-after', RETRY_AFTER_SECONDS)
  return reply
    .code(status)
    .header('content-type', 'application/fhir+json; charset=utf-8')
    .header('cache-control', 'no-store')
    .serializer(JSON.stringify)
    .send(body)
}

/**
 * The FHIR R4 endpoints (docs/interfaces.md): the laboratory's updates come in, and EHRs read orders. They
 * have FHIR's own shape and are not part of the contract. Every error is an OperationOutcome.
 */
export function fhirPlugin(deps: FhirDeps): FastifyPluginAsync {
  const { base, connection, noteRefusal } = deps
  const criteriaFor = (request: FastifyRequest, more: Partial<Criteria> = {}): Criteria => {
    const type = typeOf(request)
    return { ...criteriaOf(type, more.id ? {} : (request.query as Record<string, string>), base), ...more }
  }
  const { withinMs, statementMs } = COST_LIMITS.search
  /**
   * Runs `work` for a client that may read the type, within the time and database share that any search has.
   */
  async function bounded<T>(
    request: FastifyRequest,
    reply: FastifyReply,
    [type, interaction]: [type: string, interaction: 'r' | 's'],
    answer: (scope: Scope) => Promise<T>,
  ): Promise<T> {
    const work = requestWork(request, reply, statementMs)
    return work.run(async () => {
      const authority = await admitReader(request, type, interaction, deps)
      work.countFor({ claims: request.auth.claims, authority })
      return withScope(connection, authority, answer)
    }, withinMs)
  }
  return async (app) => {
    app.removeAllContentTypeParsers()
    app.addContentTypeParser(JSON_TYPES, { parseAs: 'string', bodyLimit: LARGEST }, (_request, body, done) =>
      done(null, body),
    )
    app.setErrorHandler<FastifyError | ProblemError | FhirRefusal>(async (error, request, reply) => {
      if (error instanceof FhirRefusal) {
        if (error.status === 403) await noteRefusal(request, problemLike('forbidden', error.message))
        return send(reply, error.status, outcome(error.code, error.message))
      }
      if (error instanceof ProblemError) {
        await noteRefusal(request, error.problem)
        if (error.problem.status === 401) reply.header('www-authenticate', 'Bearer realm="fhir"')
        return send(reply, error.problem.status, outcomeOf(error.problem))
      }
      if (isGivenUp(error) && reply.raw.destroyed) return reply.code(499).send()
      const code = codeOf(error)
      if (code === 'internal') request.log.error({ err: error }, 'request failed')
      const { status, body } = outcomeOfCode(code)
      return send(reply, status, body)
    })
    const hidden = { schema: { hide: true }, exposeHeadRoute: false }

    app.get('/metadata', hidden, async (_request, reply) =>
      send(reply, 200, capabilityStatement(deps, await deps.endpoints())),
    )
    app.get('/.well-known/smart-configuration', hidden, async (_request, reply) =>
      reply.send(smartConfiguration(await deps.endpoints())),
    )

    // Refuses unauthorized senders before reading 24 megabytes.
    const admitted = {
      ...hidden,
      preParsing: async (request: FastifyRequest) => void (await admitLaboratory(request, deps)),
    }
    app.post('/', admitted, async (request, reply) => {
      const raw = typeof request.body === 'string' ? request.body : ''
      if (!/^\s*\{/.test(raw)) throw new FhirRefusal(400, 'structure', 'Send a Bundle in JSON')
      const answered = await deps.receive(raw)
      const answer: FhirResource = answered ? JSON.parse(answered) : outcome('informational', 'Nothing to do')
      return send(reply, answered ? deps.writer.statusOf(answer) : 200, answer)
    })

    app.get('/Binary/:id', hidden, async (request, reply) => {
      const { id } = request.params as { id: string }
      const [, order, report, part] = /^(\d{1,15})-(\d{1,15})(?:-(\d{1,3}))?$/.exec(id) ?? []
      const { content, contentType } = await bounded(request, reply, ['Binary', 'r'], async (scope) => {
        const file = () => reportFile(scope, Number(order), Number(report))
        const listed = order && report ? await file() : undefined
        if (!listed) return fail('not-found')
        // Locked, so that a report being withdrawn is not returned, and that whoever opened it earlier is
        // notified.
        const held = await lockOrder(scope, { hospital: listed.institution_code, id: Number(order) })
        const found = (await file()) ?? fail('not-found')
        if (!isOfSubject(held, found)) fail('not-found')
        if (found.state === 'withdrawn') fail('report-withdrawn')
        if (found.is_questioned) fail('report-questioned')
        // It would be read without the mark that the portal adds.
        if (found.state === 'superseded') throw new FhirRefusal(410, 'deleted', SUPERSEDED)
        const document = part ? found.parts[Number(part) - 1] : undefined
        const fileKey = document?.kind === 'document' ? document.fileKey : part ? null : found.file_key
        if (fileKey === null) return fail('not-found')
        // A system learns of changes from its next search; a user who reads here is notified as in the
        // portal.
        if (isOfInstitution(scope, found.institution_code)) await noteOpening(scope, found)
        const about = { kind: 'order', id: Number(order), institution: found.institution_code }
        await audit(scope, 'report.read', about, { version: found.version, by: 'fhir' })
        const mediaType = document?.kind === 'document' ? document.mediaType : 'application/pdf'
        const content = await reportContent(deps, scope, held, found, fileKey)
        return { content, contentType: mediaType }
      })
      const data = Buffer.from(content)
      if (/json/.test(request.headers.accept ?? '')) {
        const binary = {
          resourceType: 'Binary',
          id,
          contentType,
          data: data.toString('base64'),
        }
        return send(reply, 200, binary)
      }
      return reply.header('cache-control', 'private, no-store').type(contentType).send(data)
    })

    app.get('/:type/:id', hidden, async (request, reply) => {
      const { id } = request.params as { id: string }
      const found = await bounded(request, reply, [typeOf(request), 'r'], (scope) =>
        read(scope, criteriaFor(request, { id, count: 1 }), deps),
      )
      return send(reply, 200, found ?? fail('not-found'))
    })

    app.get('/:type', hidden, async (request, reply) => {
      const type = typeOf(request)
      const selfUrl = new URL(`${base}/${type}`)
      for (const [name, value] of Object.entries(request.query as Record<string, string | string[]>))
        for (const one of [value].flat()) selfUrl.searchParams.append(name, one)
      const found = await bounded(request, reply, [type, 's'], (scope) =>
        search(scope, criteriaFor(request), selfUrl, deps),
      )
      return send(reply, 200, found)
    })

    app.all('/*', hidden, (_request, reply) =>
      send(reply, 404, outcome('not-supported', `This address does not exist: see ${base}/metadata`)),
    )
  }
}

const SUPERSEDED =
  'A newer version has replaced this report: read the current DiagnosticReport. Earlier versions can be read in the portal.'

function typeOf(request: FastifyRequest) {
  const { type } = request.params as { type: string }
  const found = SEARCHABLE_TYPES.find((one) => one === type)
  if (found) return found
  throw new FhirRefusal(404, 'not-supported', `${type.slice(0, 60)} is not supported`)
}

function problemLike(code: ErrorCode, detail: string) {
  const { problem } = new ProblemError({ type: 'about:blank', title: detail, status: 403, code, detail })
  return problem
}
