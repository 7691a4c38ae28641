import { sql, type Transaction } from 'kysely'
import { invitationExpiry } from '#domain/users/invitations.ts'
import type { InstitutionRole } from '#domain/users/roles.ts'
import type { AuditLine, WriteAuditLine } from '#server/database/audit-line.ts'
import type { Tables } from '#server/database/schema/tables.ts'
import { nameOf } from '#server/database/scope.ts'
import { SetupError } from '#server/database/setup-error.ts'
import type { SendMail } from '#server/features/mail/public.ts'
import { type MailDeps, usersMails } from './mails.ts'

interface EarlierUser {
  email: string
  institution: string
  roles: readonly InstitutionRole[]
}

interface Inviting extends MailDeps {
  sendMail: SendMail
  auditLine: WriteAuditLine
  actor: AuditLine['actor']
  now: Date
}

/** The Support user in whose name users are invited; refuses an address without the role, or that never logged in. */
async function inviterWith(db: Transaction<Tables>, email: string) {
  const found = await db
    .selectFrom('physician')
    .select(['id', 'first_name', 'last_name', 'suffix'])
    .select(sql<boolean>`is_support_now(id)`.as('isSupport'))
    .where(sql`lower(email)`, '=', email.toLowerCase())
    .executeTakeFirst()
  if (found === undefined)
    throw new SetupError(`--invite-as ${email}: nobody with this address has logged in yet`)
  if (!found.isSupport) throw new SetupError(`--invite-as ${email} does not have the Support role`)
  const { id, first_name: firstName, last_name: lastName, suffix } = found
  return { id, name: nameOf({ firstName, lastName, suffix }) }
}

/**
 * Invites the users of an earlier system, in one transaction, as the laboratory's Support would: each chooses a password of their
 * own. Leaves out who belongs to the institution, or did, and who is invited already. Returns how many were invited.
 */
export async function inviteEarlier(
  db: Transaction<Tables>,
  users: readonly EarlierUser[],
  inviteAs: string,
  { sendMail, auditLine, actor, now, ...deps }: Inviting,
): Promise<number> {
  const inviter = await inviterWith(db, inviteAs)
  const names = new Map(
    (await db.selectFrom('institution').select(['code', 'name']).execute()).map(({ code, name }) => [
      code,
      name,
    ]),
  )
  const mails = usersMails(deps)
  let invited = 0
  for (const { email, institution, roles } of users) {
    const member = await db
      .selectFrom('membership as m')
      .innerJoin('physician as p', 'p.id', 'm.physician_id')
      .select('m.status')
      .where('m.institution_code', '=', institution)
      .where(sql`lower(p.email)`, '=', email)
      .executeTakeFirst()
    if (member) continue
    const row = await db
      .insertInto('invitation')
      .values({
        ...{ institution_code: institution, email, roles: [...roles], by_support: true },
        ...{ invited_by: inviter.id, invited_by_name: inviter.name, invited_at: now, sent_at: now },
        expires_at: invitationExpiry(now),
      })
      .onConflict((conflict) => conflict.doNothing())
      .returningAll()
      .executeTakeFirst()
    if (!row) continue
    const entity = { kind: 'invitation', id: row.id, institution }
    await auditLine(db, { actor, action: 'invited', entity, detail: { email, roles } })
    await sendMail(db, { to: email, ...mails.invited(row, names.get(institution) ?? institution) })
    invited += 1
  }
  return invited
}
