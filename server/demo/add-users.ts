import { sql, type Transaction } from 'kysely'
import type { FileStore } from '#adapters/files/port.ts'
import type { GivenRole } from '#contract/people.ts'
import type { OrderingProvider } from '#domain/orders/document.ts'
import type { Tables } from '#server/database/schema/tables.ts'
import { DEMO_PASSWORD, DEMO_USERS, type DemoUser } from './users.ts'

export type Seed = Transaction<Tables>

/** The provider for whom the demo's staff members order. */
const DELEGATING = { providerName: 'Ada Okafor', providerNpi: '1234567893' }

type EnsureAccount = (account: {
  email: string
  password: string
  firstName: string
  lastName: string
  emailVerified: boolean
  roles: string[]
}) => Promise<{ sub: string }>

export interface DemoDeps {
  now: Date
  laboratory: string
  files: FileStore
  ensureAccount: EnsureAccount
  /** The version of the current terms. */
  termsVersion: string
  /** Tests that search no diagnosis codes are faster with the laboratory's selection than with all of ICD-10-CM. */
  diagnosisCodes?: 'all' | 'selection'
}

export interface Provider extends OrderingProvider {
  physicianId: number
  institution: string
}

const DAY_MS = 24 * 3_600_000

const manages = ({ roles }: { roles: Record<string, GivenRole> }) =>
  Object.values(roles).some((role) => role === 'UserAdmin' || role === 'SuperUser')

type NewUser = Omit<DemoUser, 'who'>

async function addPhysician(db: Seed, user: NewUser, subject: string, { now, termsVersion }: DemoDeps) {
  const { missing } = user
  const { id } = await db
    .insertInto('physician')
    .values({
      subject,
      email: user.email,
      first_name: user.firstName,
      last_name: user.lastName,
      npi: user.npi ?? '',
      prefix: '',
      suffix: user.suffix ?? '',
      provider_type: user.providerType ?? 'Staff',
      delegate:
        (user.providerType ?? 'Staff') === 'Staff' && !user.tokenRoles
          ? JSON.stringify({ ...DELEGATING, agreedAt: now.toISOString() })
          : null,
      phones: JSON.stringify([{ type: 'Work', phoneNumber: '+16145550100' }]),
      terms_version: missing === 'terms' ? '' : termsVersion,
      terms_accepted_at: missing === 'terms' ? null : now,
      attested_at: manages(user) && missing !== 'attestation' ? now : null,
      notice_approved_at: now,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  for (const [institution_code, role] of Object.entries(user.roles)) {
    const status = user.status ?? 'Active'
    // Users waiting for approval registered yesterday; the others on different days.
    const days = status === 'WaitingForApproval' ? 1 : 30 + ((id * 37) % 600)
    const since = new Date(now.getTime() - days * DAY_MS)
    await db.insertInto('membership').values({ physician_id: id, institution_code, status, since }).execute()
    // Roles are granted with the approval, and remain when access ends.
    if (status !== 'WaitingForApproval')
      await db
        .insertInto('customer_role')
        .values({ physician_id: id, institution_code, role, given_at: since })
        .execute()
  }
  return id
}

/** Inserts the demo sign-ins; returns those who may order, once for each of their institutions. */
export async function addUsers(db: Seed, deps: DemoDeps): Promise<Provider[]> {
  const providers: Provider[] = []
  for (const user of DEMO_USERS) {
    const { sub } = await deps.ensureAccount({
      email: user.email,
      password: DEMO_PASSWORD,
      firstName: user.firstName,
      lastName: user.lastName,
      emailVerified: !user.unverified,
      roles: user.tokenRoles ?? [],
    })
    if (user.unregistered) continue
    const physicianId = await addPhysician(db, user, sub, deps)
    if (user.npi)
      for (const institution of Object.keys(user.roles))
        providers.push({
          ...{ physicianId, institution, npi: user.npi },
          ...{ firstName: user.firstName, lastName: user.lastName },
        })
  }
  return providers
}

/** For new users to register with: see data/README.md. */
const FREE_NPIS = ['1000000004', '1000000152']

interface RegisteredUser {
  npi: string
  first_name: string
  last_name: string
  credential: string
}

/** The roles that colleagues get at their institution, in turn: everywhere the first may order. */
const COLLEAGUES: { role: GivenRole; status?: DemoUser['status'] }[] = [
  { role: 'OrderSubmitter' },
  { role: 'OrderSubmitter' },
  { role: 'SuperUser' },
  { role: 'OrderViewer', status: 'Inactive' },
  { role: 'OrderSubmitter', status: 'Blocked' },
]

/** The NPI registry's file is in capitals only. */
const inSmallLetters = (name: string) =>
  name.toLowerCase().replace(/(^|[^\p{L}])\p{L}/gu, (start) => start.toUpperCase())

/**
 * Inserts the people of the demo's NPI registry who never sign in: they too work at the institutions, each
 * with their own NPI. Returns those who may order.
 */
export async function addColleagues(db: Seed, codes: readonly string[], deps: DemoDeps): Promise<Provider[]> {
  const { rows: records } = await sql<RegisteredUser>`
    select npi, first_name, last_name, credential from npi_record where kind = 'person' and active order by npi`.execute(
    db,
  )
  const taken = new Set([...DEMO_USERS.map(({ npi }) => npi), ...FREE_NPIS])
  const colleagues = records.filter(({ npi }) => !taken.has(npi)).slice(0, codes.length * COLLEAGUES.length)
  const providers: Provider[] = []
  for (const [index, record] of colleagues.entries()) {
    const institution = codes[index % codes.length] ?? ''
    const colleague = COLLEAGUES[Math.floor(index / codes.length)]
    if (!colleague) continue
    const [firstName, lastName] = [inSmallLetters(record.first_name), inSmallLetters(record.last_name)]
    const user: NewUser = {
      email: `${firstName}.${lastName}@demo.test`.toLowerCase().replace(/[^a-z.@-]/g, ''),
      ...{ firstName, lastName, suffix: record.credential, npi: record.npi },
      providerType: record.credential === 'CGC' ? 'Genetic counselor' : 'Physician',
      ...(colleague.status ? { status: colleague.status } : {}),
      roles: { [institution]: colleague.role },
    }
    const physicianId = await addPhysician(db, user, `demo-colleague-${record.npi}`, deps)
    if (!colleague.status) providers.push({ physicianId, institution, firstName, lastName, npi: record.npi })
  }
  return providers
}
