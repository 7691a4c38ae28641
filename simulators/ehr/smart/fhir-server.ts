import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Behaviour } from './behaviour.ts'
import type { Resource } from './charts.ts'

/** A token that was issued, and what it may read. */
export interface Issued {
  patient: string
  scopes: string
  /** In milliseconds since 1970. */
  expires: number
}

interface FhirServer {
  resources: readonly Resource[]
  issued: ReadonlyMap<string, Issued>
  behaviour(): Behaviour
}

/** Reads and searches by patient, as strict as a record system's: a token, its scope, and its patient alone. */
export function answerFhir(
  server: FhirServer,
  request: IncomingMessage,
  response: ServerResponse,
  path: string,
): unknown {
  const { refuses = {}, silent = [], mixesUp = [], redirects, padding = 0 } = server.behaviour()
  const url = new URL(path, 'http://any')
  const [, type = '', id] = url.pathname.split('/')
  const send = (status: number, body: object) => {
    response.writeHead(status, { 'content-type': 'application/fhir+json' })
    response.end(JSON.stringify(body) + ' '.repeat(padding))
  }
  const outcome = (status: number, text: string) =>
    send(status, { resourceType: 'OperationOutcome', issue: [{ severity: 'error', diagnostics: text }] })
  if (redirects !== undefined) {
    return response.writeHead(302, { location: redirects }).end()
  }
  if (silent.includes(type)) return null
  const [, token = ''] = (request.headers.authorization ?? '').split(' ')
  const issued = server.issued.get(token)
  if (!issued || issued.expires < Date.now()) return outcome(401, 'No valid token')
  if (!mayRead(issued.scopes, type)) return outcome(403, `No scope for ${type}`)
  const refused = refuses[type]
  if (refused !== undefined) return outcome(refused, 'Not now')
  const ofType = server.resources.filter((one) => one.resourceType === type)
  const mixed = mixesUp.includes(type)
  const isAllowed = (one: Resource) => {
    const about = patientOf(one)
    return mixed ? about !== issued.patient : about === null || about === issued.patient
  }
  if (id) {
    const found = mixed ? ofType.find(isAllowed) : ofType.find((one) => one.id === id && isAllowed(one))
    if (!found) return outcome(404, `No ${type}/${id}`)
    return send(200, found)
  }
  if (url.searchParams.get('patient') !== issued.patient) return outcome(403, 'Another patient')
  const entry = ofType.filter(isAllowed).map((resource) => ({ resource }))
  return send(200, { resourceType: 'Bundle', type: 'searchset', entry })
}

const mayRead = (scopes: string, type: string) =>
  scopes.split(' ').some((scope) => {
    const [, of, may = ''] = /^(?:patient|user)\/([A-Za-z*]+)\.(.+)$/.exec(scope) ?? []
    return (of === '*' || of === type) && (may === 'read' || may === '*' || may.startsWith('r'))
  })

/** Whose a resource is; null for what is nobody's. */
function patientOf(one: Resource): string | null {
  if (one.resourceType === 'Patient') return one.id
  for (const about of [one.subject, one.patient, one.beneficiary]) {
    const reference = (about as { reference?: string } | undefined)?.reference
    if (reference) return reference.replace(/^.*\//, '')
  }
  return null
}
