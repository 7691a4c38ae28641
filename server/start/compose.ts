import type { FastifyInstance } from 'fastify'
import type { PgBoss } from 'pg-boss'
import type { EhrCodec, Launches } from '#adapters/ehr/port.ts'
import type { FileStore } from '#adapters/files/port.ts'
import type { Claims, TokenVerifier } from '#adapters/identity/port.ts'
import type { LaboratoryCodec } from '#adapters/laboratory/port.ts'
import type { OpenPdf } from '#adapters/pdf/port.ts'
import type { NoteStep } from '#adapters/telemetry/port.ts'
import type { Connection } from '../database/connection/connect.ts'
import { type AdviceDeps, advicePlugin } from '../features/ehr/advice/plugin.ts'
import type { ChangedMapsDeps } from '../features/ehr/changed-maps.ts'
import { ehrInbox } from '../features/ehr/inbox.ts'
import { launchPlugin } from '../features/ehr/launch/plugin.ts'
import { type FhirDeps, fhirPlugin } from '../features/fhir/plugin.ts'
import { laboratoryInbox } from '../features/laboratory/inbox/inbox.ts'
import { laboratoryOutbox } from '../features/laboratory/outbox/outbox.ts'
import type { SendMail } from '../features/mail/public.ts'
import { actorOf, cachedActorOf } from '../features/physicians/public.ts'
import { orderNoticeSender } from '../features/users/order-notices.ts'
import { type AppDeps, buildApp } from '../http/app.ts'
import { assemble, type FeatureDeps, orderDepsOf } from '../http/assemble.ts'
import { type EndedSessions, hasEnded, refusingEnded } from '../http/ended-sessions.ts'
import { refusalsInto } from '../http/refusals.ts'
import { sharedLimits } from '../http/shared-limits.ts'

interface GatewayDeps {
  worker: Connection
  boss: PgBoss
  codec: LaboratoryCodec
  files: FileStore
  openPdf: OpenPdf
  sendMail: SendMail
  noteStep: NoteStep
  portalOrigin: string
  laboratoryName: string
}

/** Both directions of the laboratory's messages, and what Support may do with them; nothing is sent or received yet. */
export function composeGateway(deps: GatewayDeps) {
  const { worker, boss, codec, files, noteStep, openPdf } = deps
  const notify = orderNoticeSender(deps)
  const receive = laboratoryInbox({
    ...{ connection: worker, codec, files, noteStep, openPdf, sendOrderNotice: notify },
  })
  return {
    notify,
    receive,
    laboratory: laboratoryOutbox(boss, codec, files),
    operator: { connection: worker, boss, codec, receive, sendOrderNotice: notify },
  }
}

type Features = Omit<FeatureDeps, 'connection' | 'actorOf'>
type Http = Omit<
  AppDeps,
  'handlers' | 'actorOf' | 'hasEnded' | 'findCachedActor' | 'fhirVerifier' | 'noteRefusal' | 'limits'
>
type Fhir = { verifier: TokenVerifier } & Pick<
  FhirDeps,
  'clients' | 'writer' | 'base' | 'endpoints' | 'receive'
>

/** Everything the server is composed of: opened by main.ts, or by a test in its place. */
export interface ServerDeps extends Features, Http {
  /** For requests: sees what row-level security shows. */
  portal: Connection
  /** For the system itself: limits, refusals, the laboratory. */
  worker: Connection
  /** Sessions that have ended: their tokens are refused. */
  endedSessions: EndedSessions
  fhir: Fhir
  launches: Launches
  advice: Pick<AdviceDeps, 'requests' | 'withinMs'>
  /** Keys of launches are encrypted with it. */
  secret: string
}

/** Receives orders of hospitals' record systems; nothing listens yet. */
export function composeEhr(deps: ServerDeps, codec: EhrCodec) {
  const { portal: connection, worker } = deps
  return ehrInbox({ ...orderDepsOf({ ...deps, connection }), connection, worker, codec })
}

/** For writing drafts of hospitals' orders again whose map has changed. */
export function changedMapsDeps(deps: ServerDeps): ChangedMapsDeps {
  const { portal: connection, worker } = deps
  return { ...orderDepsOf({ ...deps, connection }), connection, worker }
}

/** Composes the HTTP server: the API, the FHIR endpoints and the plugins. It does not listen yet. */
export async function compose(deps: ServerDeps): Promise<FastifyInstance> {
  const { portal, worker, endedSessions, termsVersion } = deps
  const open = (verifier: TokenVerifier) => refusingEnded(verifier, endedSessions)
  const byClaims = (claims: Claims) => actorOf(portal, termsVersion, claims)
  const noteRefusal = refusalsInto(worker)
  const fhir = fhirPlugin({
    ...{ connection: portal, files: deps.files, actorOf: byClaims, noteRefusal },
    ...{ version: deps.version, laboratoryName: deps.laboratoryName, demoReport: deps.demoReport },
    ...deps.fhir,
  })
  const advice = advicePlugin({
    ...{ connection: portal, worker, ...deps.advice, noteRefusal, now: () => new Date() },
    ...{ publicOrigin: deps.publicOrigin, laboratoryName: deps.laboratoryName },
  })
  return buildApp({
    ...deps,
    ...{
      verifier: open(deps.verifier),
      fhirVerifier: open(deps.fhir.verifier),
      actorOf: byClaims,
      hasEnded: (claims) => hasEnded(claims, endedSessions),
      noteRefusal,
    },
    findCachedActor: (claims) => cachedActorOf(portal, termsVersion, claims),
    handlers: assemble({ ...deps, connection: portal, actorOf: byClaims }),
    limits: sharedLimits(worker),
    plugins: [
      launchPlugin(deps),
      async (app) => void (await app.register(advice, { prefix: '/cds' })),
      ...deps.plugins,
      async (app) => void (await app.register(fhir, { prefix: '/fhir' })),
    ],
  })
}
