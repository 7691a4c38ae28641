import type { User, UserRow, WaitingUser } from '#contract/users.ts'
import { permissionsOf } from '#domain/permissions/permissions.ts'
import { agreesWithAccount } from '#domain/users/account-name.ts'
import { type UserCase, userAbilities } from '#domain/users/actions.ts'
import { canApproveRoles, rolesAwaitingApproval } from '#domain/users/role-approval.ts'
import { givableRoles, type InstitutionRole, managesUsers } from '#domain/users/roles.ts'
import { type Authority, nameOf, type Scope } from '#server/database/scope.ts'
import { historyOf } from './history.ts'
import { openWork } from './open-work.ts'
import { type InstitutionNode, type ListedUser, rolesWithSource, type UserRecord } from './store.ts'

export const nameOfUser = (row: Pick<ListedUser, 'first_name' | 'last_name' | 'suffix'>) =>
  nameOf({ firstName: row.first_name, lastName: row.last_name, suffix: row.suffix })

/** The actor's roles at an institution, including those at its parent. */
export function rolesAt({ actor }: Authority, code: string) {
  return actor.memberships.find((at) => at.code === code)?.roles ?? []
}

/** Roles that the actor may give at an institution; none if they do not manage its users. */
export function rolesToGive(authority: Authority, code: string): InstitutionRole[] {
  return givableRoles(rolesAt(authority, code))
}

/** The institution's children whose users the actor also manages. */
export function childrenToMoveTo({ actor, reach }: Authority, code: string) {
  return actor.memberships
    .filter((at) => at.parentCode === code && reach.includes(at.code))
    .filter((at) => permissionsOf(at.roles).includes('CreateUser'))
    .map(({ code, name }) => ({ code, name }))
}

/** What decides which actions the actor may perform on a user at an institution. */
export function caseOf(authority: Authority, { code }: InstitutionNode, user: UserRecord): UserCase {
  return {
    actorRoles: rolesAt(authority, code),
    isOwnAccount: user.id === authority.actor.id,
    status: user.status,
    roles: [...user.roles, ...user.inherited],
    ofParent: user.code !== code,
    hasRoleAtParent: user.inherited.length > 0,
    lastManager: user.nobody_else_manages && user.status === 'Active' && managesUsers(user.roles),
    institutionIsNew: user.approved_at === null,
    proposed: user.proposed?.roles ?? [],
  }
}

export function presentRow(row: ListedUser): UserRow {
  return {
    ...{ id: row.id, firstName: row.first_name, lastName: row.last_name, email: row.email, npi: row.npi },
    ...{ prefix: row.prefix, suffix: row.suffix, providerType: row.provider_type },
    ...{ status: row.status, roles: row.roles, since: row.since.toISOString() },
    institution: { code: row.code, name: row.institution_name },
  }
}

/** The account's name, if the user registered with another one. */
function accountNameOf(row: ListedUser): string | null {
  const account = { firstName: row.account_first_name, lastName: row.account_last_name }
  const isSame = agreesWithAccount(account, { firstName: row.first_name, lastName: row.last_name })
  return isSame ? null : nameOf(account)
}

/** Roles that would need a second approval if the actor gave them to a user with the roles `holds`. */
export function waitIfGiven(
  authority: Authority,
  code: string,
  currentRoles: readonly InstitutionRole[],
): InstitutionRole[] {
  const newRoles = rolesToGive(authority, code)
  return rolesAwaitingApproval({ giver: rolesAt(authority, code), currentRoles, newRoles })
}

const moreOf = ({ phones, delegate }: ListedUser) => ({
  phoneNumbers: phones,
  delegate: delegate && { providerName: delegate.providerName, providerNpi: delegate.providerNpi },
})

export function presentWaiting(authority: Authority, row: ListedUser): WaitingUser {
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

export async function presentUser(
  scope: Scope,
  institution: InstitutionNode,
  user: UserRecord,
): Promise<User> {
  // A user blocked at the institution has no access there, whatever their roles at its parent.
  const roleRows = user.status === 'Blocked' ? [] : await rolesWithSource(scope, institution, user.id)
  const at = scope.actor.memberships.find(({ code }) => code === institution.code)
  const mayMoveTo = childrenToMoveTo(scope, institution.code)
  const abilities = userAbilities(caseOf(scope, institution, user))
  return {
    ...presentRow(user),
    ...moreOf(user),
    institutionIsNew: user.approved_at === null,
    held: roleRows.map(({ role, given_at, given_by, code, name }) => ({
      name: role,
      institution: { code: institution.code, name: at?.name ?? institution.code },
      inheritedFrom: code === institution.code ? null : { code, name },
      givenAt: given_at.toISOString(),
      givenBy: given_by,
    })),
    hasRoleAtParent: user.inherited.length > 0,
    proposed: user.proposed,
    waitIfGiven: waitIfGiven(scope, institution.code, [...user.roles, ...user.inherited]),
    accountName: accountNameOf(user),
    changes: await historyOf(scope, institution, user),
    openWork: await openWork(scope, institution, user.id),
    mayGive: rolesToGive(scope, institution.code),
    mayMoveTo,
    abilities: { ...abilities, move: abilities.move && mayMoveTo.length > 0 },
  }
}
