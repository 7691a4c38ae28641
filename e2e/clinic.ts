import { randomUUID } from 'node:crypto'
import { EventSource } from 'eventsource'
import type { z } from 'zod'
import { Browser } from '#adapters/identity/testing/browser.ts'
import { portalClient } from '#adapters/identity/testing/portal-client.ts'
import { api } from '#contract/api.ts'
import { createClient, type Transport } from '#contract/client.ts'
import { ProblemError, problemOf } from '#contract/errors.ts'
import type { Order } from '#contract/order.ts'
import type { portalRoutes } from '#contract/portal.ts'
import { SIGNED } from '#domain/orders/attestation.ts'
import { blankSample, blankTest, newOrder, PROBAND } from '#domain/orders/document.ts'
import { formDataOf } from '#portal/form-data.ts'
import { DEMO_PASSWORD } from '#server/demo/users.ts'
import type { OwnClinic } from './own-clinic.ts'
import { within } from './within.ts'

/** A demo institution with many orders, where its provider may submit. */
export const HOSPITAL = '1001'

/** A request without a reply after this time counts as hung. */
const ANSWER_WITHIN_MS = 60_000

/** Delay between two attempts: long enough to leave the machine to whatever is restarting. */
const RETRY_MS = 100

/** Codes of the problems encountered, see `failureOf`; `hung` if there was no reply at all. */
export type RefusalSet = Set<string>

type LiveUpdate = z.output<(typeof portalRoutes.live.reply)['events']>

let born = 0

/** A different birth date each time: otherwise the same test would be ordered twice for a person. */
function anotherBirthday(): string {
  born += 1
  return new Date(Date.UTC(1960, 0, born)).toISOString().slice(0, 10)
}

export type Clinic = ReturnType<typeof clinicOf>

/**
 * A clinician signed in at `origin` who uses the API like the portal's pages: a clinic's submitter or, if a
 * fault test has a portal of its own, a demo user who orders at `HOSPITAL`.
 */
export async function openClinic(
  origin: string,
  who: string | Pick<OwnClinic, 'provider' | 'code'>,
  fetchFn = fetch,
) {
  const [email, hospital] = typeof who === 'string' ? [who, HOSPITAL] : [who.provider, who.code]
  const { accessToken } = await portalClient(origin).tokensFor(new Browser(), email, DEMO_PASSWORD)
  if (accessToken === '') throw new Error(`${email} could not sign in`)
  return clinicOf(origin, accessToken, fetchFn, hospital)
}

/** The same, with a token obtained elsewhere. */
export function clinicOf(origin: string, accessToken: string, fetchFn = fetch, hospital = HOSPITAL) {
  const authorization = `Bearer ${accessToken}`
  const transport: Transport = (path, { form, ...init }) =>
    fetchFn(origin + path, {
      ...init,
      ...(form ? { body: formDataOf(form) } : {}),
      headers: { ...init.headers, authorization },
      signal: AbortSignal.timeout(ANSWER_WITHIN_MS),
    })
  const client = createClient(api, transport)
  const orderParams = (id: number) => ({ params: { hospital, id } })

  /** Everything that a carrier test of the catalogue requires, except the patient's last name. */
  async function nearlyCompleteDraft(code = '1102') {
    const test = await client.catalogue.test({
      params: { code },
      query: { institutionCode: hospital },
    })
    const { data } = await client.physicians.orderingProviders({
      query: { hospitalCode: hospital, search: 'Okafor' },
    })
    const [provider] = data
    if (!provider) throw new Error('The demo physician is not there')
    const document = newOrder({
      physicianId: provider.id,
      firstName: provider.firstName,
      lastName: provider.lastName,
      npi: provider.npi,
    })
    const patient = { firstName: 'Testa', dateOfBirth: anotherBirthday(), sex: 'Female' as const }
    return {
      ...document,
      tests: [blankTest(test.code, test.testName)],
      patients: document.patients.map((blank) => ({ ...blank, ...patient })),
      samples: [{ ...blankSample(PROBAND, 's1'), specimenType: 'Blood' as const }],
      indicationsForTesting: [{ code: 'Z31.430', description: 'Carrier testing before pregnancy' }],
      consents: test.consents.map(({ id }) => ({
        ...{ patient: PROBAND, consentId: id, answer: true, reviewed: true },
      })),
      payment: { ...document.payment, billingType: 'Intitutional' as const },
    }
  }

  return {
    client,
    authorization,

    /**
     * A document with a patient whom the simulated payer knows (simulators/payer/members.ts), for coverage
     * requests.
     */
    async insured() {
      const document = await nearlyCompleteDraft()
      const [patient, ...others] = document.patients
      if (!patient) throw new Error('There is no patient')
      const nora = { firstName: 'Nora', lastName: 'Testwell', dateOfBirth: '1985-03-14' }
      const policy = {
        company: 'Papermoon Health',
        memberId: 'PMH100000001',
        holderRelationship: 'Self' as const,
      }
      const { insurance } = document.payment
      return {
        ...document,
        patients: [{ ...patient, ...nora }, ...others],
        payment: {
          ...document.payment,
          billingType: 'Insurance' as const,
          insurance: { ...insurance, ...policy },
        },
      }
    },

    /** Creates a complete draft: begun, then completed by a patch as the form does. Returns its number. */
    async draft(lastName: string, met: RefusalSet = new Set(), testCode?: string): Promise<number> {
      const document = await untilAcknowledged(() => nearlyCompleteDraft(testCode), met)
      const body = { draftKey: randomUUID(), document }
      const { id } = await untilAcknowledged(() => client.orders.create({ params: { hospital }, body }), met)
      const patch = [{ op: 'replace' as const, path: '/patients/0/lastName', value: lastName }]
      await untilAcknowledged(
        () => client.orders.patch({ ...orderParams(id), headers: {}, body: patch }),
        met,
      )
      return id
    },

    /** Follows live updates from now on, like an open page. */
    async follow() {
      const updates: LiveUpdate[] = []
      const { promise: opened, resolve: open, reject } = Promise.withResolvers<void>()
      const { promise: ended, resolve: end } = Promise.withResolvers<void>()
      const headers = { authorization }
      const source = new EventSource(`${origin}/api/events`, {
        fetch: (url, init) => fetch(url, { ...init, headers: { ...init.headers, ...headers } }),
      })
      source.onopen = () => open()
      source.onmessage = ({ data }) => updates.push(JSON.parse(data))
      source.onerror = () => {
        source.close()
        reject(new ProblemError(problemOf('unavailable')))
        end()
      }
      await within('the live updates to begin', opened)
      return { ended, received: () => updates, leave: () => source.close() }
    },

    submit: (id: number): Promise<Order> =>
      client.orders.submit({ ...orderParams(id), headers: {}, query: SIGNED }),
    order: (id: number): Promise<Order> => client.orders.get(orderParams(id)),
  }
}

/** The problem code with which a request failed. */
export function failureOf(error: unknown): string {
  if (!(error instanceof ProblemError)) throw error
  const hung = error.cause instanceof Error && error.cause.name === 'TimeoutError'
  return hung ? 'hung' : error.problem.code
}

/** In no journey is the portal unavailable for longer. */
const BACK_WITHIN_MS = 60_000

/**
 * Retries until the request is answered without a temporary refusal, like a client that cannot afford to lose
 * it.
 */
export async function untilAcknowledged<T>(ask: () => Promise<T>, met: RefusalSet): Promise<T> {
  const until = Date.now() + BACK_WITHIN_MS
  while (true) {
    try {
      return await ask()
    } catch (error) {
      const code = failureOf(error)
      met.add(code)
      if ((code !== 'unavailable' && code !== 'internal') || Date.now() > until) throw error
      await new Promise((resolve) => setTimeout(resolve, RETRY_MS))
    }
  }
}
