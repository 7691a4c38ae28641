import type { Selectable } from 'kysely'
import { sql } from 'kysely'
import { fail } from '#contract/errors.ts'
import type { RequestOf } from '#contract/route.ts'
import type { Invitation, usersRoutes } from '#contract/users.ts'
import type { AuditAction } from '#domain/audit/actions.ts'
import { invitationExpiry } from '#domain/users/invitations.ts'
import { type InstitutionRole, rolesOutOfReach } from '#domain/users/roles.ts'
import type { Tables } from '#server/database/schema/tables.ts'
import { type Authority, audit, nameOf, type Scope } from '#server/database/scope.ts'
import { inInstitution, type institutionNodeOf, type UserDeps, writer } from './deps.ts'
import { rolesAt } from './present.ts'

type Input<Name extends keyof typeof usersRoutes> = RequestOf<(typeof usersRoutes)[Name]>
type OwnInstitution = ReturnType<typeof institutionNodeOf>
type Row = Selectable<Tables['invitation']>

function present(row: Row, now: Date): Invitation {
  return {
    ...{ id: row.id, email: row.email, roles: row.roles, invitedBy: row.invited_by_name },
    invitedAt: row.invited_at.toISOString(),
    sentAt: row.sent_at.toISOString(),
    expiresAt: row.expires_at.toISOString(),
    expired: row.expires_at <= now,
  }
}

const open = (scope: Scope, code: string) =>
  scope.db
    .selectFrom('invitation')
    .selectAll()
    .where('institution_code', '=', code)
    .where('accepted_at', 'is', null)
    .where('withdrawn_at', 'is', null)

function mayGiveThem(scope: Scope, code: string, roles: readonly InstitutionRole[]) {
  if (rolesOutOfReach(rolesAt(scope, code), roles).length > 0)
    fail('forbidden', { detail: 'You may not assign this role. Ask a super user of the institution.' })
}

/** If the sender may no longer give the roles, whoever resends the invitation becomes responsible for it. */
async function vouching(scope: Scope, row: Row) {
  const { rows } = await sql<{ may: boolean }>`
    select inviter_may(${row.invited_by}, ${row.by_support}, ${row.institution_code}, ${row.roles}) as may`.execute(
    scope.db,
  )
  const { actor } = scope
  return rows[0]?.may
    ? {}
    : { invited_by: actor.id, invited_by_name: nameOf(actor), by_support: actor.support }
}

/** The open invitation, locked until the transaction ends, if the actor could also have sent it. */
async function lockInvitation(scope: Scope, institution: OwnInstitution, id: number): Promise<Row> {
  const row =
    (await open(scope, institution.code).where('id', '=', id).forUpdate().executeTakeFirst()) ??
    fail('not-found')
  mayGiveThem(scope, institution.code, row.roles)
  return row
}

const note = (scope: Scope, action: AuditAction, { id, institution_code, email, roles }: Row) =>
  audit(scope, action, { kind: 'invitation', id, institution: institution_code }, { email, roles })

async function withdraw(scope: Scope, row: Row, now: Date) {
  await scope.db.updateTable('invitation').set({ withdrawn_at: now }).where('id', '=', row.id).execute()
  await note(scope, 'invitation-withdrawn', row)
}

/**
 * Withdraws a user's open invitations that they could no longer send, because they were blocked, have left,
 * were moved, or have another role. Invitations at institutions outside the actor's view are checked when
 * they are accepted.
 */
export async function withdrawFallen(scope: Scope, inviter: number, now: Date) {
  const fallen = await scope.db
    .selectFrom('invitation')
    .selectAll()
    .where('invited_by', '=', inviter)
    .where('accepted_at', 'is', null)
    .where('withdrawn_at', 'is', null)
    .where(sql<boolean>`not inviter_may(invited_by, by_support, institution_code, roles)`)
    .forUpdate()
    .execute()
  for (const row of fallen) await withdraw(scope, row, now)
}

/**
 * A user with this address must not be at the institution; only one whose access has ended can be invited
 * back.
 */
async function assertNoMembership(scope: Scope, institution: OwnInstitution, email: string) {
  const memberships = await scope.db
    .selectFrom('membership as m')
    .innerJoin('physician as p', 'p.id', 'm.physician_id')
    .select(['m.status'])
    .select(
      sql<InstitutionRole[]>`array(select r.role from customer_role r
        where r.physician_id = m.physician_id and r.institution_code = m.institution_code)`.as('roles'),
    )
    .where('m.institution_code', '=', institution.code)
    .where(sql`lower(p.email)`, '=', email)
    .execute()
  for (const { status, roles } of memberships) {
    if (status !== 'Inactive')
      fail('already-there', { detail: `${email} already belongs to ${institution.name}.` })
    // Accepting an invitation replaces the stored roles.
    mayGiveThem(scope, institution.code, roles)
  }
}

/** An institution's invitations, each a mail with a link and a row with what it gives. */
export function invitationsService(deps: UserDeps) {
  const write = writer(deps)
  const send = (scope: Scope, row: Row, institution: OwnInstitution) =>
    write(scope, row.email, (mails) => mails.invited(row, institution.name))
  return {
    list: (authority: Authority, { params }: Input<'invitations'>) =>
      inInstitution(deps, authority, params.hospital, async (scope, institution) => {
        const rows = await open(scope, institution.code)
          .orderBy('invited_at', 'desc')
          .orderBy('id', 'desc')
          .execute()
        return rows.map((row) => present(row, deps.now()))
      }),

    invite: (authority: Authority, { params, body }: Input<'invite'>) =>
      inInstitution(deps, authority, params.hospital, async (scope, institution) => {
        const [email, roles, now] = [body.email, [...new Set(body.roles)], deps.now()]
        const { actor } = authority
        mayGiveThem(scope, institution.code, roles)
        if (email === actor.email.toLowerCase())
          fail('forbidden', {
            detail: 'You can’t change your own roles or status. Ask another administrator.',
          })
        await assertNoMembership(scope, institution, email)
        const before = await open(scope, institution.code)
          .where('email', '=', email)
          .forUpdate()
          .executeTakeFirst()
        if (before && before.expires_at > now)
          fail('already-there', {
            detail: `${email} has already been invited. You can resend the invitation.`,
          })
        if (before) {
          mayGiveThem(scope, institution.code, before.roles)
          await withdraw(scope, before, now)
        }
        const row = await scope.db
          .insertInto('invitation')
          .values({
            ...{ institution_code: institution.code, email, roles, invited_by: actor.id },
            ...{ invited_by_name: nameOf(actor), invited_at: now, sent_at: now },
            by_support: actor.support,
            expires_at: invitationExpiry(now),
          })
          .onConflict((conflict) => conflict.doNothing())
          .returningAll()
          .executeTakeFirst()
        // Two users may invite the same person concurrently.
        if (!row) fail('already-there', { detail: `${email} has already been invited.` })
        await note(scope, 'invited', row)
        await send(scope, row, institution)
        return present(row, now)
      }),

    resend: (authority: Authority, { params }: Input<'resend'>) =>
      inInstitution(deps, authority, params.hospital, async (scope, institution) => {
        const now = deps.now()
        const invitation = await lockInvitation(scope, institution, params.id)
        await assertNoMembership(scope, institution, invitation.email)
        const row = await scope.db
          .updateTable('invitation')
          .set({ sent_at: now, expires_at: invitationExpiry(now), ...(await vouching(scope, invitation)) })
          .where('id', '=', invitation.id)
          .returningAll()
          .executeTakeFirstOrThrow()
        await note(scope, 'invitation-resent', row)
        await send(scope, row, institution)
        return present(row, now)
      }),

    withdraw: (authority: Authority, { params }: Input<'withdraw'>) =>
      inInstitution(deps, authority, params.hospital, async (scope, institution) =>
        withdraw(scope, await lockInvitation(scope, institution, params.id), deps.now()),
      ),
  }
}
