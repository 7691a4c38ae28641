import { randomUUID } from 'node:crypto'
import type { FastifyError, FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify'
import { AdviceRefused, type AdviceRequests } from '#adapters/ehr/port.ts'
import { ERRORS, ProblemError, problemOf } from '#contract/errors.ts'
import { ADVICE_SERVICES, type AdviceService } from '#domain/ehr/advice-settings.ts'
import { networkOf } from '#domain/network/network-of.ts'
import type { Connection } from '#server/database/connection/connect.ts'
import { audit, withScope } from '#server/database/scope.ts'
import { codeOf } from '#server/http/problems.ts'
import type { NoteRefusal } from '#server/http/refusals.ts'
import { requestWork } from '#server/http/request-work.ts'
import { authorityOf } from '../store.ts'
import { type AnswerDeps, answer } from './answer.ts'
import { readFeedback } from './feedback.ts'
import * as store from './store.ts'

export interface AdviceDeps extends AnswerDeps {
  /** Sees every institution: whose request it is is not known yet. */
  worker: Connection
  requests: AdviceRequests
  noteRefusal: NoteRefusal
  /** A clinician waits: what is not found by then is not told. */
  withinMs: number
}

/** A chart's patient and fifty orders; a hospital sends nothing else that is read. */
const LARGEST = 512 * 1024
/** A large hospital opens a hundred charts in a second. */
const MOST_A_MINUTE = 6_000

/**
 * Of one network, whoever it is: each is written down twice, and nobody has to be anybody for that. A hospital whose clock
 * is wrong has seen enough of them.
 */
const MOST_REFUSED_A_MINUTE = 60

const NOT_DESCRIBED = { schema: { hide: true }, exposeHeadRoute: false } as const

interface Asked {
  Params: { interface: string; service: string }
}

/** The address of a hospital's services, as its record system has it. */
export const adviceAddress = (origin: string, code: string) => `${origin}/cds/${code}/cds-services`

/**
 * CDS Hooks 2.0 below /cds: each interface has services of its own, so that a token for one hospital is worth nothing at
 * another's. They have the guide's shape and are not part of the contract. Every error is `{ "error": … }`.
 */
export function advicePlugin(deps: AdviceDeps): FastifyPluginAsync {
  const { worker, requests, noteRefusal, withinMs } = deps
  const limited = { ...NOT_DESCRIBED, config: { rateLimit: { max: MOST_A_MINUTE, timeWindow: '1 minute' } } }

  async function clientOf(code: string) {
    const client = await store.clientOf(worker.db, code)
    if (!client) throw new AdviceRefused(404, 'there is no such service')
    return client
  }

  function serviceOf(id: string): AdviceService {
    const found = ADVICE_SERVICES.find((one) => one.id === id)
    if (!found) throw new AdviceRefused(404, 'there is no such service')
    return found.id
  }

  return async (app) => {
    // Not there: a portal without limits.
    const countRefused = app.hasDecorator('createRateLimit')
      ? app.createRateLimit({
          ...{ max: MOST_REFUSED_A_MINUTE, timeWindow: '1 minute' },
          keyGenerator: ({ ip }) => `refused advice ${networkOf(ip)}`,
        })
      : null

    /** Whether the hospital's record system has signed for what it calls, and for the first time. */
    async function verify(request: FastifyRequest, client: store.AdviceClient, addresses: readonly string[]) {
      const [scheme = '', token = ''] = (request.headers.authorization ?? '').split(' ')
      if (scheme.toLowerCase() !== 'bearer') throw new AdviceRefused(401, 'missing')
      const verified = await requests.verify(client.settings, token, addresses)
      if (!(await store.useToken(worker.db, client, verified))) throw new AdviceRefused(401, 'used')
    }

    async function admit(request: FastifyRequest, client: store.AdviceClient, addresses: readonly string[]) {
      try {
        await verify(request, client, addresses)
      } catch (error) {
        const counted =
          error instanceof AdviceRefused && countRefused !== null ? await countRefused(request) : null
        if (counted && !counted.isAllowed && counted.isExceeded) throw tooManyRefused()
        throw error
      }
    }

    app.removeAllContentTypeParsers()
    app.addContentTypeParser(
      'application/json',
      { parseAs: 'string', bodyLimit: LARGEST },
      (_request, body, done) => done(null, body),
    )
    app.setErrorHandler<FastifyError | AdviceRefused>(async (error, request, reply) => {
      if (error instanceof AdviceRefused) {
        const { status, message } = error
        if (status === 401) {
          reply.header('www-authenticate', 'Bearer realm="cds-hooks"')
          await noteRefusal(request, problemOf('not-signed-in', { detail: message }))
        }
        if (status === 429) reply.header('retry-after', 60)
        return sendError(reply, status, status === 401 ? `token: ${message}` : message)
      }
      const code = codeOf(error)
      if (code === 'internal') request.log.error({ err: error }, 'request failed')
      const [status, text] = ERRORS[code]
      return sendError(reply, status, text)
    })

    app.get<Pick<Asked, 'Params'>>('/:interface/cds-services', limited, async (request, reply) => {
      await clientOf(request.params.interface)
      return reply.send({
        services: ADVICE_SERVICES.map(({ id, hook, title, description }) => ({
          ...{ hook, title, description, id, prefetch: { patient: 'Patient/{{context.patientId}}' } },
          usageRequirements: 'Without the patient’s record number in the agreed system there are no cards.',
        })),
      })
    })

    app.post<Asked>('/:interface/cds-services/:service', limited, async (request, reply) => {
      const remaining = Math.max(1, withinMs - reply.elapsedTime)
      const work = requestWork(request, reply, withinMs)
      const call = { id: randomUUID(), service: '' }
      let client: store.AdviceClient | undefined
      try {
        const cards = await work.run(async () => {
          client = await clientOf(request.params.interface)
          work.countFor({ claims: null, authority: null }, client.institution)
          const service = serviceOf(request.params.service)
          call.service = service
          const address = adviceAddress(deps.publicOrigin, client.code)
          await admit(request, client, [`${address}/${service}`])
          const asked = await requests.read(client.settings, service, bodyOf(request))
          return answer(deps, {
            ...{ client, service, request: asked, id: call.id, requestId: request.id },
            elapsed: () => reply.elapsedTime,
          })
        }, remaining)
        return await reply.send({ cards })
      } catch (error) {
        if (isTooManyRefused(error)) throw error
        const isRefused = error instanceof AdviceRefused
        // Late, or the database is busy or away: the hospital goes on without advice.
        const isLate = !isRefused && isTooBusy(error as FastifyError)
        if (!isRefused && !isLate) throw error
        const [outcome, reason] = isRefused ? (['refused', error.message] as const) : (['late', ''] as const)
        const tookMs = reply.elapsedTime
        if (isLate) await reply.send({ cards: [] })
        if (client && call.service !== '')
          await store
            .keepUnanswered(worker.db, client, { ...call, outcome, reason, tookMs })
            .catch((failed: unknown) => request.log.error({ err: failed }, 'a call for advice is not noted'))
        if (isLate) return reply
        throw error
      }
    })

    app.post<Asked>('/:interface/cds-services/:service/feedback', limited, async (request, reply) => {
      const client = await clientOf(request.params.interface)
      const service = serviceOf(request.params.service)
      const address = `${adviceAddress(deps.publicOrigin, client.code)}/${service}`
      await admit(request, client, [address, `${address}/feedback`])
      const told = readFeedback(bodyOf(request))
      await withScope(deps.connection, authorityOf(client, request.id), async (scope) => {
        const known: string[] = []
        for (const one of told)
          if (await store.keepFeedback(scope, client, service, one)) known.push(one.card)
        const entity = { kind: 'ehr_interface', id: client.code, institution: client.institution }
        await audit(scope, 'ehr.advice-feedback', entity, { service, cards: known, told: told.length })
      })
      return reply.send({})
    })

    app.all('/*', NOT_DESCRIBED, (_request, reply) => sendError(reply, 404, 'there is no such service'))
  }
}

const tooManyRefused = () =>
  new AdviceRefused(429, `more than ${MOST_REFUSED_A_MINUTE} requests a minute were refused`)
const isTooManyRefused = (error: unknown) => error instanceof AdviceRefused && error.status === 429

/** There was no time, or the database had none for this hospital. */
function isTooBusy(error: FastifyError | ProblemError): boolean {
  const code = error instanceof ProblemError ? error.problem.code : codeOf(error)
  return code === 'unavailable' || code === 'too-many-requests'
}

const bodyOf = ({ body }: FastifyRequest) => (typeof body === 'string' ? body : '')

const sendError = (reply: FastifyReply, status: number, error: string) => reply.code(status).send({ error })
