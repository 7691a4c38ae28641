import { redact } from '#domain/log/redact.ts'

/** Why another system cannot be used, and what an operator does about it. */
export interface Reason {
  cause: string
  remedy: string
}

export const REDIRECTS = 'it redirects elsewhere'

/** Codes and messages of Node, of mail servers and of our own adapters. */
const REASONS: readonly [pattern: RegExp, cause: string, remedy: string][] = [
  [/ECONNREFUSED/, 'it refuses the connection', 'start it, or correct host and port'],
  [/ENOTFOUND|EAI_AGAIN/, 'its name has no address', 'correct the host name, or mend the name service'],
  [
    /CERT_HAS_EXPIRED|certificate has expired/,
    'its certificate has expired',
    'have it renewed by whoever runs it, and check the clock of this machine',
  ],
  [
    /CERT_NOT_YET_VALID|certificate is not yet valid/,
    'its certificate is not valid yet',
    'check the clock of this machine',
  ],
  [
    /SELF_SIGNED|UNABLE_TO_|self-signed certificate|unable to (verify|get)/,
    'its certificate is from an authority that is not trusted',
    'name the authority (KARYO_LAB_TLS_CA for the laboratory, NODE_EXTRA_CA_CERTS for all others)',
  ],
  [
    /ALTNAME|altnames/,
    'its certificate is for another name',
    'use the host name that is in the certificate, or have it renewed with this one',
  ],
  [
    /EPROTO|wrong version number|packet length too long|ssl3_|ERR_SSL/,
    'it does not speak TLS there, or asks for a certificate of ours',
    'compare the port and the TLS settings of both sides',
  ],
  [
    /EAUTH|Invalid login|\b40[13]\b/,
    'it refuses our user, password or token',
    'correct the credentials that are configured',
  ],
  [
    /EENVELOPE/,
    'it refuses the sender',
    'set KARYO_MAIL_FROM to an address that may send, or allow it at the mail server',
  ],
  [
    /STARTTLS|ETLS/,
    'it does not offer encryption',
    'turn STARTTLS on there, or use smtps://; KARYO_SMTP_PLAIN=on only for a server on this machine',
  ],
  [/EROFS/, 'it is read-only', 'mount it for writing, and look for errors of the disk'],
  [/ENOSPC|EDQUOT|storage is full/, 'it is full', 'free space'],
  [/ENOTDIR/, 'a part of the path is a file', 'correct the path'],
  [/EACCES|EPERM/, 'permission is denied', 'let the user of the portal read and write it'],
  [/ENOENT/, 'the directory or its marker .karyo-files is missing', 'mount the storage, or correct the path'],
  [
    /another issuer/,
    'it names another issuer',
    'set OIDC_ISSUER exactly as its discovery document spells it',
  ],
  [
    /jwks_uri|discovery document|JSON/,
    'its answer is no discovery document',
    'OIDC_ISSUER must be the address below which .well-known/openid-configuration is',
  ],
  [
    /ETIMEDOUT|TimeoutError|EHOSTUNREACH|ENETUNREACH|did not answer|not answer|timeout|no answer/i,
    'it does not answer',
    'start it, or open the firewall',
  ],
  [
    /ECONNRESET|EPIPE|closed the connection|socket hang up|other side closed|socket close/i,
    'it closed the connection',
    'look into its log: it may accept only certain addresses or certificates',
  ],
  [/unexpected redirect|redirect mode/, REDIRECTS, 'set the address to which it leads'],
  [
    /Host header/,
    'the proxy does not keep the host name, so that every page would redirect to itself',
    'let the proxy send the Host header that it receives (deploy/ has whole examples)',
  ],
  [/\b5\d\d\b/, 'it answers with an error of its own', 'look into its log'],
]

const LOOK = 'look at what it answers, and compare the settings of both sides'
const LONGEST_CAUSE = 200

/** The errors that caused it, the innermost first. Where a name has several addresses, Node throws one error for each. */
function chainOf(error: unknown): Error[] {
  if (!(error instanceof Error)) return []
  const inner = error instanceof AggregateError ? error.errors.flatMap(chainOf) : chainOf(error.cause)
  return [...inner, error]
}

/**
 * Why a call of another system failed, in words for the log. An error's own words may quote what was sent, so that of
 * unknown ones only what stands before the first colon is kept.
 */
export function reasonOf(error: unknown): Reason {
  const chain = chainOf(error)
  for (const { name, message, ...more } of chain.map((one) => ({
    name: one.name,
    message: one.message,
    code: 'code' in one ? String(one.code) : '',
  }))) {
    const found = REASONS.find(([pattern]) => pattern.test(`${name} ${more.code} ${message.slice(0, 300)}`))
    if (found) return { cause: found[1], remedy: found[2] }
  }
  const [innermost] = chain
  const words = redact((innermost?.message ?? String(error)).split(/:\s/)[0] ?? '').slice(0, LONGEST_CAUSE)
  return { cause: words || 'it failed without a reason', remedy: LOOK }
}
