import type { Claims } from '#adapters/identity/port.ts'
import { type NpiRegistry, RegistryAway } from '#adapters/npi-registry/port.ts'
import { type FieldError, fail } from '#contract/errors.ts'
import type { InstitutionChoice, NpiFinding } from '#contract/physicians.ts'
import type { AuditAction } from '#domain/audit/actions.ts'
import { isNpi } from '#domain/npi/npi.ts'
import type { Connection } from '#server/database/connection/connect.ts'
import { type Actor, audit, type Identity, type OwnScope, withOwnScope } from '#server/database/scope.ts'
import type { SendMail } from '#server/features/mail/public.ts'
import { registrationMails } from './mails.ts'
import { type Registration, registrationErrors } from './registration.ts'
import {
  approversFor,
  changeOwnRecord,
  institutionById,
  institutionsByCode,
  openInvitations,
  ownRecord,
  takeUpInvitation,
} from './store.ts'

export interface PhysicianDeps {
  connection: Connection
  actorOf(claims: Claims): Promise<Actor | null>
  registry: NpiRegistry
  sendMail: SendMail
  /** The current version of the ordering portal terms. */
  termsVersion: string
  /** The laboratory's address for notices about pending registrations. */
  supportEmail: string
  laboratoryName: string
  /**
   * Whether roles that can view orders, given to a new user by a user administrator, need a second person's
   * approval.
   */
  requiresSecondApproval: boolean
  portalOrigin: string
  now(): Date
}

/**
 * An unavailable registry says nothing about the number: the user can try again later with the same input.
 */
async function orUnavailable<T>(question: Promise<T>): Promise<T> {
  try {
    return await question
  } catch (error) {
    if (error instanceof RegistryAway)
      fail('unavailable', { detail: 'The NPI registry cannot be reached. Try again in a few minutes.' })
    throw error
  }
}

export async function lookUpNpi(registry: NpiRegistry, npi: string): Promise<NpiFinding> {
  if (!isNpi(npi))
    fail('invalid-fields', {
      errors: [{ path: '/path/npi', rule: 'npi', message: 'Invalid NPI. Check the digits.' }],
    })
  const found = await orUnavailable(registry.lookup(npi))
  if (!found?.active || found.kind !== 'person') fail('npi-unknown')
  const taxonomy = found.taxonomies.find((one) => one.primary) ?? found.taxonomies[0]
  return {
    ...{ npi, firstName: found.firstName, lastName: found.lastName, credential: found.credential },
    ...{ specialty: taxonomy?.description ?? '', city: found.city, state: found.state },
  }
}

/** The name at the identity provider. */
type AccountName = Pick<Claims, 'firstName' | 'lastName'>

async function writeRecord(
  own: OwnScope,
  given: Registration,
  account: AccountName,
  now: Date,
): Promise<number> {
  const record = {
    email: own.email ?? '',
    first_name: given.firstName,
    last_name: given.lastName,
    npi: given.npi,
    prefix: given.prefix,
    suffix: given.suffix,
    provider_type: given.providerType,
    delegate:
      given.delegate &&
      JSON.stringify({
        providerName: given.delegate.providerName,
        providerNpi: given.delegate.providerNpi,
        agreedAt: now.toISOString(),
      }),
    phones: JSON.stringify(given.phoneNumbers),
    account_first_name: account.firstName ?? '',
    account_last_name: account.lastName ?? '',
  }
  const { id } = await own.db
    .insertInto('physician')
    .values({ subject: own.subject, ...record })
    .onConflict((conflict) => conflict.column('subject').doUpdateSet(record))
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

const noInvitation: FieldError = {
  path: '/invitationId',
  rule: 'invitation',
  message: 'This invitation is no longer open. Ask for a new one, or register without it.',
}

/**
 * Registers the user: with an invitation they are admitted immediately, otherwise they await approval by the
 * laboratory or the institution. Reports all errors together, and then writes nothing.
 */
export async function register(
  deps: PhysicianDeps,
  identity: Identity,
  account: AccountName,
  given: Registration,
): Promise<void> {
  if (identity.email === null) fail('email-not-verified')
  const errors = await orUnavailable(registrationErrors(given, deps.registry))
  await withOwnScope(deps.connection, identity, async (own) => {
    const institution = await institutionById(own, given.institutionId)
    if (!institution)
      errors.push({
        path: '/institutionId',
        rule: 'unknown',
        message: 'Choose an institution from the list.',
      })
    if (!institution || errors.length > 0) fail('invalid-fields', { errors })
    const id = await writeRecord(own, given, account, deps.now())
    const code = institution.institutionCode
    if (given.invitationId !== null) {
      const invited = (await openInvitations(own)).some(
        ({ id, institution_code }) => id === given.invitationId && institution_code === code,
      )
      const status = invited
        ? await takeUpInvitation(own, given.invitationId, deps.requiresSecondApproval)
        : null
      if (status === null) fail('invalid-fields', { errors: [noInvitation] })
      await notifyApprovers(deps, own, id, institution)
    } else {
      const { numInsertedOrUpdatedRows } = await own.db
        .insertInto('membership')
        .values({ physician_id: id, institution_code: code, status: 'WaitingForApproval' })
        .onConflict((conflict) => conflict.doNothing())
        .executeTakeFirstOrThrow()
      // Sent twice concurrently.
      if (numInsertedOrUpdatedRows === 0n) fail('already-registered')
      await notifySupport(deps, own, institution.institutionName)
    }
    await audit(
      own,
      given.invitationId === null ? 'registered' : 'invitation-accepted',
      { kind: 'user', id, institution: code },
      { providerType: given.providerType, npi: given.npi },
    )
  })
}

/** Each time that somebody begins to wait: also whoever corrects on the same day what was refused. */
async function notifySupport(deps: PhysicianDeps, own: OwnScope, institution: string) {
  await deps.sendMail(own.db, {
    to: deps.supportEmail,
    ...registrationMails(deps).registrationWaits(institution),
  })
}

/** If an invitation's roles need a second approval, notifies those who can give it. */
async function notifyApprovers(
  deps: PhysicianDeps,
  own: OwnScope,
  id: number,
  { institutionCode, institutionName }: InstitutionChoice,
) {
  const approvers = await approversFor(own, id, institutionCode)
  if (approvers === null) return
  const letter = registrationMails(deps).rolesWait(institutionName)
  for (const to of approvers.length > 0 ? approvers : [deps.supportEmail])
    await deps.sendMail(own.db, { to, ...letter })
}

/** A registered user accepts an invitation to another institution. */
export async function acceptInvitation(deps: PhysicianDeps, identity: Identity, invitationId: number) {
  await withOwnScope(deps.connection, identity, async (own) => {
    const record = (await ownRecord(own)) ?? fail('not-registered')
    const { institution_code } =
      (await own.db
        .selectFrom('invitation')
        .select('institution_code')
        .where('id', '=', invitationId)
        .executeTakeFirst()) ?? fail('not-found')
    if ((await takeUpInvitation(own, invitationId, deps.requiresSecondApproval)) === null) fail('not-found')
    const [institution] = await institutionsByCode(own, [institution_code])
    if (institution) await notifyApprovers(deps, own, record.id, institution)
    await audit(own, 'invitation-accepted', { kind: 'user', id: record.id, institution: institution_code })
  })
}

/** Changes the user's own record, with a line in the audit trail. */
export async function changeOwn(
  { connection }: PhysicianDeps,
  identity: Identity,
  action: AuditAction,
  change: Parameters<typeof changeOwnRecord>[1],
): Promise<void> {
  await withOwnScope(connection, identity, async (own) => {
    const record = (await ownRecord(own)) ?? fail('not-registered')
    await changeOwnRecord(own, change)
    await audit(own, action, { kind: 'user', id: record.id, institution: null })
  })
}
