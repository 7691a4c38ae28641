import type { Bundle, FhirResource, OperationOutcome } from 'fhir/r4.js'
import type { TestPortal } from '#server/testing/portal.ts'
import { FHIR_AUDIENCE, type TokenOptions } from '#server/testing/tokens.ts'

/** Requests to the FHIR endpoints of a test portal. */
export function fhirOf(portal: TestPortal) {
  async function request(path: string, token: string | null, init: RequestInit = {}) {
    const headers = {
      accept: 'application/fhir+json',
      'content-type': 'application/fhir+json',
      ...(token ? { authorization: `Bearer ${token}` } : {}),
    }
    const reply = await fetch(`${portal.origin}/fhir${path}`, {
      ...init,
      headers: { ...headers, ...init.headers },
    })
    return { status: reply.status, headers: reply.headers, text: await reply.text() }
  }
  const token = (subject: string, scope: string, more: TokenOptions = {}) =>
    portal.tokenOf(subject, { audience: FHIR_AUDIENCE, scope, clientId: 'ehr', ...more })
  const user = (subject: string, scope = 'openid user/*.rs') => token(subject, scope)
  const system = (id: string, scope: string) => token(id, scope, { clientId: id })
  return {
    ...{ ask: request, token, user, system },
    /** A resource or Bundle, requested as a user. */
    async get<T extends FhirResource = Bundle<FhirResource>>(path: string, as: string): Promise<T> {
      const { status, text } = await request(path, as)
      if (status !== 200) throw new Error(`${status} ${text}`)
      return JSON.parse(text) as T
    },
    /** Sends a Bundle as the laboratory's system. */
    async post(bundle: object | string) {
      const body = typeof bundle === 'string' ? bundle : JSON.stringify(bundle)
      const as = await system('lims', 'system/Bundle.c')
      const { status, text } = await request('/', as, { method: 'POST', body })
      return { status, answer: JSON.parse(text) as FhirResource }
    },
  }
}

/** A refusal's status, issue type and text. */
export function refusalOf({ status, text }: { status: number; text: string }) {
  const { resourceType, issue } = JSON.parse(text) as OperationOutcome
  return [status, resourceType, issue[0]?.code, issue[0]?.details?.text]
}
