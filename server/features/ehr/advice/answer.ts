import { randomUUID } from 'node:crypto'
import type { AdviceRequest } from '#adapters/ehr/port.ts'
import {
  type Advice,
  adviceInChart,
  adviceOnSigning,
  recordNumbersOf,
  type SignedTest,
} from '#domain/ehr/advice.ts'
import { type AdviceCard, cardOf } from '#domain/ehr/advice-card.ts'
import type { AdviceService } from '#domain/ehr/advice-settings.ts'
import { isPlacer } from '#domain/ehr/chart.ts'
import { mapped } from '#domain/ehr/maps.ts'
import type { Connection } from '#server/database/connection/connect.ts'
import { audit, type Scope, withScope } from '#server/database/scope.ts'
import { launchAddresses } from '../launch/clients.ts'
import { ordersWithNumbers } from '../launch/store.ts'
import { authorityOf, mapsOfInterface } from '../store.ts'
import * as store from './store.ts'

export interface AnswerDeps {
  /** Row-level security shows the interface's institution only. */
  connection: Connection
  publicOrigin: string
  laboratoryName: string
  now(): Date
}

interface Asked {
  client: store.AdviceClient
  service: AdviceService
  request: AdviceRequest
  /** Of the call. */
  id: string
  requestId: string
  /** Milliseconds since the request came. */
  elapsed(): number
}

/**
 * The cards for one request, kept and audited in the transaction that finds them. The patient is found by a record number
 * of the agreed system, or not at all; orders of other institutions are not seen.
 */
export function answer(deps: AnswerDeps, asked: Asked): Promise<AdviceCard[]> {
  const { client, service, request, id, requestId, elapsed } = asked
  return withScope(deps.connection, authorityOf(client, requestId), async (scope) => {
    const isFindable = recordNumbersOf(request.patient).length > 0
    const found = isFindable ? await adviceFor(deps, scope, asked) : []
    const launch =
      found.length > 0 && (await store.hasLaunch(scope, client))
        ? launchAddresses(deps.publicOrigin, client.settings.launch).launch
        : null
    const about = { label: deps.laboratoryName, origin: deps.publicOrigin, launch }
    const cards = found.map((advice) => ({ advice, card: cardOf(advice, { ...about, uuid: randomUUID() }) }))
    const reason = cards.length > 0 ? '' : isFindable ? 'nothing to tell' : 'no record number'
    await store.keepCall(
      scope,
      client,
      { id, service, outcome: 'answered', reason, tookMs: elapsed() },
      cards,
    )
    await note(scope, asked, found, cards)
    return cards.map(({ card }) => card)
  })
}

async function adviceFor(
  deps: AnswerDeps,
  scope: Scope,
  { client, service, request }: Asked,
): Promise<Advice[]> {
  const orders = await store.ordersOf(scope, client.institution, request.patient, deps.now())
  if (service === 'karyo-patient-view') return adviceInChart(request.patient, orders)
  return adviceOnSigning(request.patient, await signedTests(scope, client, request), orders)
}

/** The tests that have a meaning here, each with the orders that the hospital's number leads to. */
async function signedTests(
  scope: Scope,
  client: store.AdviceClient,
  { orders }: AdviceRequest,
): Promise<SignedTest[]> {
  const maps = await mapsOfInterface(scope, client)
  const signed = orders.flatMap(({ numbers, test }) => {
    const code = mapped(maps, 'test', test)
    return code === null ? [] : [{ code, numbers }]
  })
  const all = signed.flatMap(({ numbers }) => numbers.map(({ number }) => number))
  const [tests, brought] = await Promise.all([
    store.testsOf(
      scope,
      signed.map(({ code }) => code),
    ),
    all.length === 0 ? [] : ordersWithNumbers(scope, client.code, all),
  ])
  return signed.flatMap(({ code, numbers }) => {
    const test = tests.find((one) => one.code === code)
    if (!test) return []
    const orderIds = brought
      .filter(({ content }) => content && numbers.some((number) => isPlacer(content.placer, number)))
      .map(({ orderId }) => orderId)
    const compared = test.compared ?? undefined
    return [{ code, name: test.name, relatives: test.relatives, compared, orderIds }]
  })
}

/** Who asked about whom, and what they were told. */
async function note(
  scope: Scope,
  { client, service, request, id }: Asked,
  found: readonly Advice[],
  cards: readonly { card: AdviceCard }[],
): Promise<void> {
  const { institution, code } = client
  const orderIds = [...new Set(found.flatMap(({ orderId }) => orderId ?? []))]
  const [first] = orderIds
  const detail = {
    ...{ interface: code, service, call: id, hookInstance: request.hookInstance },
    ...{ user: request.user, patient: request.patientId, cards: cards.map(({ card }) => card.uuid) },
  }
  if (first === undefined)
    await audit(scope, 'ehr.advice-asked', { kind: 'ehr_interface', id: code, institution }, detail)
  else await audit(scope, 'ehr.advice', { kind: 'order', id: first, institution }, { ...detail, orderIds })
}
