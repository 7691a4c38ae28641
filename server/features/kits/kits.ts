import { fail } from '#contract/errors.ts'
import type { Kit, kitsRoutes } from '#contract/kits.ts'
import type { ReplyOf, RequestOf } from '#contract/route.ts'
import { KIT_ACTIONS, type KitAction, kitObstacle } from '#domain/kits/kit.ts'
import type { Carrier } from '#domain/lookups.ts'
import { plainTrackingNumber, trackingNumberProblem } from '#domain/tracking-number/tracking-number.ts'
import type { Connection } from '#server/database/connection/connect.ts'
import { type Authority, audit, withScope } from '#server/database/scope.ts'
import { phoneErrorsOf } from '#server/phone-numbers.ts'
import { presentKit } from './present.ts'
import * as store from './store.ts'

export interface KitDeps {
  connection: Connection
  now(): Date
  /** Whether this portal offers kits. */
  offered: boolean
}

type Input<Name extends keyof typeof kitsRoutes> = RequestOf<(typeof kitsRoutes)[Name]>
type Page = ReplyOf<(typeof kitsRoutes)['list']>
interface KitRef {
  hospital: string
  id: number
}

/** One page; for all the scope's institutions if none is named. */
export function listKits({ connection, now }: KitDeps) {
  return (
    authority: Authority,
    { params, query }: { params?: { hospital: string } | undefined; query: Input<'list'>['query'] },
  ): Promise<Page> =>
    withScope(connection, authority, async (scope) => {
      const { skip, top } = query
      const kitQuery = { ...query, institution: params?.hospital ?? null }
      const { total, counts, rows } = await store.listKits(scope, kitQuery)
      if (skip > 0 && skip >= total) fail('invalid-page')
      return { total, top, skip, counts, kits: rows.map((row) => presentKit(scope, row, now())) }
    })
}

/** A kit order is not about a patient: viewing it is not audited, changing it is. */
export function getKit({ connection, now }: KitDeps) {
  return (authority: Authority, { params: { hospital, id } }: Input<'get'>): Promise<Kit> =>
    withScope(connection, authority, async (scope) =>
      presentKit(scope, (await store.findKit(scope, hospital, id)) ?? fail('not-found'), now()),
    )
}

export function orderKits({ connection, now, offered }: KitDeps) {
  return (authority: Authority, { params: { hospital }, body }: Input<'order'>): Promise<Kit> => {
    if (!offered) fail('not-offered')
    const { kitRecipient: recipient, ...order } = body
    const errors = phoneErrorsOf(recipient.phone, '/kitRecipient/phone')
    if (errors.length > 0) fail('invalid-fields', { errors })
    return withScope(connection, authority, async (scope) => {
      const { id, created } = await store.insertOnce(scope, hospital, { ...order, recipient, orderId: null })
      const { kitType, quantity } = order
      if (created)
        await audit(scope, 'kit.order', { kind: 'kit', id, institution: hospital }, { kitType, quantity })
      return presentKit(scope, (await store.findKit(scope, hospital, id)) ?? fail('not-found'), now())
    })
  }
}

/** Performs `action` on a kit order. If the result already holds, nothing changes. */
export function changeKit({ connection, now }: KitDeps, action: KitAction) {
  return (
    authority: Authority,
    { params: { hospital, id } }: { params: KitRef },
    parcel: { carrier: Carrier; trackingNumber: string } | null = null,
  ): Promise<Kit> =>
    withScope(connection, authority, async (scope) => {
      const find = async (how?: { lock: boolean }) =>
        (await store.findKit(scope, hospital, id, how)) ?? fail('not-found')
      const row = await find({ lock: true })
      const isSame =
        row.status === KIT_ACTIONS[action].to &&
        (parcel === null || (row.carrier === parcel.carrier && row.tracking_number === parcel.trackingNumber))
      if (isSame) return presentKit(scope, row, now())
      const detail = kitObstacle(action, row.status)
      if (detail !== null) fail('wrong-state', { detail })
      await store.change(scope, id, action, parcel)
      await audit(scope, `kit.${action}`, { kind: 'kit', id, institution: hospital }, parcel ?? {})
      return presentKit(scope, await find(), now())
    })
}

/** The parcel, with its number as stored. */
function readParcel({ carrier, trackingNumber }: Input<'send'>['body']) {
  const message = trackingNumberProblem(trackingNumber)
  if (message !== null)
    fail('invalid-fields', { errors: [{ path: '/trackingNumber', rule: 'tracking-number', message }] })
  return { carrier, trackingNumber: plainTrackingNumber(trackingNumber) }
}

export function sendKit(deps: KitDeps) {
  const send = changeKit(deps, 'send')
  return (authority: Authority, { params, body }: Input<'send'>): Promise<Kit> =>
    send(authority, { params }, readParcel(body))
}
