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

/** An institution of the demo laboratory, full of orders, at which its provider may submit. */
export const HOSPITAL = '1001'

/** A request that has no answer by then counts as hung. */
const ANSWER_WITHIN_MS = 60_000

/** Waits between two tries: long enough to leave the machine to what is being started again. */
const RETRY_MS = 100

/** The codes of the problems that were met, see `failureOf`; `hung` where there was no answer at all. */
export type RefusalSet = Set<string>

type LiveUpdate = z.output<(typeof portalRoutes.live.reply)['events']>

let born = 0

/** No two patients are the same person, of whom the same test would be ordered twice. */
function anotherBirthday(): string {
  born += 1
  return new Date(Date.UTC(1960, 0, born)).toISOString().slice(0, 10)
}

export type Clinic = ReturnType<typeof clinicOf>

/**
 * A clinician who is signed in at `origin`, and uses the API as the portal's pages do: the submitter of a clinic, or,
 * where a fault has a whole portal for itself, somebody of the demo, who orders at `HOSPITAL`.
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

/** The same, with a token that was got elsewhere. */
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

  /** What the catalogue's test 1102 needs, but for the patient's last name. */
  async function nearlyCompleteDraft() {
    const test = await client.catalogue.test({
      params: { code: '1102' },
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

    /** A document whose patient the simulated payer knows (simulators/payer/members.ts), for a question about them. */
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

    /** A draft that lacks nothing: begun, then completed by a patch as the form does. Its number. */
    async draft(lastName: string, met: RefusalSet = new Set()): Promise<number> {
      const body = { draftKey: randomUUID(), document: await untilAcknowledged(nearlyCompleteDraft, met) }
      const { id } = await untilAcknowledged(() => client.orders.create({ params: { hospital }, body }), met)
      const patch = [{ op: 'replace' as const, path: '/patients/0/lastName', value: lastName }]
      await untilAcknowledged(
        () => client.orders.patch({ ...orderParams(id), headers: {}, body: patch }),
        met,
      )
      return id
    },

    /** Follows the live updates as a page does that is open from now on. */
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

/** The code of the problem that a call has failed with. */
export function failureOf(error: unknown): string {
  if (!(error instanceof ProblemError)) throw error
  const hung = error.cause instanceof Error && error.cause.name === 'TimeoutError'
  return hung ? 'hung' : error.problem.code
}

/** Longer than this the portal is away in no journey. */
const BACK_WITHIN_MS = 60_000

/** Asks until there is an answer that is no refusal for the moment, as a client that cannot afford to lose it. */
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
