import type { User, UserRow, WaitingUser } from '#contract/users.ts'
import { permissionsOf } from '#domain/permissions/permissions.ts'
import { agreesWithAccount } from '#domain/users/account-name.ts'
import { type UserCase, userAbilities } from '#domain/users/actions.ts'
import { type InstitutionRole, manages, mayGive } from '#domain/users/roles.ts'
import { canApproveRoles, rolesThatWait } from '#domain/users/second-person.ts'
import { type Authority, nameOf, type Scope } from '#server/database/scope.ts'
import { historyOf } from './history.ts'
import { openWork } from './open-work.ts'
import { heldRoles, type Person, type PersonRow, type Place } from './store.ts'

export const nameOfPerson = (row: Pick<PersonRow, 'first_name' | 'last_name' | 'suffix'>) =>
  nameOf({ firstName: row.first_name, lastName: row.last_name, suffix: row.suffix })

/** What the actor holds at an institution, roles at its parent included. */
export function rolesAt({ actor }: Authority, code: string) {
  return actor.memberships.find((at) => at.code === code)?.roles ?? []
}

/** Roles that the actor may give at an institution: none where they do not manage its users. */
export function rolesToGive(authority: Authority, code: string): InstitutionRole[] {
  return mayGive(rolesAt(authority, code))
}

/** The institution's children whose users the actor manages too. */
export function childrenToMoveTo({ actor, reach }: Authority, code: string) {
  return actor.memberships
    .filter((at) => at.parentCode === code && reach.includes(at.code))
    .filter((at) => permissionsOf(at.roles).includes('CreateUser'))
    .map(({ code, name }) => ({ code, name }))
}

/** The facts that decide what the actor may do with a user at an institution. */
export function caseOf(authority: Authority, { code }: Place, person: Person): UserCase {
  return {
    actorRoles: rolesAt(authority, code),
    isThemself: person.id === authority.actor.id,
    status: person.status,
    roles: [...person.roles, ...person.inherited],
    ofParent: person.code !== code,
    lastManager: person.nobody_else_manages && person.status === 'Active' && manages(person.roles),
    institutionIsNew: person.approved_at === null,
    proposed: person.proposed?.roles ?? [],
  }
}

export function presentRow(row: PersonRow): UserRow {
  return {
    ...{ id: row.id, firstName: row.first_name, lastName: row.last_name, email: row.email, npi: row.npi },
    ...{ prefix: row.prefix, suffix: row.suffix, providerType: row.provider_type },
    ...{ status: row.status, roles: row.roles, since: row.since.toISOString() },
    institution: { code: row.code, name: row.institution_name },
  }
}

/** The account's name, where they registered with another one. */
function accountNameOf(row: PersonRow): string | null {
  const account = { firstName: row.account_first_name, lastName: row.account_last_name }
  const isSame = agreesWithAccount(account, { firstName: row.first_name, lastName: row.last_name })
  return isSame ? null : nameOf(account)
}

/** Roles that would wait for a second person if the actor gave them to who holds `holds`. */
export function waitIfGiven(
  authority: Authority,
  code: string,
  holds: readonly InstitutionRole[],
): InstitutionRole[] {
  const wanted = rolesToGive(authority, code)
  return rolesThatWait({ giver: rolesAt(authority, code), holds, wanted })
}

const moreOf = ({ phones, delegate }: PersonRow) => ({
  phoneNumbers: phones,
  delegate: delegate && { providerName: delegate.providerName, providerNpi: delegate.providerNpi },
})

export function presentWaiting(authority: Authority, row: PersonRow): WaitingUser {
  return {
    ...presentRow(row),
    ...moreOf(row),
    institutionIsNew: row.approved_at === null,
    proposed: row.proposed,
    accountName: accountNameOf(row),
    mayApproveRoles: canApproveRoles(rolesAt(authority, row.code)) && row.id !== authority.actor.id,
    requestedAt: row.proposed?.at ?? row.since.toISOString(),
  }
}

export async function presentUser(scope: Scope, place: Place, person: Person): Promise<User> {
  // Who is blocked at the institution has no access there, whatever they hold at its parent.
  const held = person.status === 'Blocked' ? [] : await heldRoles(scope, place, person.id)
  const at = scope.actor.memberships.find(({ code }) => code === place.code)
  const mayMoveTo = childrenToMoveTo(scope, place.code)
  const abilities = userAbilities(caseOf(scope, place, person))
  return {
    ...presentRow(person),
    ...moreOf(person),
    institutionIsNew: person.approved_at === null,
    held: held.map(({ role, given_at, given_by, code, name }) => ({
      name: role,
      institution: { code: place.code, name: at?.name ?? place.code },
      inheritedFrom: code === place.code ? null : { code, name },
      givenAt: given_at.toISOString(),
      givenBy: given_by,
    })),
    proposed: person.proposed,
    waitIfGiven: waitIfGiven(scope, place.code, [...person.roles, ...person.inherited]),
    accountName: accountNameOf(person),
    changes: await historyOf(scope, place, person),
    openWork: await openWork(scope, place, person.id),
    mayGive: rolesToGive(scope, place.code),
    mayMoveTo,
    abilities: { ...abilities, move: abilities.move && mayMoveTo.length > 0 },
  }
}
