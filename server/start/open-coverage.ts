import type { PgBoss } from 'pg-boss'
import { type HttpsOptions, httpsClearinghouse } from '#adapters/clearinghouse/https.ts'
import { type Clearinghouse, ClearinghouseFailure } from '#adapters/clearinghouse/port.ts'
import { keepSimulatedPayer } from '#simulators/payer/keep.ts'
import type { Connection } from '../database/connection/connect.ts'
import type { CoverageDeps } from '../features/coverage/coverage-deps.ts'
import {
  type EligibilityDeps,
  eligibilityOutbox,
  startCheckWorker,
} from '../features/coverage/eligibility/check-worker.ts'
import { verificationWorks } from '../features/coverage/eligibility/repeating.ts'
import type { Outside } from '../operations/outside.ts'
import type { Config } from './config.ts'

/** The NPI of an invented laboratory, for invented payers. */
const SIMULATED_NPI = '1999999992'
const SIMULATED_SENDER = { qualifier: 'ZZ', id: 'KARYO' }
const SIMULATED_RECEIVER = { qualifier: 'ZZ', id: 'SIMULATED' }

interface Opened {
  worker: Connection
  boss: PgBoss
  outside: Outside
  laboratoryName: string
  onLog(line: string): void
  onError(error: Error): void
}

function authorization(config: Config): HttpsOptions['authorization'] {
  const { KARYO_CLEARINGHOUSE_TOKEN: bearer } = config
  if (bearer) return { bearer }
  const { KARYO_CLEARINGHOUSE_USER: user, KARYO_CLEARINGHOUSE_PASSWORD: password } = config
  return user && password ? { user, password } : undefined
}

/** The configured clearinghouse, or a simulated payer in a process of its own; null if payers are not asked. */
async function openClearinghouse(config: Config, onLog: Opened['onLog']) {
  if (config.KARYO_COVERAGE === 'off')
    return { clearinghouse: null, close: async () => {}, startLine: 'Payers are not asked.' }
  const partner = {
    sender: config.KARYO_CLEARINGHOUSE_SENDER ?? SIMULATED_SENDER,
    receiver: config.KARYO_CLEARINGHOUSE_RECEIVER ?? SIMULATED_RECEIVER,
    usage: config.production ? 'P' : 'T',
  } as const
  const { KARYO_CLEARINGHOUSE_URL: url } = config
  if (url) {
    const sign = authorization(config)
    const clearinghouse = httpsClearinghouse({ url, partner, ...(sign && { authorization: sign }) })
    return { clearinghouse, close: async () => {}, startLine: 'Payers are asked through the clearinghouse.' }
  }
  const payer = await keepSimulatedPayer({ port: 0, slowSeconds: config.KARYO_SIM_SLOW_SECONDS, onLog })
  const clearinghouse: Clearinghouse = httpsClearinghouse({
    ...{ url: `http://127.0.0.1:${payer.port}/`, partner },
  })
  return {
    clearinghouse,
    close: () => payer.stop(),
    startLine: 'A simulated payer answers benefits verifications.',
  }
}

/** Whether there was no X12 answer to an inquiry: that a payer is away is the clearinghouse's own answer. */
const isUnanswered = (error: unknown) =>
  !(error instanceof ClearinghouseFailure) || error.raw271 === null || error.cause === undefined

/** Accepts benefits verifications, asks payers about waiting ones, and expires old ones. */
export async function openCoverage(
  config: Config,
  { worker, boss, outside, laboratoryName, onLog, onError }: Opened,
) {
  const { clearinghouse, close, startLine } = await openClearinghouse(config, onLog)
  const now = () => new Date()
  const canQueryPayers = clearinghouse !== null
  const laboratory = { name: laboratoryName, npi: config.KARYO_LABORATORY_NPI ?? SIMULATED_NPI }
  if (clearinghouse) {
    const watched: Clearinghouse = {
      check: (request) =>
        outside.watch('clearinghouse', clearinghouse.check(request), { isAway: isUnanswered }),
    }
    const deps: EligibilityDeps = {
      connection: worker,
      clearinghouse: watched,
      laboratory,
      canQueryPayers,
      now,
    }
    await startCheckWorker(boss, deps, onError)
  }
  const deps: Omit<CoverageDeps, 'connection'> = { queueCheck: eligibilityOutbox(boss), canQueryPayers, now }
  const works = verificationWorks({ ...deps, connection: worker })
  return { parts: deps, works, startLine, close }
}
