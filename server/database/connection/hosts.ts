import { checkServerIdentity, type PeerCertificate } from 'node:tls'
import type pg from 'pg'
import { parseIntoClientConfig } from 'pg-connection-string'
import { type Follower, followPrimary, type Host } from './primary.ts'

/** What libpq writes and `URL` does not read: `postgres://user@one:5432,two:5432/karyo?target_session_attrs=read-write`. */
const SEVERAL = /^(postgres(?:ql)?:\/\/(?:[^@/?#]*@)?)([^/?#]*,[^/?#]*)(.*)$/
/** All that a portal can use: a standby takes no writes. */
const WRITABLE = ['read-write', 'primary']

/**
 * An address of one or several hosts as `URL` reads it: the first host in its place, and of several all in the parameter
 * `hosts`. Everything else about the address stays. Throws where the hosts could not be followed.
 */
export function readableAddress(address: string): string {
  const [, before, list, after] = SEVERAL.exec(address) ?? []
  if (before === undefined || list === undefined) return address
  const url = new URL(`${before}${list.split(',')[0]}${after}`)
  const sessionAttrs = url.searchParams.get('target_session_attrs') ?? 'read-write'
  if (!WRITABLE.includes(sessionAttrs)) throw new Error('target_session_attrs must be read-write')
  url.searchParams.delete('target_session_attrs')
  url.searchParams.set('hosts', list)
  if (hostsOf(url.href).length < 2) throw new Error('each host needs a name')
  return url.href
}

/** The hosts of an address that `readableAddress` has given; none where there is one only. */
export function hostsOf(address: string): Host[] {
  const list = new URL(address).searchParams.get('hosts')?.split(',') ?? []
  return list.flatMap((one) => {
    if (!URL.canParse(`postgres://${one}`)) return []
    const { hostname, port } = new URL(`postgres://${one}`)
    return hostname === '' ? [] : [{ host: hostname.replace(/^\[|\]$/g, ''), port: Number(port || 5432) }]
  })
}

/** The address with another one in the place of its host or hosts, as `name` or `name:port`. */
export function addressAt(address: string, host: string): string {
  const url = new URL(address)
  url.searchParams.delete('hosts')
  url.port = ''
  url.host = host
  return url.href
}

/** None is undefined: pg-boss takes them too. */
type Settings = { [Name in keyof pg.ClientConfig]?: Exclude<pg.ClientConfig[Name], undefined> }

/** One for each list of hosts: what one connection finds out counts for all. */
const followers = new Map<string, Follower>()

/**
 * The driver's settings for an address: of several hosts each connection goes to the one that takes writes, and is
 * broken off when another takes its place.
 */
export function clientConfig(address: string): Settings {
  const { hosts: _, ...read } = parseIntoClientConfig(address) as Settings & { hosts?: unknown }
  const config: Settings = { ...read, keepAlive: true, keepAliveInitialDelayMillis: 10_000 }
  const hosts = hostsOf(address)
  if (hosts.length === 0) return config
  const key = JSON.stringify(hosts)
  const follower = followers.get(key) ?? followPrimary(hosts)
  followers.set(key, follower)
  const secured = config.ssl ? { ...config, ssl: { ...tlsOf(config.ssl), ...namedBy(hosts) } } : config
  return { ...secured, stream: () => follower.socket(secured) }
}

function tlsOf(ssl: pg.ClientConfig['ssl']) {
  return typeof ssl === 'object' ? ssl : {}
}

/** The driver knows the first host only: a certificate is good when it is any of theirs. */
function namedBy(hosts: Host[]) {
  return {
    checkServerIdentity(_first: string, certificate: PeerCertificate) {
      const errors = hosts.map(({ host }) => checkServerIdentity(host, certificate))
      return errors.includes(undefined) ? undefined : errors[0]
    },
  }
}
