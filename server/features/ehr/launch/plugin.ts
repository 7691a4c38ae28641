import { randomBytes, randomUUID } from 'node:crypto'
import type { FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify'
import type { Launches } from '#adapters/ehr/port.ts'
import {
  type LaunchArrival,
  type LaunchDeparture,
  type LaunchRefusal,
  LaunchRefused,
} from '#adapters/ehr/port.ts'
import { LAUNCH_MINUTES } from '#domain/ehr/launch.ts'
import type { Connection } from '#server/database/connection/connect.ts'
import { type KnownLaunchClient, launchAddresses, launchClients } from './clients.ts'
import { inFramePage, type NoLaunch, noLaunchPage } from './pages.ts'
import { sealing } from './sealed.ts'
import { keepLaunch } from './store.ts'

export interface LaunchDeps {
  /** Sees every institution: nobody is signed in yet. */
  worker: Connection
  launches: Launches
  secret: string
  publicOrigin: string
  laboratoryName: string
}

/** What the browser keeps, sealed, while its user is at the hospital. */
interface Away extends LaunchDeparture {
  client: string
  /** In milliseconds since 1970. */
  expires: number
}

const STATUS = {
  unknown: 404,
  expired: 400,
  declined: 403,
  'invalid-answer': 400,
  'no-patient': 400,
  away: 503,
} as const

/** Pages for browsers and hospitals: not part of the API. */
const NOT_DESCRIBED = { schema: { hide: true } }

/** Each answer asks a hospital for a token in the portal's name: nobody may ask it a thousand times a minute. */
const ANSWERS = { ...NOT_DESCRIBED, config: { rateLimit: { max: 60, timeWindow: '1 minute' } } }

/** The longest `launch` that is passed on. */
const LONGEST = 2_000

/** Sec-Fetch-Dest of a page inside another one. */
const FRAMES = ['iframe', 'frame', 'embed', 'object', 'fencedframe']

/** Below /launch: the launch address of each hospital, the way back, and the keys with which the portal signs. */
export function launchPlugin(deps: LaunchDeps): FastifyPluginAsync {
  const { worker, launches, publicOrigin, laboratoryName } = deps
  const clients = launchClients(worker.db, deps.secret)
  const { seal, unseal } = sealing(deps.secret, 'launch departures')
  const secure = publicOrigin.startsWith('https:')
  const prefix = secure ? '__Host-' : ''

  /** One cookie for each departure, so that two charts do not disturb each other. */
  const awayName = (state: string) => `${prefix}karyo_launch_${state.slice(0, 16)}`
  const cookie = (name: string, value: string, seconds: number, scripts: 'HttpOnly' | 'readable') =>
    [
      ...[`${name}=${value}`, 'Path=/', 'SameSite=Lax', `Max-Age=${seconds}`],
      ...(scripts === 'HttpOnly' ? ['HttpOnly'] : []),
      ...(secure ? ['Secure'] : []),
    ].join('; ')

  const refuse = async (
    request: FastifyRequest,
    reply: FastifyReply,
    { id, name, institution }: Pick<KnownLaunchClient, 'id' | 'name' | 'institution'> | Stranger,
    reason: LaunchRefusal | NoLaunch,
  ) => {
    await worker.auditLine(worker.db, {
      actor: { subject: '', name: 'not known' },
      action: 'ehr.launch-refused',
      entity: { kind: 'ehr_launch_client', id, institution },
      requestId: request.id,
      detail: { reason, address: request.ip },
    })
    return reply.code(STATUS[reason]).send(noLaunchPage(laboratoryName, name, reason))
  }

  async function awayOf(request: FastifyRequest<{ Querystring: Record<string, unknown> }>) {
    const { state } = request.query
    if (typeof state !== 'string' || !/^[\w-]{20,100}$/.test(state)) return undefined
    const name = `${awayName(state)}=`
    const found = (request.headers.cookie ?? '').split('; ').find((one) => one.startsWith(name))
    const away = found ? await unseal<Away>(found.slice(name.length)) : null
    return away?.state === state && away.expires > Date.now() ? away : undefined
  }

  return async (app) => {
    app.addHook('onRequest', async (_request, reply) => {
      // `launch` and `code` must not travel on.
      reply.header('referrer-policy', 'no-referrer').type('text/html; charset=utf-8')
    })

    app.get<Asked>('/launch/:id', NOT_DESCRIBED, async (request, reply) => {
      const { iss, launch } = request.query
      const client = await clients.find(request.params.id)
      const isKnown = client?.isOpen && iss === client.iss
      if (!client || !isKnown || typeof launch !== 'string' || launch === '' || launch.length > LONGEST)
        return refuse(request, reply, client ?? strangerOf(request.params.id), 'unknown')
      if (FRAMES.includes(String(request.headers['sec-fetch-dest']))) {
        const ancestors = client.frameOrigins.length > 0 ? client.frameOrigins.join(' ') : "'none'"
        reply.header(
          'content-security-policy',
          `default-src 'none'; style-src-attr 'unsafe-inline'; base-uri 'none'; form-action 'none'; frame-ancestors ${ancestors}`,
        )
        reply.removeHeader('x-frame-options')
        return reply.send(inFramePage(laboratoryName, request.url))
      }
      const { callback } = launchAddresses(publicOrigin, client.id)
      const { to, departure } = await launches.leave(client, { launch, callback })
      const seconds = LAUNCH_MINUTES * 60
      const away: Away = { ...departure, client: client.id, expires: Date.now() + seconds * 1000 }
      reply.header('set-cookie', cookie(awayName(departure.state), await seal(away), seconds, 'HttpOnly'))
      return reply.redirect(to, 303)
    })

    app.get<Asked>('/launch/:id/callback', ANSWERS, async (request, reply) => {
      const away = await awayOf(request)
      const client = away && (await clients.find(away.client))
      // Somebody else's answer, an old one, or one at another hospital's address.
      if (!away || !client?.isOpen || away.client !== request.params.id)
        return refuse(request, reply, client ?? strangerOf(request.params.id), 'expired')
      reply.header('set-cookie', cookie(awayName(away.state), '', 0, 'HttpOnly'))
      const answer = new URL(launchAddresses(publicOrigin, client.id).callback)
      answer.search = new URL(request.url, publicOrigin).search
      let arrival: LaunchArrival
      try {
        arrival = await launches.comeBack(client, answer, away)
      } catch (error) {
        if (error instanceof LaunchRefused) return refuse(request, reply, client, error.reason)
        throw error
      }
      const [id, proof] = [randomUUID(), randomBytes(32).toString('base64url')]
      await keepLaunch(worker.db, client, { id, proof, arrival })
      await noteArrival(request, client, id, arrival)
      // Readable: the page sends it with what it asks, so that nobody can be made to open another's launch.
      reply.header(
        'set-cookie',
        cookie(`${prefix}karyo_launched_${id}`, proof, LAUNCH_MINUTES * 60, 'readable'),
      )
      return reply.redirect(`/launched/${id}`, 303)
    })

    app.get<Asked>('/launch/:id/keys', NOT_DESCRIBED, async (request, reply) => {
      const keys = await clients.keysOf(request.params.id)
      if (!keys) return reply.callNotFound()
      return reply.type('application/json; charset=utf-8').send(JSON.stringify(keys))
    })
  }

  /** Who launched whose chart, and what was read of it: before anybody can see it. */
  function noteArrival(
    request: FastifyRequest,
    client: KnownLaunchClient,
    launch: string,
    arrival: LaunchArrival,
  ) {
    const { issuer, subject, patientId, chart } = arrival
    return worker.auditLine(worker.db, {
      actor: { subject: '', name: `user ${subject} of ${client.name}` },
      action: 'ehr.launched',
      entity: { kind: 'ehr_launch_client', id: client.id, institution: client.institution },
      requestId: request.id,
      detail: {
        ...{ launch, iss: client.iss, issuer, subject, patient: patientId, address: request.ip },
        read: { conditions: chart.conditions.length, familyHistory: chart.familyHistory.length },
        notRead: chart.notRead,
      },
    })
  }
}

interface Asked {
  Params: { id: string }
  Querystring: Record<string, unknown>
}

interface Stranger {
  id: string
  name: string
  institution: null
}
const strangerOf = (id: string): Stranger => ({
  id: id.slice(0, 40),
  name: 'The record system',
  institution: null,
})
