import { fail } from '#contract/errors.ts'
import type { launchesRoutes, OpenedLaunch } from '#contract/launches.ts'
import type { RequestOf } from '#contract/route.ts'
import { type Chart, filledFrom } from '#domain/ehr/chart.ts'
import { hasSignedInSince, isWaiting, type LaunchOfDraft, orderOfLaunch } from '#domain/ehr/launch.ts'
import { mapped, mapsOf } from '#domain/ehr/maps.ts'
import { isCertainlyHere, isPatientHere } from '#domain/ehr/same-person.ts'
import { newOrder, type OrderDocument } from '#domain/orders/document.ts'
import type { Connection } from '#server/database/connection/connect.ts'
import { audit, nameOf, type Scope, withScope } from '#server/database/scope.ts'
import { createDraft, type DraftDeps, findOrder, rewriteDraft } from '#server/features/orders/public.ts'
import type { Handlers } from '#server/http/handlers.ts'
import * as orders from '../store.ts'
import * as store from './store.ts'

export interface OpenLaunchDeps extends DraftDeps {
  connection: Connection
}

/** Opening launches as drafts, and what they wrote there. */
export function launchesHandlers(deps: OpenLaunchDeps): Handlers<typeof launchesRoutes> {
  return {
    open: ({ authority, claims, params, body }) =>
      withScope(deps.connection, authority, (scope) =>
        open(deps, scope, { id: params.launch, ...body, signedInAt: claims.signedInAt }),
      ),
    ofDraft: ({ authority, params }) =>
      withScope(deps.connection, authority, (scope) => ofDraft(scope, params)),
  }
}

interface Asked {
  id: string
  proof: string
  link: boolean
  signedInAt: number | null
}

/**
 * Opens a launch for the signed-in user: in the draft that it already has, in the one that the hospital's message made, in
 * one of an earlier launch for the same patient, or in a new one. Opened again, it is the same draft.
 */
async function open(deps: OpenLaunchDeps, scope: Scope, asked: Asked): Promise<OpenedLaunch> {
  const launch = (await store.lockLaunch(scope, asked.id, asked.proof)) ?? fail('not-found')
  const { actor } = scope
  const hospitalName = await clientName(scope, launch.clientId)
  if (launch.openedBy !== null) {
    if (launch.openedBy !== actor.id) return { state: 'other-user', hospitalName }
    return opened(scope, launch.institution, launch.orderId ?? fail('not-found'))
  }
  const { chart } = launch
  if (!chart || !isWaiting(launch.launchedAt, deps.now())) fail('not-found')
  const linked = await store.linkedUser(scope, launch)
  if (linked === undefined) {
    // A hospital must not be able to make one of its own users the laboratory's Support.
    if (actor.support) fail('forbidden')
    const signedIn = hasSignedInSince(launch.launchedAt, asked.signedInAt)
    if (!asked.link || !signedIn) {
      const { firstName = '', lastName = '' } = chart.provider ?? {}
      return { state: 'link', hospitalName, launchedBy: nameOf({ firstName, lastName }), signedIn }
    }
    if (!(await store.link(scope, launch))) return { state: 'other-user', hospitalName }
    const entity = { kind: 'user', id: actor.id, institution: launch.institution }
    await audit(scope, 'ehr.launch-linked', entity, { launch: launch.id, issuer: launch.issuer })
  } else if (linked !== actor.id) return { state: 'other-user', hospitalName }
  return write(deps, scope, { launch, chart, hospitalName })
}

async function clientName({ db }: Scope, id: string): Promise<string> {
  const { name } = await db
    .selectFrom('ehr_launch_client')
    .select('name')
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  return name
}

async function opened(scope: Scope, hospital: string, orderId: number): Promise<OpenedLaunch> {
  const row = (await findOrder(scope, hospital, orderId)) ?? fail('not-found')
  return { state: 'opened', hospitalCode: hospital, orderId, submitted: row.state !== 'draft' }
}

interface Writing {
  launch: store.Launch
  chart: Chart
  hospitalName: string
}

async function write(deps: OpenLaunchDeps, scope: Scope, writing: Writing): Promise<OpenedLaunch> {
  const { launch, chart, hospitalName } = writing
  const { institution: hospital } = launch
  const interfaceCode = await interfaceOf(scope, launch.clientId)
  const found = await draftFor(scope, launch, chart, interfaceCode)
  const there = found === undefined ? undefined : await findOrder(scope, hospital, found, { lock: true })
  // Somebody has made it another person's draft: a chart must not be mixed into it.
  const isOthers = there?.state === 'draft' && !isPatientHere(chart.patient, there.document.patients[0])
  const row = isOthers ? undefined : there
  const fill = (before: OrderDocument) => filledWith(scope, { before, chart, hospital, interfaceCode })
  // Only a draft still needs an indication; and a relative's chart must not be shown with the order.
  const conditions = row && row.state !== 'draft' ? [] : chart.conditions
  const keep: LaunchOfDraft = { filled: [], conditions, notRead: chart.notRead }
  let orderId: number
  if (row) {
    orderId = row.id
    if (row.state === 'draft') {
      const { document, filled } = await fill(row.document)
      keep.filled = filled
      if (filled.length > 0) {
        await rewriteDraft(
          deps,
          scope,
          { hospital, id: row.id },
          { document, seen: row.version, by: hospitalName },
        )
        await orders.setFilled(scope, row.id, { seen: row.version, version: row.version + 1 })
      }
    }
  } else {
    const { document, filled } = await fill(newOrder(await providerOf(scope, chart)))
    keep.filled = filled
    const detail = `launched from ${hospitalName}`
    orderId = (await createDraft(deps, scope, { hospital, draftKey: launch.id, document, detail })).id
  }
  await store.setOpened(scope, launch, { orderId, filled: keep })
  await audit(
    scope,
    'ehr.launch-opened',
    { kind: 'order', id: orderId, institution: hospital },
    { launch: launch.id, hospital: launch.clientId, patient: launch.patientId },
  )
  return opened(scope, hospital, orderId)
}

async function interfaceOf({ db }: Scope, clientId: string): Promise<string | null> {
  const row = await db
    .selectFrom('ehr_launch_client')
    .select('interface_code')
    .where('id', '=', clientId)
    .executeTakeFirst()
  return row?.interface_code ?? null
}

/** The order that a launch belongs to, if there is one already. */
async function draftFor(
  scope: Scope,
  launch: store.Launch,
  chart: Chart,
  interfaceCode: string | null,
): Promise<number | undefined> {
  const named = await namedOrder(scope, launch, chart)
  if (named !== undefined) return named
  const numbers = (chart.order?.numbers ?? []).map(({ number }) => number)
  if (interfaceCode !== null && numbers.length > 0) {
    const brought = await store.ordersWithNumbers(scope, interfaceCode, numbers)
    const order = orderOfLaunch(chart, brought)
    if (order) return order.orderId
  }
  // The launch names an order that is not here: a draft for another one must not take its place.
  if (numbers.length > 0) return undefined
  const [earlier] = await store.earlierDrafts(scope, launch)
  return earlier?.orderId ?? undefined
}

/**
 * The order that a card of ours opened the portal for, if it is this patient's: its number came by way of the hospital. A card
 * tells a relative of their own specimen too; then the laboratory has the order, and it is opened as it is.
 */
async function namedOrder(scope: Scope, launch: store.Launch, chart: Chart): Promise<number | undefined> {
  if (launch.namedOrder === null) return undefined
  const row = await findOrder(scope, launch.institution, launch.namedOrder)
  if (!row) return undefined
  const { patients } = row.document
  const among = row.state === 'draft' ? patients.slice(0, 1) : patients
  return among.some((person) => isCertainlyHere(chart.patient, person)) ? row.id : undefined
}

/** As in the form: whoever has an NPI orders by themself, unless the chart names somebody. */
async function providerOf({ actor }: Scope, { provider }: Chart) {
  const isNamed = provider?.numbers.some(({ type }) => type === 'NPI') ?? false
  if (isNamed || actor.npi === '') return undefined
  const { id: physicianId, firstName, lastName, npi } = actor
  return { physicianId, firstName, lastName, npi }
}

async function filledWith(
  scope: Scope,
  about: { before: OrderDocument; chart: Chart; hospital: string; interfaceCode: string | null },
) {
  const { before, chart, hospital, interfaceCode } = about
  const maps =
    interfaceCode === null ? mapsOf([]) : await orders.mapsOfInterface(scope, { code: interfaceCode })
  const test = mapped(maps, 'test', chart.order?.test ?? [])
  const npis = (chart.provider?.numbers ?? []).map(({ number }) => number)
  const [tests, users] = await Promise.all([
    orders.testNames(scope, test === null ? [] : [test]),
    orders.usersByNpi(scope, hospital, npis),
  ])
  const [user, ...others] = users
  return filledFrom(before, chart, maps, {
    tests: new Map(tests.map(({ code, name }) => [code, name])),
    providers: new Map(user && others.length === 0 ? [[user.npi, user.id]] : []),
  })
}

async function ofDraft(
  scope: Scope,
  { hospital, id }: RequestOf<(typeof launchesRoutes)['ofDraft']>['params'],
) {
  const row = (await findOrder(scope, hospital, id)) ?? fail('not-found')
  const launches = await store.launchesOf(scope, row.id)
  const last = launches.at(-1)
  if (!last) return { chart: null }
  await audit(scope, 'ehr.chart-read', { kind: 'order', id, institution: hospital })
  const all = launches.flatMap(({ filled }) => (filled ? [filled] : []))
  const conditions = all.flatMap((one) => one.conditions)
  const byPath = new Map(all.flatMap(({ filled }) => filled).map((one) => [one.path, one]))
  const { hospitalName, launchedAt } = last
  return {
    chart: {
      ...{ hospitalName, launchedAt: launchedAt.toISOString(), filled: [...byPath.values()] },
      conditions: [...new Map(conditions.map((one) => [one.code || one.words, one])).values()],
      notRead: [...(last.filled?.notRead ?? [])],
    },
  }
}
