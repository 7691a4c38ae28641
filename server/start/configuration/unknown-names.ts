import { closest, distance } from 'fastest-levenshtein'

const PREFIX = 'KARYO_'
/** Read by the simulated laboratory's own program (simulators/laboratory/main.ts). */
const OF_A_SIMULATOR = /^KARYO_SIM_/
/**
 * What Kubernetes sets in each container for a Service whose name begins with `karyo`: nobody has typed it.
 * https://kubernetes.io/docs/concepts/services-networking/service/#environment-variables
 */
const OF_A_SERVICE = /_SERVICE_(HOST|PORT(_\w+)?)$|_PORT_\d+_(TCP|UDP|SCTP)(_(PROTO|PORT|ADDR))?$/
const ADDRESS_OF_A_SERVICE = /^(tcp|udp|sctp):\/\//
/** Two slips: a letter too many, too few or another. */
const SLIPS = 2
/** Of shorter names too many others are two slips away: HOST and HOME. */
const LONG = 8

/**
 * Names that look like ours and are not: each as `NAME: is not known` with the nearest that is. An unknown name
 * would be ignored, and the portal would start with a default: with an empty database, for `DATABSE_URL`.
 */
export function unknownNames(given: Readonly<Record<string, unknown>>, known: readonly string[]): string[] {
  return Object.entries(given).flatMap(([name, value]) => {
    if (known.includes(name)) return []
    const nearest = closest(name, known)
    const isSlip = nearest.length >= LONG && distance(name, nearest) <= SLIPS && !(nearest in given)
    const isKaryo = name.startsWith(PREFIX) && !OF_A_SIMULATOR.test(name) && !isOfService(name, value)
    if (!isKaryo && !isSlip) return []
    return [`${name}: is not known; the nearest name that is known is ${nearest}`]
  })
}

const isOfService = (name: string, value: unknown) =>
  OF_A_SERVICE.test(name) || (name.endsWith('_PORT') && ADDRESS_OF_A_SERVICE.test(String(value)))
