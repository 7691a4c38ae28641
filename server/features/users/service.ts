import { type ErrorCode, fail } from '#contract/errors.ts'
import type { ReplyOf, RequestOf } from '#contract/route.ts'
import type { usersRoutes } from '#contract/users.ts'
import { ACTION_TO, obstacle, type UserAction } from '#domain/users/actions.ts'
import { roleChange } from '#domain/users/role-words.ts'
import { type InstitutionRole, outOfReach } from '#domain/users/roles.ts'
import { rolesThatWait } from '#domain/users/second-person.ts'
import { type Authority, nameOf, type Scope, within } from '#server/database/scope.ts'
import { handOverFrom } from './handing-over.ts'
import { withdrawFallen } from './invitations.ts'
import { inPlace, note, type placeOf, type UsersParts, writer } from './parts.ts'
import {
  caseOf,
  childrenToMoveTo,
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
type OwnPlace = ReturnType<typeof placeOf>

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

/** A user of the institution, held until the transaction ends, with whom the action may be done; else the problem. */
async function hold(
  scope: Scope,
  place: OwnPlace,
  id: number,
  action: UserAction,
  wanted?: readonly InstitutionRole[],
): Promise<store.Person> {
  await store.holdInstitutions(scope, [place.code])
  const person = (await store.findPerson(scope, place, id, { lock: true })) ?? fail('not-found')
  const inTheWay = obstacle(action, { ...caseOf(scope, place, person), ...(wanted ? { wanted } : {}) })
  if (inTheWay) fail(inTheWay.kind satisfies ErrorCode, { detail: inTheWay.words })
  return person
}

/** The users of institutions, and everything that is done to them, each in one transaction. */
export function usersService(parts: UsersParts) {
  const write = writer(parts)
  async function whole(scope: Scope, place: OwnPlace, id: number): Promise<Reply<'get'>> {
    const person = (await store.findPerson(scope, place, id)) ?? fail('not-found')
    const { abilities, ...rest } = await presentUser(scope, place, person)
    const waits = parts.secondPerson ? rest.waitIfGiven : []
    return {
      ...rest,
      waitIfGiven: waits,
      abilities: { ...abilities, endSessions: abilities.endSessions && parts.endsSessions },
    }
  }

  function thatWait(
    authority: Authority,
    place: OwnPlace,
    person: store.Person,
    wanted: readonly InstitutionRole[],
  ): InstitutionRole[] {
    if (!parts.secondPerson) return []
    const holds = [...person.roles, ...person.inherited]
    return rolesThatWait({ giver: rolesAt(authority, place.code), holds, wanted })
  }

  /** These roles wait for a second person, who is told; the same again tells nobody. */
  async function propose(
    scope: Scope,
    place: OwnPlace,
    person: store.Person,
    roles: readonly InstitutionRole[],
  ) {
    const { given, taken } = roleChange(person.proposed?.roles ?? [], roles)
    if (given.length + taken.length === 0) return
    await store.setProposed(scope, place.code, person.id, roles)
    if (roles.length === 0) return
    await note(scope, place.code, person.id, 'roles-proposed', { roles })
    const told = await store.approversOf(scope, place.code)
    const about = { by: nameOf(scope.actor), institution: place.name }
    for (const to of told.length > 0 ? told : [parts.supportEmail])
      await write(scope, to, (mails) => mails.rolesWait(about))
  }

  /** What falls when somebody no longer works at an institution. */
  async function leave(scope: Scope, place: OwnPlace, person: store.Person) {
    await store.setProposed(scope, place.code, person.id, [])
    await withdrawFallen(scope, person.id, parts.now())
  }

  return {
    list: async (authority: Authority, { query }: Input<'list'>): Promise<Reply<'list'>> => {
      const { hospitalCode, status, page, limit } = query
      if (!authority.institutions.includes(hospitalCode)) fail('not-found')
      return inPlace(parts, authority, hospitalCode, async (scope, place) => {
        const asked = { ...window(query), status }
        const { counts, total, rows } = await store.listPeople(scope, place, asked)
        const mayGive = rolesToGive(authority, hospitalCode)
        const mayInvite = mayGive.length > 0
        const waits = parts.secondPerson ? waitIfGiven(authority, hospitalCode, []) : []
        const meta = { total, page, limit }
        return { data: rows.map(presentRow), meta, counts, mayInvite, mayGive, waitIfGiven: waits }
      })
    },

    get: (authority: Authority, { params }: Input<'get'>) =>
      inPlace(parts, authority, params.hospital, (scope, place) => whole(scope, place, params.id)),

    waiting: (authority: Authority, { query }: Input<'waiting'>): Promise<Reply<'waiting'>> =>
      within(parts.connection, authority, async (scope) => {
        const { total, rows } = await store.listWaiting(scope, window(query))
        return {
          data: rows.map((row) => presentWaiting(scope, row)),
          meta: { total, page: query.page, limit: query.limit },
        }
      }),

    /** The same set again changes nothing, and tells nobody. */
    changeRoles: (authority: Authority, { params, body }: Input<'changeRoles'>) =>
      inPlace(parts, authority, params.hospital, async (scope, place) => {
        const roles = [...new Set(body.roles)]
        const person = await hold(scope, place, params.id, 'changeRoles', roles)
        const waiting = thatWait(authority, place, person, roles)
        const now = roles.filter((role) => !waiting.includes(role))
        const change = roleChange(person.roles, now)
        if (change.given.length + change.taken.length > 0) {
          await store.setRoles(scope, place.code, person.id, now)
          await note(scope, place.code, person.id, 'roles-changed', change)
          await write(scope, person.email, (mails) => mails.rolesChanged(authority, place.name, change))
        }
        await propose(scope, place, person, waiting)
        if (change.taken.length > 0) await withdrawFallen(scope, person.id, parts.now())
        return whole(scope, place, params.id)
      }),

    /** Roles stay written, so that who comes back has them again; they do not count while the status is not Active. */
    changeStatus: (authority: Authority, { params, body }: Input<'changeStatus'>) =>
      inPlace(parts, authority, params.hospital, async (scope, place) => {
        const { status, reason, handOverTo } = body
        const person = await hold(scope, place, params.id, ACTION_TO[status])
        await store.setStatus(scope, place.code, person.id, status)
        await note(scope, place.code, person.id, WORDS_OF_STATUS[status], { reason })
        if (status !== 'Active') await leave(scope, place, person)
        await write(scope, person.email, (mails) => mails.statusChanged(authority, place.name, status))
        // Who is blocked may be back tomorrow: their work is handed over only where that is asked for.
        if (status === 'Inactive' || handOverTo !== null)
          await handOverFrom(parts, scope, place, person, { handOverTo, leaves: status !== 'Active' })
        return whole(scope, place, params.id)
      }),

    /** In the transaction of its line: what the portals are told of it, they are told then. */
    endSessions: (authority: Authority, { params, body }: Input<'endSessions'>) =>
      inPlace(parts, authority, params.hospital, async (scope, place) => {
        const person = await hold(scope, place, params.id, 'endSessions')
        if (!parts.endsSessions)
          fail('not-offered', { detail: 'Sessions are ended at the identity provider of your organization.' })
        // Their sessions at other institutions end as well.
        const everywhere = await store.rolesEverywhere(scope, person)
        if (outOfReach(rolesAt(authority, place.code), everywhere).length > 0)
          fail('forbidden', {
            detail: 'They hold a role above yours at another institution. Ask Support to log them out.',
          })
        const sessions = await store.endSessions(scope, person)
        await note(scope, place.code, person.id, 'sessions-ended', { sessions, reason: body.reason })
        return whole(scope, place, params.id)
      }),

    move: (authority: Authority, { params, body }: Input<'move'>) =>
      inPlace(parts, authority, params.hospital, async (scope, place) => {
        const child = childrenToMoveTo(authority, place.code).find(({ code }) => code === body.to)
        const wrong = {
          ...{ path: '/to', rule: 'child' },
          message: 'Choose a child institution whose users you manage.',
        }
        if (!child) fail('invalid-fields', { errors: [wrong] })
        await store.holdInstitutions(scope, [place.code, child.code])
        const person = await hold(scope, place, params.id, 'move')
        const there = await store.findPerson(
          scope,
          { code: child.code, parent: null, children: [] },
          person.id,
        )
        if (there && there.status !== 'Inactive')
          fail('already-there', { detail: `They belong to ${child.name} already.` })
        if (outOfReach(rolesAt(authority, child.code), [...person.roles, ...(there?.roles ?? [])]).length > 0)
          fail('forbidden', { detail: `They hold a role above yours at ${child.name}.` })
        await store.setStatus(scope, place.code, person.id, 'Inactive')
        await leave(scope, place, person)
        await store.join(scope, child.code, person.id)
        await store.setRoles(scope, child.code, person.id, person.roles)
        const { reason, handOverTo } = body
        await note(scope, place.code, person.id, 'moved', { to: child.name, reason })
        await note(scope, child.code, person.id, 'moved', { from: place.name, reason })
        await write(scope, person.email, (mails) => mails.moved(authority, place.name, child.name))
        await handOverFrom(parts, scope, place, person, { handOverTo, leaves: true })
        return whole(scope, place, params.id)
      }),

    decide: (authority: Authority, { params, body }: Input<'decide'>) =>
      inPlace(parts, authority, params.hospital, async (scope, place) => {
        const person = await hold(scope, place, params.id, 'decide', body.approve ? body.roles : undefined)
        if (body.approve) {
          const wanted = [...new Set(body.roles)]
          const waiting = thatWait(authority, place, person, wanted)
          const roles = wanted.filter((role) => !waiting.includes(role))
          await propose(scope, place, person, waiting)
          // With no role that counts they go on waiting, for the second person.
          if (roles.length === 0) return
          await store.setStatus(scope, place.code, person.id, 'Active')
          await store.setRoles(scope, place.code, person.id, roles)
          await store.approveInstitution(scope, place.code)
          await note(scope, place.code, person.id, 'approved', { roles })
          await write(scope, person.email, (mails) => mails.approved(authority, place.name, roles))
        } else {
          const { reason } = body
          await store.refuse(scope, place, person.id, reason)
          await note(scope, place.code, person.id, 'refused', { reason })
          await write(scope, person.email, (mails) => mails.refused(authority, place.name, reason))
        }
      }),

    approveRoles: (authority: Authority, { params, body }: Input<'approveRoles'>) =>
      inPlace(parts, authority, params.hospital, async (scope, place) => {
        const person = await hold(scope, place, params.id, 'approveRoles')
        const roles = person.proposed?.roles ?? []
        await store.setProposed(scope, place.code, person.id, [])
        if (body.approve) {
          await store.setRoles(scope, place.code, person.id, [...new Set([...person.roles, ...roles])])
          await note(scope, place.code, person.id, 'roles-approved', { roles })
          const change = { given: roles, taken: [] }
          await write(scope, person.email, (mails) => mails.rolesChanged(authority, place.name, change))
        } else {
          await note(scope, place.code, person.id, 'roles-declined', { roles, reason: body.reason })
        }
        return whole(scope, place, params.id)
      }),
  }
}
