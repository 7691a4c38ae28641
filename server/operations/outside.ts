import type { FastifyBaseLogger } from 'fastify'
import { table } from '#domain/table.ts'
import { reasonOf } from './reasons.ts'

/** What a portal depends on, and the log's words for when that fails and for when it works again. */
const WORDS = table<readonly [fails: string, works: string]>({
  laboratory: ['the laboratory takes no messages', 'the laboratory takes messages again'],
  hospital: ['a hospital takes no results', 'a hospital takes results again'],
  mail: ['the mail server takes no mail', 'the mail server takes mail again'],
  clearinghouse: ['the clearinghouse does not answer', 'the clearinghouse answers again'],
  counseling: ['the counseling partner takes no requests', 'the counseling partner takes requests again'],
  issuer: ['the identity provider is out of reach', 'the identity provider answers again'],
  registry: ['the NPI registry does not answer', 'the NPI registry answers again'],
  virusCheck: ['the virus check does not answer', 'the virus check answers again'],
  files: ['reports and documents cannot be stored', 'reports and documents can be stored again'],
  clock: ['the clock differs from the database’s', 'the clock agrees with the database’s again'],
  certificates: ['a certificate ends soon or has ended', 'no certificate ends soon'],
})

export type System =
  | 'laboratory'
  | 'hospital'
  | 'mail'
  | 'clearinghouse'
  | 'counseling'
  | 'issuer'
  | 'registry'
  | 'virusCheck'
  | 'files'
  | 'clock'
  | 'certificates'

interface WatchOptions {
  /** Whether an error means that the system is away; if omitted, every one does. */
  isAway?(error: unknown): boolean
  /** Which of several, such as a hospital's interface: each fails and works again by itself. */
  of?: string
}

/** Notes whether what the portal depends on works, and says so in the log when that changes. */
export interface Outside {
  /** Notes how a call ends. */
  watch<T>(system: System, call: Promise<T>, options?: WatchOptions): Promise<T>
  /** Notes a failure. `error`: a reason in words, or what was thrown. */
  fails(system: System, error: unknown, of?: string): void
  works(system: System, of?: string): void
  /** The systems that fail now. */
  failing(): ReadonlySet<System>
}

export const SYSTEMS = Object.keys(WORDS) as System[]

/** Each change is one warning: `LOG_LEVEL` is `warn` by default, and a recovery matters as much as the failure. */
export function watchOutside(logger: Pick<FastifyBaseLogger, 'warn'>, now: () => number = Date.now): Outside {
  const since = new Map<string, { system: System; at: number }>()
  const keyOf = (system: System, of: string) => `${system} ${of}`
  const named = (system: System, of: string) => ({ system, ...(of === '' ? {} : { of }) })
  const outside: Outside = {
    fails(system, error, of = '') {
      const key = keyOf(system, of)
      if (since.has(key)) return
      since.set(key, { system, at: now() })
      const reason = typeof error === 'string' ? { cause: error } : reasonOf(error)
      logger.warn({ ...named(system, of), ...reason }, WORDS[system]?.[0])
    },
    works(system, of = '') {
      const key = keyOf(system, of)
      const began = since.get(key)
      if (began === undefined) return
      since.delete(key)
      const afterSeconds = Math.round((now() - began.at) / 1000)
      logger.warn({ ...named(system, of), afterSeconds }, WORDS[system]?.[1])
    },
    async watch(system, call, { isAway = () => true, of = '' } = {}) {
      try {
        const result = await call
        outside.works(system, of)
        return result
      } catch (error) {
        if (isAway(error)) outside.fails(system, error, of)
        else outside.works(system, of)
        throw error
      }
    },
    failing: () => new Set([...since.values()].map(({ system }) => system)),
  }
  return outside
}
