import { randomUUID } from 'node:crypto'
import { exportJWK, generateKeyPair, type JWTHeaderParameters, type JWTPayload, SignJWT } from 'jose'
import type { Resource, SimulatedChart } from './charts.ts'

/** A card as it was shown, with the service that it is from. */
export interface DisplayedCard {
  uuid: string
  service: string
  summary: string
  detail?: string
  indicator: string
  source: { label: string }
  links?: { label: string; url: string; type: string; appContext?: string }[]
  overrideReasons?: { code: string; system: string; display: string }[]
}

/** Parts of a token that differ from what the record system would write; undefined leaves one out. */
export interface TokenParts {
  header?: Record<string, unknown>
  claims?: Record<string, unknown>
  /** Signed with a key that is not published. */
  foreignKey?: boolean
}

/** The record system as a client of CDS Hooks 2.0; it asks a portal for advice when a chart is opened or an order signed. */
export interface HooksClient {
  iss: string
  jku: string
  /** What is at `jku`. */
  keys: { keys: object[] }
  /** A token for an address. */
  token(address: string, parts?: TokenParts): Promise<string>
  /** What the portal advises; the cards are also kept for feedback. */
  ask(hook: Hook, chart: SimulatedChart, clinician: string): Promise<DisplayedCard[]>
  /** Tells what a user did with a card; `reason`: the code of an override reason, '' if the card was followed. */
  tell(card: string, reason: string): Promise<void>
}

export type Hook = 'patient-view' | 'order-sign'

interface Discovered {
  services: { id: string; hook: string; prefetch?: Record<string, string> }[]
}

/** `base` is the portal's address of this hospital's services; null: no portal is asked. */
export async function hooksClient(origin: string, base: string | null): Promise<HooksClient> {
  const own = await generateKeyPair('ES384', { extractable: true })
  const foreign = await generateKeyPair('ES384', { extractable: true })
  const [iss, jku] = [`${origin}/cds`, `${origin}/cds/keys`]
  const published = { ...(await exportJWK(own.publicKey)), kid: 'cds', alg: 'ES384', use: 'sig' }
  const displayed = new Map<string, DisplayedCard>()

  async function token(address: string, { header = {}, claims = {}, foreignKey = false }: TokenParts = {}) {
    const now = Math.floor(Date.now() / 1000)
    const all = { iss, aud: address, iat: now, exp: now + 300, jti: randomUUID(), ...claims }
    return new SignJWT(JSON.parse(JSON.stringify(all)) as JWTPayload)
      .setProtectedHeader({ alg: 'ES384', typ: 'JWT', kid: 'cds', jku, ...header } as JWTHeaderParameters)
      .sign(foreignKey ? foreign.privateKey : own.privateKey)
  }

  async function post(address: string, body: object): Promise<Response> {
    const headers = { authorization: `Bearer ${await token(address)}`, 'content-type': 'application/json' }
    return fetch(address, { method: 'POST', headers, body: JSON.stringify(body) })
  }

  return {
    ...{ iss, jku, token, keys: { keys: [published] } },

    async ask(hook, chart, clinician) {
      if (base === null) return []
      const discovery = await fetch(base)
      if (!discovery.ok) return []
      const { services } = (await discovery.json()) as Discovered
      const service = services.find((one) => one.hook === hook)
      if (!service) return []
      const reply = await post(
        `${base}/${service.id}`,
        requestOf(hook, chart, clinician, service.prefetch ?? {}),
      )
      if (!reply.ok) throw new Error(`the portal answers ${reply.status}: ${await reply.text()}`)
      const { cards } = (await reply.json()) as { cards: Omit<DisplayedCard, 'service'>[] }
      const found = cards.map((card) => ({ ...card, service: service.id }))
      for (const card of found) displayed.set(card.uuid, card)
      return found
    },

    async tell(uuid, reason) {
      const card = displayed.get(uuid)
      if (base === null || !card) return
      const system = card.overrideReasons?.find(({ code }) => code === reason)?.system ?? ''
      const outcome = reason === '' ? 'accepted' : 'overridden'
      const outcomeTimestamp = new Date().toISOString()
      const overrideReason = reason === '' ? {} : { overrideReason: { reason: { code: reason, system } } }
      const feedback = [{ card: uuid, outcome, outcomeTimestamp, ...overrideReason }]
      const reply = await post(`${base}/${card.service}/feedback`, { feedback })
      if (!reply.ok) throw new Error(`the portal answers ${reply.status}: ${await reply.text()}`)
    },
  }
}

/** The guide's request, with as much of the chart as the service's templates ask for. */
export function requestOf(
  hook: Hook,
  { patient, encounter, order, resources }: SimulatedChart,
  clinician: string,
  prefetch: Record<string, string>,
): object {
  const given = Object.entries(prefetch).map(([key, template]): [string, Resource | null] => {
    const [type, id] = template.replace('{{context.patientId}}', patient).split('/')
    return [key, resources.find((one) => one.resourceType === type && one.id === id) ?? null]
  })
  const signed = resources.filter(({ resourceType, id }) => resourceType === 'ServiceRequest' && id === order)
  const draftOrders = {
    resourceType: 'Bundle',
    entry: signed.map((resource) => ({ resource: { ...resource, status: 'draft' } })),
  }
  return {
    ...{ hook, hookInstance: randomUUID(), prefetch: Object.fromEntries(given) },
    context: {
      ...{ userId: `Practitioner/${clinician}`, patientId: patient, encounterId: encounter },
      ...(hook === 'order-sign' ? { draftOrders } : {}),
    },
  }
}
