import { type ErrorCode, fail } from '#contract/errors.ts'
import type { ReplyOf, RequestOf } from '#contract/route.ts'
import type { usersRoutes } from '#contract/users.ts'
import { ACTION_TO, actionRefusal, type UserAction } from '#domain/users/actions.ts'
import { rolesAwaitingApproval } from '#domain/users/role-approval.ts'
import { roleChange } from '#domain/users/role-words.ts'
import { type InstitutionRole, rolesOutOfReach } from '#domain/users/roles.ts'
import { type Authority, nameOf, type Scope, withScope } from '#server/database/scope.ts'
import { returnRequests } from '#server/features/orders/public.ts'
import { inInstitution, type institutionNodeOf, note, type UserDeps, writer } from './deps.ts'
import { handOverFrom } from './hand-over.ts'
import { withdrawFallen } from './invitations.ts'
import {
  caseOf,
  childrenToMoveTo,
  nameOfUser,
  presentRow,
  presentUser,
  presentWaiting,
  rolesAt,
  rolesToGive,
  waitIfGiven,
} from './present.ts'
import * as store from './store.ts'

type Input<Name extends keyof typeof usersRoutes> = RequestOf<(typeof usersRoutes)[Name]>
type Reply<Name extends keyof typeof usersRoutes> = ReplyOf<(typeof usersRoutes)[Name]>
type OwnInstitution = ReturnType<typeof institutionNodeOf>

const WORDS_OF_STATUS = { Active: 'reactivated', Inactive: 'deactivated', Blocked: 'blocked' } as const

const window = ({
  search = '',
  page,
  limit,
}: {
  search?: string | undefined
  page: number
  limit: number
}) => ({
  ...{ search, skip: (page - 1) * limit, top: limit },
})

/**
 * Locks a user of the institution until the transaction ends, if the action is allowed on them; otherwise
 * throws the problem.
 */
async function lockUser(
  scope: Scope,
  institution: OwnInstitution,
  id: number,
  action: UserAction,
  newRoles?: readonly InstitutionRole[],
): Promise<store.UserRecord> {
  await store.lockInstitutions(scope, [institution.code])
  const user = (await store.findUser(scope, institution, id, { lock: true })) ?? fail('not-found')
  const refusal = actionRefusal(action, {
    ...caseOf(scope, institution, user),
    ...(newRoles ? { newRoles } : {}),
  })
  if (refusal) fail(refusal.kind satisfies ErrorCode, { detail: refusal.words })
  return user
}

/** What the actor decided on must still be so, or they would give back a role that a colleague has taken. */
function refuseOvertaken(
  seen: readonly InstitutionRole[] | undefined,
  held: readonly InstitutionRole[],
  detail: string,
): void {
  if (!seen) return
  const { given, taken } = roleChange(seen, held)
  if (given.length + taken.length > 0) fail('user-state', { detail })
}

/** The users of institutions and all actions on them, each in one transaction. */
export function usersService(deps: UserDeps) {
  const write = writer(deps)
  async function loadUserReply(scope: Scope, institution: OwnInstitution, id: number): Promise<Reply<'get'>> {
    const user = (await store.findUser(scope, institution, id)) ?? fail('not-found')
    const { abilities, ...rest } = await presentUser(scope, institution, user)
    const waits = deps.requiresSecondApproval ? rest.waitIfGiven : []
    return {
      ...rest,
      waitIfGiven: waits,
      abilities: {
        ...abilities,
        endSessions: abilities.endSessions && deps.endsSessions,
        forgetSecondFactor: abilities.forgetSecondFactor && deps.endsSessions,
      },
    }
  }

  function thatWait(
    authority: Authority,
    institution: OwnInstitution,
    user: store.UserRecord,
    newRoles: readonly InstitutionRole[],
  ): InstitutionRole[] {
    if (!deps.requiresSecondApproval) return []
    const currentRoles = [...user.roles, ...user.inherited]
    return rolesAwaitingApproval({ giver: rolesAt(authority, institution.code), currentRoles, newRoles })
  }

  /**
   * Stores roles that need a second person's approval, and notifies those who can give it; a repeat notifies
   * nobody.
   */
  async function propose(
    scope: Scope,
    institution: OwnInstitution,
    user: store.UserRecord,
    roles: readonly InstitutionRole[],
  ) {
    const { given, taken } = roleChange(user.proposed?.roles ?? [], roles)
    if (given.length + taken.length === 0) return
    await store.setProposed(scope, institution.code, user.id, roles)
    if (roles.length === 0) return
    await note(scope, institution.code, user.id, 'roles-proposed', { roles })
    const approvers = await store.approversOf(scope, institution.code)
    const about = { by: nameOf(scope.actor), institution: institution.name }
    for (const to of approvers.length > 0 ? approvers : [deps.supportEmail])
      await write(scope, to, (mails) => mails.rolesWait(about))
  }

  /** What ends when a user no longer works at an institution. */
  async function leave(scope: Scope, institution: OwnInstitution, user: store.UserRecord) {
    await store.setProposed(scope, institution.code, user.id, [])
    await withdrawFallen(scope, user.id, deps.now())
  }

  /**
   * Returns what the user was asked to submit and no longer may. After their own work was handed over: it may be
   * returned to whoever has it now.
   */
  const returnAsked = (scope: Scope, { code, children }: OwnInstitution, user: store.UserRecord) =>
    returnRequests(deps, scope, [code, ...children], { id: user.id, name: nameOfUser(user) })

  return {
    list: async (authority: Authority, { query }: Input<'list'>): Promise<Reply<'list'>> => {
      const { hospitalCode, status, page, limit } = query
      if (!authority.institutions.includes(hospitalCode)) fail('not-found')
      return inInstitution(deps, authority, hospitalCode, async (scope, institution) => {
        const pageQuery = { ...window(query), status }
        const { counts, total, rows } = await store.listUsers(scope, institution, pageQuery)
        const mayGive = rolesToGive(authority, hospitalCode)
        const mayInvite = mayGive.length > 0
        const waits = deps.requiresSecondApproval ? waitIfGiven(authority, hospitalCode, []) : []
        const meta = { total, page, limit }
        return { data: rows.map(presentRow), meta, counts, mayInvite, mayGive, waitIfGiven: waits }
      })
    },

    get: (authority: Authority, { params }: Input<'get'>) =>
      inInstitution(deps, authority, params.hospital, (scope, institution) =>
        loadUserReply(scope, institution, params.id),
      ),

    waiting: (authority: Authority, { query }: Input<'waiting'>): Promise<Reply<'waiting'>> =>
      withScope(deps.connection, authority, async (scope) => {
        const { total, rows } = await store.listWaiting(scope, window(query))
        return {
          data: rows.map((row) => presentWaiting(scope, row)),
          meta: { total, page: query.page, limit: query.limit },
        }
      }),

    /** An unchanged set changes nothing, and sends no mail. */
    changeRoles: (authority: Authority, { params, body }: Input<'changeRoles'>) =>
      inInstitution(deps, authority, params.hospital, async (scope, institution) => {
        const roles = [...new Set(body.roles)]
        const user = await lockUser(scope, institution, params.id, 'changeRoles', roles)
        refuseOvertaken(body.before, user.roles, 'Their roles have changed since. Look at them again.')
        const waiting = thatWait(authority, institution, user, roles)
        const now = roles.filter((role) => !waiting.includes(role))
        const change = roleChange(user.roles, now)
        if (change.given.length + change.taken.length > 0) {
          await store.setRoles(scope, institution.code, user.id, now)
          await note(scope, institution.code, user.id, 'roles-changed', change)
          await write(scope, user.email, (mails) => mails.rolesChanged(authority, institution.name, change))
        }
        await propose(scope, institution, user, waiting)
        if (change.taken.length > 0) {
          await withdrawFallen(scope, user.id, deps.now())
          await returnAsked(scope, institution, user)
        }
        return loadUserReply(scope, institution, params.id)
      }),

    /**
     * Roles stay stored, so that a returning user has them again; they do not apply while the status is not
     * Active.
     */
    changeStatus: (authority: Authority, { params, body }: Input<'changeStatus'>) =>
      inInstitution(deps, authority, params.hospital, async (scope, institution) => {
        const { status, reason, handOverTo } = body
        const user = await lockUser(scope, institution, params.id, ACTION_TO[status])
        await store.setStatus(scope, institution.code, user.id, status)
        await note(scope, institution.code, user.id, WORDS_OF_STATUS[status], { reason })
        if (status !== 'Active') await leave(scope, institution, user)
        const at = { name: institution.name, hasRoleAtParent: user.inherited.length > 0 }
        await write(scope, user.email, (mails) => mails.statusChanged(authority, at, status))
        // A blocked user may return soon: their work is handed over only if requested.
        if (status === 'Inactive' || handOverTo !== null)
          await handOverFrom(deps, scope, institution, user, { handOverTo, leaves: status !== 'Active' })
        if (status !== 'Active') await returnAsked(scope, institution, user)
        return loadUserReply(scope, institution, params.id)
      }),

    /** In the transaction of its audit line, with which the portals are told. */
    endSessions: (authority: Authority, { params, body }: Input<'endSessions'>) =>
      inInstitution(deps, authority, params.hospital, async (scope, institution) => {
        const user = await lockUser(scope, institution, params.id, 'endSessions')
        if (!deps.endsSessions)
          fail('not-offered', { detail: 'End sessions at your organization’s identity provider.' })
        // Their sessions at other institutions end as well.
        const everywhere = await store.rolesEverywhere(scope, user)
        if (rolesOutOfReach(rolesAt(authority, institution.code), everywhere).length > 0)
          fail('forbidden', {
            detail: 'They have a higher role than yours at another institution. Ask Support to log them out.',
          })
        const sessions = await store.endSessions(scope, user)
        await note(scope, institution.code, user.id, 'sessions-ended', { sessions, reason: body.reason })
        return loadUserReply(scope, institution, params.id)
      }),

    /** The user proves who they are to Support, who states how; the user is told by mail. */
    forgetSecondFactor: (authority: Authority, { params, body }: Input<'forgetSecondFactor'>) =>
      inInstitution(deps, authority, params.hospital, async (scope, institution) => {
        const user = await lockUser(scope, institution, params.id, 'forgetSecondFactor')
        if (!deps.endsSessions)
          fail('not-offered', { detail: 'Reset the second factor at your organization’s identity provider.' })
        if ((await store.forgetSecondFactor(scope, user)) === 0)
          fail('user-state', {
            detail:
              'This user has no second factor: the password alone lets them in, and they can reset it themselves.',
          })
        const sessions = await store.endSessions(scope, user)
        const detail = { sessions, reason: body.reason }
        await note(scope, institution.code, user.id, 'second-factor-forgotten', detail)
        await write(scope, user.email, (mails) => mails.secondFactorForgotten(authority))
        return loadUserReply(scope, institution, params.id)
      }),

    move: (authority: Authority, { params, body }: Input<'move'>) =>
      inInstitution(deps, authority, params.hospital, async (scope, institution) => {
        const child = childrenToMoveTo(authority, institution.code).find(({ code }) => code === body.to)
        const wrong = {
          ...{ path: '/to', rule: 'child' },
          message: 'Choose a child institution whose users you manage.',
        }
        if (!child) fail('invalid-fields', { errors: [wrong] })
        await store.lockInstitutions(scope, [institution.code, child.code])
        const user = await lockUser(scope, institution, params.id, 'move')
        const there = await store.findUser(scope, { code: child.code, parent: null, children: [] }, user.id)
        if (there && there.status !== 'Inactive')
          fail('already-there', { detail: `They already belong to ${child.name}.` })
        if (
          rolesOutOfReach(rolesAt(authority, child.code), [...user.roles, ...(there?.roles ?? [])]).length > 0
        )
          fail('forbidden', { detail: `They have a higher role than yours at ${child.name}.` })
        await store.setStatus(scope, institution.code, user.id, 'Inactive')
        await leave(scope, institution, user)
        await store.join(scope, child.code, user.id)
        await store.setRoles(scope, child.code, user.id, user.roles)
        const { reason, handOverTo } = body
        await note(scope, institution.code, user.id, 'moved', { to: child.name, reason })
        await note(scope, child.code, user.id, 'moved', { from: institution.name, reason })
        await write(scope, user.email, (mails) => mails.moved(authority, institution.name, child.name))
        await handOverFrom(deps, scope, institution, user, { handOverTo, leaves: true })
        await returnAsked(scope, institution, user)
        return loadUserReply(scope, institution, params.id)
      }),

    decide: (authority: Authority, { params, body }: Input<'decide'>) =>
      inInstitution(deps, authority, params.hospital, async (scope, institution) => {
        const user = await lockUser(
          scope,
          institution,
          params.id,
          'decide',
          body.approve ? body.roles : undefined,
        )
        if (body.approve) {
          const newRoles = [...new Set(body.roles)]
          const waiting = thatWait(authority, institution, user, newRoles)
          const roles = newRoles.filter((role) => !waiting.includes(role))
          await propose(scope, institution, user, waiting)
          // Without an effective role, the user goes on waiting for the second person.
          if (roles.length === 0) return
          await store.setStatus(scope, institution.code, user.id, 'Active')
          await store.setRoles(scope, institution.code, user.id, roles)
          await store.approveInstitution(scope, institution.code)
          await note(scope, institution.code, user.id, 'approved', { roles })
          await write(scope, user.email, (mails) => mails.approved(authority, institution.name, roles))
        } else {
          const { reason } = body
          await store.refuse(scope, institution, user.id, reason)
          await note(scope, institution.code, user.id, 'refused', { reason })
          await write(scope, user.email, (mails) => mails.refused(authority, institution.name, reason))
        }
      }),

    approveRoles: (authority: Authority, { params, body }: Input<'approveRoles'>) =>
      inInstitution(deps, authority, params.hospital, async (scope, institution) => {
        const user = await lockUser(scope, institution, params.id, 'approveRoles')
        const roles = user.proposed?.roles ?? []
        refuseOvertaken(body.proposed, roles, 'Other roles await approval by now. Look at them again.')
        await store.setProposed(scope, institution.code, user.id, [])
        if (body.approve) {
          await store.setRoles(scope, institution.code, user.id, [...new Set([...user.roles, ...roles])])
          await note(scope, institution.code, user.id, 'roles-approved', { roles })
          const change = { given: roles, taken: [] }
          await write(scope, user.email, (mails) => mails.rolesChanged(authority, institution.name, change))
        } else {
          await note(scope, institution.code, user.id, 'roles-declined', { roles, reason: body.reason })
        }
        return loadUserReply(scope, institution, params.id)
      }),
  }
}
