import { type FieldError, fail } from '#contract/errors.ts'
import type { OrderFamily, orderFamilyRoutes } from '#contract/order-family.ts'
import type { RequestOf } from '#contract/route.ts'
import { familyOfOrder, type JoinedPerson } from '#domain/family/order/family-of-order.ts'
import type { Connection } from '#server/database/connection/connect.ts'
import { type Authority, audit, type Scope, withScope } from '#server/database/scope.ts'
import { findOrder, lockOrder, type StoredOrder } from '#server/features/orders/public.ts'
import { noteFamily } from '../audited.ts'
import { variantsToAdd } from '../cascade/reported-variants.ts'
import { findFamily, insertOnce, type StoredFamily } from '../store.ts'
import { relationshipIn, sameIn } from './people.ts'
import { familiesNaming, joinedRows, storeJoined } from './store.ts'

type Input<Name extends keyof typeof orderFamilyRoutes> = RequestOf<(typeof orderFamilyRoutes)[Name]>

export function getOrderFamily(connection: Connection) {
  return (authority: Authority, { params: { hospital, id } }: Input<'get'>): Promise<OrderFamily> =>
    withScope(connection, authority, async (scope) => {
      return view(scope, (await findOrder(scope, hospital, id)) ?? fail('not-found'))
    })
}

/** The family of an order that was read and not changed. */
async function view(scope: Scope, order: StoredOrder): Promise<OrderFamily> {
  await audit(scope, 'family.of-order', {
    ...{ kind: 'order', id: order.id, institution: order.institution_code },
  })
  return present(scope, order)
}

export function beginFamily(connection: Connection) {
  return (authority: Authority, { params: { hospital, id }, body }: Input<'begin'>): Promise<OrderFamily> =>
    withScope(connection, authority, async (scope) => {
      const order = await lockOrder(scope, { hospital, id })
      // A colleague, or another tab, was faster.
      if ((await joined(scope, order)).family) return view(scope, order)
      // The same keys whenever it is asked, so that a retried request joins to the family that it has made.
      let last = 0
      const { document, people } = familyOfOrder(order.document, () => {
        last += 1
        return `begun-${last}`
      })
      const { id: familyId, created } = await insertOnce(scope, hospital, { ...body, document })
      const family = (await findFamily(scope, hospital, familyId)) ?? fail('not-found')
      await storeJoined(scope, order, familyId, people)
      await noteFamily(scope, created ? 'family.create' : 'family.join', family, { order: String(order.id) })
      return present(scope, order)
    })
}

export function joinOrder(connection: Connection) {
  return (authority: Authority, { params: { hospital, id }, body }: Input<'join'>): Promise<OrderFamily> =>
    withScope(connection, authority, async (scope) => {
      const order = await lockOrder(scope, { hospital, id })
      const family = await findFamily(scope, hospital, body.familyId)
      const before = await joined(scope, order)
      const stay = before.people.filter((one) =>
        body.people.every(({ patientKey }) => patientKey !== one.patientKey),
      )
      const people = [...stay, ...body.people.filter(({ member }) => member !== '')]
      const errors = wrongIn(order, family, before.family, people, body.people)
      if (!family || errors.length > 0) fail('invalid-fields', { errors })
      await storeJoined(scope, order, family.id, people)
      await noteFamily(scope, 'family.join', family, { order: String(order.id) })
      return present(scope, order)
    })
}

export function leaveFamily(connection: Connection) {
  return (authority: Authority, { params: { hospital, id } }: Input<'leave'>): Promise<OrderFamily> =>
    withScope(connection, authority, async (scope) => {
      const order = await lockOrder(scope, { hospital, id })
      const { family } = await joined(scope, order)
      if (!family) return view(scope, order)
      await storeJoined(scope, order, family.id, [])
      await noteFamily(scope, 'family.leave', family, { order: String(order.id) })
      return present(scope, order)
    })
}

/** All that is wrong with who would be whom, by the request's fields. */
function wrongIn(
  { document }: StoredOrder,
  family: StoredFamily | undefined,
  before: StoredFamily | null,
  people: readonly JoinedPerson[],
  asked: readonly JoinedPerson[],
): FieldError[] {
  const members = family && new Set(family.document.people.map(({ key }) => key))
  const ofFamily = (rule: string, message: string): FieldError => ({ path: '/familyId', rule, message })
  const wrong = (index: number, field: string, rule: string, message: string): FieldError => ({
    ...{ path: `/people/${index}/${field}`, rule, message },
  })
  return [
    ...(family ? [] : [ofFamily('unknown-reference', 'The institution has no such family.')]),
    ...(before && family && before.id !== family.id
      ? [ofFamily('one-family', 'This order is in another family. Take it out of that family first.')]
      : []),
    ...asked.flatMap(({ patientKey, member }, index) => {
      if (relationshipIn(document, patientKey) === null)
        return [wrong(index, 'patientKey', 'unknown-reference', 'The order has nobody of this key any more.')]
      if (asked.some((one, at) => at < index && one.patientKey === patientKey))
        return [wrong(index, 'patientKey', 'unique', 'This person of the order is named twice.')]
      if (member === '') return []
      if (members && !members.has(member))
        return [wrong(index, 'member', 'unknown-reference', 'This person is not in the family any more.')]
      return people.filter((one) => one.member === member).length > 1
        ? [
            wrong(
              index,
              'member',
              'unique',
              'Two people of the order would be the same person of the family.',
            ),
          ]
        : []
    }),
  ]
}

/**
 * The order's family, and who is who: as far as both are still there, and the order still calls this person what it
 * called whoever was joined.
 */
async function joined(
  scope: Scope,
  { id, institution_code, document }: StoredOrder,
): Promise<{ family: StoredFamily | null; people: JoinedPerson[] }> {
  const rows = (await joinedRows(scope, id)).filter(
    ({ patient_key, relationship }) => relationshipIn(document, patient_key) === relationship,
  )
  const [first] = rows
  const family = first ? await findFamily(scope, institution_code, first.family_id) : undefined
  const members = new Set(family?.document.people.map(({ key }) => key))
  const people = rows
    .filter(({ member }) => members.has(member))
    .map(({ patient_key: patientKey, member }) => ({ patientKey, member }))
  return family && people.length > 0 ? { family, people } : { family: null, people: [] }
}

async function present(scope: Scope, order: StoredOrder): Promise<OrderFamily> {
  const { family, people } = await joined(scope, order)
  const variants = await variantsToAdd(scope, order.id, family && { of: family, people })
  if (variants.length > 0)
    await audit(scope, 'report.list', { kind: 'order', id: order.id, institution: order.institution_code })
  if (family) return { family: { id: family.id, name: family.name }, people, proposals: [], variants }
  const names = order.document.patients.filter(
    ({ firstName, lastName }) => firstName.trim() !== '' && lastName.trim() !== '',
  )
  const found = names.length === 0 ? [] : await familiesNaming(scope, order.institution_code, names)
  const proposals = found
    .map(({ id, name, document }) => ({ id, name, people: sameIn(order.document, document) }))
    .filter((proposal) => proposal.people.length > 0)
  return { family: null, people: [], proposals, variants }
}
