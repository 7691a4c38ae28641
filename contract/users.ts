import { z } from 'zod'
import {
  givenRole,
  instant,
  pageMeta,
  paging,
  phoneEntry,
  providerType,
  roleName,
  userStatus,
} from './people.ts'
import { routes } from './route.ts'
import { filled } from './texts.ts'

/** What the user may do with another user of an institution. */
const abilities = z.object({
  changeRoles: z.boolean(),
  block: z.boolean(),
  deactivate: z.boolean(),
  reactivate: z.boolean(),
  move: z.boolean(),
  decide: z.boolean(),
  /** May approve or decline, as the second person, roles that another user has assigned. */
  approveRoles: z.boolean(),
  /** Not if an external identity provider manages the sessions. */
  endSessions: z.boolean(),
  /** As `endSessions`: not if an external identity provider checks the second factor. */
  forgetSecondFactor: z.boolean(),
})

/** A user of an institution; `status` and `since` are those at that institution. */
export const userRow = z.object({
  id: z.number().int(),
  firstName: z.string(),
  lastName: z.string(),
  email: z.string(),
  npi: z.string(),
  prefix: z.string(),
  suffix: z.string(),
  providerType,
  status: userStatus,
  roles: z.array(roleName),
  since: instant,
  /** The institution they belong to: the requested one, or its parent. */
  institution: z.object({ code: z.string(), name: z.string() }),
})
export type UserRow = z.infer<typeof userRow>

/** Where a user's access comes from: one line per role. `inheritedFrom` names the parent that grants it. */
const roleAssignment = z.object({
  name: roleName,
  institution: z.object({ code: z.string(), name: z.string() }),
  inheritedFrom: z.object({ code: z.string(), name: z.string() }).nullable(),
  givenAt: instant,
  givenBy: z.string(),
})

/**
 * Roles that a user administrator has assigned but that take effect only once a second person approves them.
 */
const proposed = z.object({ roles: z.array(givenRole), by: z.string(), at: instant })

/** One change of a user: who, when, what, in words, and the given reason. */
const change = z.object({
  at: instant,
  actor: z.string(),
  action: z.enum([
    'registered',
    'approved',
    'refused',
    'invited',
    'invitation-accepted',
    'roles-changed',
    'roles-proposed',
    'roles-approved',
    'roles-declined',
    'blocked',
    'deactivated',
    'reactivated',
    'moved',
    'handed-over',
    'attested',
    'terms-accepted',
    'joined',
    'sessions-ended',
    'second-factor-forgotten',
  ]),
  detail: z.string(),
  reason: z.string(),
})
export type UserChange = z.infer<typeof change>

/** The account name with which they registered, if it differs; null if it agrees. */
const accountName = z.string().nullable()

export const user = userRow.extend({
  phoneNumbers: z.array(phoneEntry),
  /** The provider for whom a user without an NPI acts. */
  delegate: z.object({ providerName: z.string(), providerNpi: z.string() }).nullable(),
  /** A new institution is approved with its first user. */
  institutionIsNew: z.boolean(),
  held: z.array(roleAssignment),
  /** A role at the parent counts here unless they are blocked here; `held` has it only for who sees the parent's users. */
  hasRoleAtParent: z.boolean(),
  proposed: proposed.nullable(),
  /** Roles that would await a second person if this actor assigned them to this user. */
  waitIfGiven: z.array(givenRole),
  accountName,
  changes: z.array(change),
  /** Their open work at the institution, which would be handed over. */
  openWork: z.object({ drafts: z.number().int(), orders: z.number().int() }),
  /** Roles that the actor may assign here. */
  mayGive: z.array(givenRole),
  /** Child institutions to which they can be moved and that the actor manages. */
  mayMoveTo: z.array(z.object({ code: z.string(), name: z.string() })),
  abilities,
})
export type User = z.infer<typeof user>

export const waitingUser = userRow.extend({
  phoneNumbers: z.array(phoneEntry),
  delegate: z.object({ providerName: z.string(), providerNpi: z.string() }).nullable(),
  /** A new institution is approved with its first user. */
  institutionIsNew: z.boolean(),
  proposed: proposed.nullable(),
  accountName,
  /** The actor can be the second person for roles that await approval. */
  mayApproveRoles: z.boolean(),
  requestedAt: instant,
})
export type WaitingUser = z.infer<typeof waitingUser>

export const invitation = z.object({
  id: z.number().int(),
  email: z.string(),
  roles: z.array(givenRole),
  invitedBy: z.string(),
  invitedAt: instant,
  /** When the last email was written. */
  sentAt: instant,
  expiresAt: instant,
  expired: z.boolean(),
})
export type Invitation = z.infer<typeof invitation>

const hospital = z.string().min(1).max(20)
const ofUser = z.object({ hospital, id: z.coerce.number().int().positive() })
const ofInvitation = ofUser
const roleList = z.array(givenRole).max(5)
/** The roles that the second person read: refused if others await approval by now. Not sent by earlier versions. */
const proposedSeen = roleList.optional()
const reason = filled(500, 'Enter a reason.')
const manage = { kind: 'institution', permissions: ['CreateUser'], at: ['hospital'] } as const
const manageMany = { kind: 'institution', permissions: ['CreateUser'] } as const

export const usersRoutes = routes({
  list: {
    method: 'GET',
    path: '/api/PhysiciansV2/',
    summary: 'An institution’s users',
    access: { kind: 'institution', permissions: ['ViewUser', 'CreateUser'] },
    query: z.object({ hospitalCode: hospital, status: userStatus.optional(), ...paging }),
    reply: z.object({
      data: z.array(userRow),
      meta: pageMeta,
      /** Over all pages, regardless of the requested status. */
      counts: z.record(userStatus, z.number().int()),
      mayInvite: z.boolean(),
      /** Roles that would await a second person if the actor assigned them to a new user. */
      waitIfGiven: z.array(givenRole),
      mayGive: z.array(givenRole),
    }),
    cost: 'search',
    errors: [],
  },
  get: {
    method: 'GET',
    path: '/api/users/{hospital}/{id}',
    summary: 'One user of an institution: what they may do and why, and who changed it when',
    access: { kind: 'institution', permissions: ['ViewUser', 'CreateUser'], at: ['hospital'] },
    params: ofUser,
    reply: user,
    errors: [],
  },
  changeRoles: {
    method: 'PUT',
    path: '/api/users/{hospital}/{id}/roles',
    summary: 'Change a user’s roles at the institution',
    access: manage,
    params: ofUser,
    body: z.strictObject({
      roles: roleList,
      /** The roles that the change began with: refused if they are others by now. Not sent by earlier versions. */
      before: roleList.optional(),
    }),
    reply: user,
    errors: ['user-state'],
  },
  changeStatus: {
    method: 'PUT',
    path: '/api/users/{hospital}/{id}/status',
    summary: 'Block, deactivate or reactivate a user of the institution; access ends immediately',
    access: manage,
    params: ofUser,
    body: z.strictObject({
      status: z.enum(['Active', 'Inactive', 'Blocked']),
      reason,
      /** Who takes over their open drafts and orders; required for Inactive if there are any. */
      handOverTo: z.number().int().positive().nullable().default(null),
    }),
    reply: user,
    errors: ['user-state'],
  },
  endSessions: {
    method: 'POST',
    path: '/api/users/{hospital}/{id}/end-sessions',
    summary: 'Log a user out everywhere; they can log in again with the same roles',
    access: manage,
    params: ofUser,
    body: z.strictObject({ reason }),
    reply: user,
    errors: ['user-state', 'not-offered'],
  },
  forgetSecondFactor: {
    method: 'POST',
    path: '/api/users/{hospital}/{id}/forget-second-factor',
    summary:
      'Remove the second factor of a user who has lost it, and log them out everywhere; for laboratory support',
    access: manage,
    params: ofUser,
    /** The reason: how it was verified who asks. */
    body: z.strictObject({ reason }),
    reply: user,
    errors: ['user-state', 'not-offered'],
  },
  move: {
    method: 'POST',
    path: '/api/users/{hospital}/{id}/move',
    summary: 'Move a user to a child institution with the same roles',
    access: manage,
    params: ofUser,
    body: z.strictObject({
      to: hospital,
      reason,
      handOverTo: z.number().int().positive().nullable().default(null),
    }),
    reply: user,
    errors: ['user-state', 'already-there'],
  },
  waiting: {
    method: 'GET',
    path: '/api/users/waiting',
    summary: 'Users and roles awaiting approval at the institutions the user manages',
    access: manageMany,
    query: z.object(paging),
    reply: z.object({ data: z.array(waitingUser), meta: pageMeta }),
    cost: 'search',
    errors: [],
  },
  decide: {
    method: 'POST',
    path: '/api/users/{hospital}/{id}/decision',
    summary: 'Approve a waiting user with roles, or deny with a reason; the user is notified by email',
    access: manage,
    params: ofUser,
    body: z.discriminatedUnion('approve', [
      z.strictObject({ approve: z.literal(true), roles: roleList.min(1, { error: 'Choose a role.' }) }),
      z.strictObject({ approve: z.literal(false), reason }),
    ]),
    errors: ['user-state'],
  },
  approveRoles: {
    method: 'POST',
    path: '/api/users/{hospital}/{id}/roles/decision',
    summary: 'Approve or decline, as the second person, roles that another user has assigned',
    access: manage,
    params: ofUser,
    body: z.discriminatedUnion('approve', [
      z.strictObject({ approve: z.literal(true), proposed: proposedSeen }),
      z.strictObject({ approve: z.literal(false), reason, proposed: proposedSeen }),
    ]),
    reply: user,
    errors: ['user-state'],
  },
  invitations: {
    method: 'GET',
    path: '/api/users/{hospital}/invitations',
    summary: 'Pending invitations',
    access: manage,
    params: z.object({ hospital }),
    reply: z.array(invitation),
    errors: [],
  },
  invite: {
    method: 'POST',
    path: '/api/users/{hospital}/invitations',
    summary: 'Invite a user by email',
    access: manage,
    params: z.object({ hospital }),
    body: z.strictObject({
      email: z.email({ error: 'Enter a valid email address' }).max(254).toLowerCase(),
      roles: roleList.min(1, { error: 'Choose a role.' }),
    }),
    reply: invitation,
    status: 201,
    perMinute: 60,
    errors: ['already-there'],
  },
  resend: {
    method: 'POST',
    path: '/api/users/{hospital}/invitations/{id}/resend',
    summary: 'Send an invitation again and extend it',
    access: manage,
    params: ofInvitation,
    reply: invitation,
    perMinute: 20,
    errors: [],
  },
  withdraw: {
    method: 'DELETE',
    path: '/api/users/{hospital}/invitations/{id}',
    summary: 'Withdraw an invitation',
    access: manage,
    params: ofInvitation,
    errors: [],
  },
})
