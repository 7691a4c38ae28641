import type { SiteOrigins } from '#contract/site.ts'
import { SetupError } from '../database/setup-error.ts'
import { conflicts, databaseAddress, demoIn, unrequestedDemo } from './configuration/conflicts.ts'
import { inWords } from './configuration/in-words.ts'
import { unknownNames } from './configuration/unknown-names.ts'
import { type Variables, variables } from './configuration/variables.ts'

export interface Config extends Omit<Variables, 'DATABASE_URL'> {
  /** The address of an own PostgreSQL; undefined: the embedded one. */
  DATABASE_URL: string | undefined
  production: boolean
  demo: boolean
  /** The portal's origin. */
  publicOrigin: string
  origins: SiteOrigins
}

/** The variables that are set: an empty one counts as unset. */
const setIn = (environment: NodeJS.ProcessEnv) =>
  Object.fromEntries(Object.entries(environment).filter(([, value]) => value?.trim()))

/**
 * Reads the environment, or throws one SetupError that names every problem. `toStart`: for the portal itself,
 * which may fill an empty database with a demo; commands do not.
 */
export function readConfig(environment: NodeJS.ProcessEnv, { toStart = false } = {}): Config {
  const given = setIn(environment)
  const parsed = variables.safeParse(given, { error: inWords })
  const problems = [
    ...unknownNames(given, Object.keys(variables.shape)),
    ...(parsed.success
      ? [...conflicts(parsed.data), toStart ? unrequestedDemo(parsed.data) : ''].filter(Boolean)
      : parsed.error.issues.map((issue) => `${String(issue.path[0])}: ${issue.message}`)),
  ]
  if (!parsed.success || problems.length > 0)
    throw new SetupError(`The configuration is invalid. ${problems.join('; ')}.`)
  const read = parsed.data
  const production = read.NODE_ENV === 'production'
  const portal = new URL(read.PUBLIC_ORIGIN ?? `http://localhost:${read.PORT}`).origin
  const own = (url: string | undefined) => (url ? new URL(url).origin : portal)
  return {
    ...read,
    DATABASE_URL: databaseAddress(read),
    production,
    demo: demoIn(read),
    publicOrigin: portal,
    origins: {
      portal,
      catalogue: own(read.KARYO_CATALOGUE_ORIGIN),
      appointment: read.KARYO_COUNSELING === 'off' ? null : own(read.KARYO_APPOINTMENT_ORIGIN),
    },
  }
}
