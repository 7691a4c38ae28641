import { ehrCodec } from '#adapters/ehr/codec.ts'
import { hospitalConnections } from '#adapters/ehr/connect.ts'
import { listenMllp } from '#adapters/hl7/mllp-server.ts'
import type { MllpListener } from '#adapters/hl7/port.ts'
import { startApplyingMaps } from '../features/ehr/changed-maps.ts'
import { startResultDelivery } from '../features/ehr/results/delivery.ts'
import { interfaceOf } from '../features/ehr/store.ts'
import type { Outside } from '../operations/outside.ts'
import { changedMapsDeps, composeEhr, type ServerDeps } from './compose.ts'
import type { Config } from './config.ts'
import { hl7Addresses } from './hl7-addresses.ts'
import type { Hl7Tls } from './hl7-tls.ts'
import { listenProblem } from './listen-problem.ts'

/** Hospitals share the listener, each with connections of its own. */
const CONNECTIONS = 256

/** How long a hospital may take to answer. */
const ANSWER_MS = 30_000

/**
 * Listens for orders of hospitals' record systems, and sends them results; null if no port is configured. Every
 * connection presents a certificate: its fingerprint is the hospital's, whoever issued it.
 */
export async function openEhr(
  config: Config,
  { hospitals: own }: Hl7Tls,
  deps: ServerDeps,
  { outside, onError }: { outside: Outside; onError(error: Error): void },
): Promise<MllpListener | null> {
  const { laboratoryName } = deps
  const { KARYO_EHR_HOST: host, KARYO_EHR_PORT: port } = config
  if (port === undefined || own === null) return null
  const codec = ehrCodec(hl7Addresses(config, laboratoryName))
  const listener = await listenMllp({
    ...{ host, port, tls: { ...own, asksForCertificate: true }, limits: { connections: CONNECTIONS } },
    receive: composeEhr(deps, codec),
    isKnown: async (certificate) =>
      certificate !== null && (await interfaceOf(deps.worker.db, certificate)) !== undefined,
    onError,
  }).catch((error: Error) => {
    throw listenProblem(config, 'EHR', error)
  })
  const { worker, files } = deps
  const connect = hospitalConnections(own, { timeoutMs: ANSWER_MS })
  const delivery = startResultDelivery({
    ...{ worker, files, codec, connect, laboratoryName, onError },
    watch: (code, call) => outside.watch('hospital', call, { of: code }),
    answersAgain: (code) => outside.works('hospital', code),
  })
  const maps = startApplyingMaps(changedMapsDeps(deps), onError)
  return {
    port: listener.port,
    async close() {
      await Promise.all([listener.close(), delivery.close(), maps.close()])
    },
  }
}
