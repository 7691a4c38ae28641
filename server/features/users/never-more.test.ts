import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { ProblemError } from '#contract/errors.ts'
import type { GivenRole } from '#contract/people.ts'
import { INSTITUTION_ROLES } from '#domain/users/roles.ts'
import { startPortal, type TestPortal } from '../../testing/portal.ts'
import { CHILD, FOREIGN, PARENT } from '../../testing/world.ts'
import { addUser, idOf } from './testing/users.ts'

let portal: TestPortal
let userIds: number[]
let invited: string[]
beforeAll(async () => {
  portal = await startPortal()
  const subjects = ['UserAdmin@P1', 'SuperUser@P1', 'OrderViewer@P1', 'OrderSubmitter@C1', 'SuperUser@C1']
  const more = ['waiting', 'inactive', 'blocked', 'nobody', 'OrderSubmitter@F1']
  userIds = await Promise.all([...subjects, ...more].map((subject) => idOf(portal, subject)))
  const gone = await addUser(portal, 'Gone', { [PARENT]: ['OrderViewer'], [CHILD]: ['SuperUser'] })
  const left = await addUser(portal, 'Left', { [PARENT]: ['SuperUser'] }, { status: 'Inactive' })
  userIds.push(gone.id, left.id)
  invited = ['one@clinic.test', 'two@clinic.test', gone.email, left.email]
  await portal
    .as('SuperUser@P1')
    .users.invite({ params: { hospital: PARENT }, body: { email: 'two@clinic.test', roles: ['SuperUser'] } })
})
afterAll(() => portal?.stop())

/** Every place where a role above a user administrator's can be: holders, their status, and invitations. */
async function above() {
  const roleRows = await portal.worker.db
    .selectFrom('customer_role as r')
    .innerJoin('membership as m', (join) =>
      join
        .onRef('m.physician_id', '=', 'r.physician_id')
        .onRef('m.institution_code', '=', 'r.institution_code'),
    )
    .select(['r.physician_id', 'r.institution_code', 'm.status'])
    .where('r.role', '=', 'SuperUser')
    // A user awaiting approval has no roles yet; an approval replaces the stored ones.
    .where('m.status', '<>', 'WaitingForApproval')
    .execute()
  const invitations = await portal.worker.db
    .selectFrom('invitation')
    .select(['id', 'expires_at', 'withdrawn_at'])
    .where(({ val, fn }) => fn<boolean>('array_position', ['roles', val('SuperUser')]), 'is not', null)
    .execute()
  return { roleRows: roleRows.map((row) => JSON.stringify(row)).toSorted(), invitations }
}

type Users = ReturnType<TestPortal['as']>['users']
const hospital = fc.constantFrom(PARENT, CHILD, FOREIGN)
const roles = fc.subarray<GivenRole>([...INSTITUTION_ROLES])
const who = fc.integer({ min: 0, max: 11 }).map((index) => () => userIds[index] ?? 0)
const at = fc.record({ hospital, who }).map(({ hospital, who }) => () => ({ hospital, id: who() }))
const reason = 'Because'

/** One call, with any arguments that its shape allows. */
const CALLS: fc.Arbitrary<(users: Users) => Promise<unknown>>[] = [
  fc.tuple(at, roles).map(
    ([params, roles]) =>
      (users) =>
        users.changeRoles({ params: params(), body: { roles } }),
  ),
  fc
    .tuple(at, fc.constantFrom('Active' as const, 'Inactive' as const, 'Blocked' as const), fc.option(who))
    .map(
      ([params, status, next]) =>
        (users) =>
          users.changeStatus({ params: params(), body: { status, reason, handOverTo: next?.() ?? null } }),
    ),
  fc.tuple(at, hospital).map(
    ([params, to]) =>
      (users) =>
        users.move({ params: params(), body: { to, reason } }),
  ),
  fc.tuple(at, roles, fc.boolean()).map(
    ([params, roles, yes]) =>
      (users) =>
        users.decide({ params: params(), body: yes ? { approve: true, roles } : { approve: false, reason } }),
  ),
  fc.tuple(hospital, fc.integer({ min: 0, max: 3 }), roles).map(
    ([hospital, index, roles]) =>
      (users) =>
        users.invite({ params: { hospital }, body: { email: invited[index] ?? '', roles } }),
  ),
  fc.tuple(hospital, fc.integer({ min: 1, max: 6 }), fc.boolean()).map(
    ([hospital, id, again]) =>
      (users) =>
        again ? users.resend({ params: { hospital, id } }) : users.withdraw({ params: { hospital, id } }),
  ),
]

test('no call by a user administrator can give, remove, end or open a role above their own', async () => {
  const before = await above()
  const done = { taken: 0, refused: 0 }
  const property = fc.asyncProperty(
    fc.constantFrom('UserAdmin@P1', 'UserAdmin@C1'),
    fc.array(fc.oneof(...CALLS), { minLength: 1, maxLength: 10 }),
    async (by, calls) => {
      for (const call of calls)
        await call(portal.as(by).users).then(
          () => (done.taken += 1),
          (error: unknown) => {
            // Refused with a reason; an unexpected error is a failure.
            if (!(error instanceof ProblemError) || error.problem.status >= 500) throw error
            done.refused += 1
          },
        )
      expect(await above()).toEqual(before)
    },
  )
  await fc.assert(property, { numRuns: 60 })
  // Without both outcomes, nothing would have been tested.
  expect(done.taken).toBeGreaterThan(5)
  expect(done.refused).toBeGreaterThan(5)
})
