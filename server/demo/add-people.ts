import { sql, type Transaction } from 'kysely'
import type { FileStore } from '#adapters/files/port.ts'
import type { GivenRole } from '#contract/people.ts'
import type { OrderingProvider } from '#domain/orders/document.ts'
import type { Tables } from '#server/database/tables.ts'
import { DEMO_PASSWORD, DEMO_PEOPLE, type DemoPerson } from './people.ts'

export type Seed = Transaction<Tables>

/** For whom the demo's staff acts. */
const DELEGATING = { providerName: 'Ada Okafor', providerNpi: '1234567893' }

type EnsureAccount = (account: {
  email: string
  password: string
  firstName: string
  lastName: string
  emailVerified: boolean
  roles: string[]
}) => Promise<{ sub: string }>

export interface DemoParts {
  now: Date
  laboratory: string
  files: FileStore
  ensureAccount: EnsureAccount
  /** Of the terms that are in force. */
  termsVersion: string
}

export interface Provider extends OrderingProvider {
  physicianId: number
  institution: string
}

const DAY_MS = 24 * 3_600_000

const manages = ({ roles }: { roles: Record<string, GivenRole> }) =>
  Object.values(roles).some((role) => role === 'UserAdmin' || role === 'SuperUser')

type NewPerson = Omit<DemoPerson, 'who'>

async function addPhysician(db: Seed, person: NewPerson, subject: string, { now, termsVersion }: DemoParts) {
  const { lacks } = person
  const { id } = await db
    .insertInto('physician')
    .values({
      subject,
      email: person.email,
      first_name: person.firstName,
      last_name: person.lastName,
      npi: person.npi ?? '',
      prefix: '',
      suffix: person.suffix ?? '',
      provider_type: person.providerType ?? 'Staff',
      delegate:
        (person.providerType ?? 'Staff') === 'Staff' && !person.tokenRoles
          ? JSON.stringify({ ...DELEGATING, agreedAt: now.toISOString() })
          : null,
      phones: JSON.stringify([{ type: 'Work', phoneNumber: '+16145550100' }]),
      terms_version: lacks === 'terms' ? '' : termsVersion,
      terms_accepted_at: lacks === 'terms' ? null : now,
      attested_at: manages(person) && lacks !== 'attestation' ? now : null,
      notice_approved_at: now,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  for (const [institution_code, role] of Object.entries(person.roles)) {
    const status = person.status ?? 'Active'
    // Who waits asked yesterday; the others came one after the other.
    const days = status === 'WaitingForApproval' ? 1 : 30 + ((id * 37) % 600)
    const since = new Date(now.getTime() - days * DAY_MS)
    await db.insertInto('membership').values({ physician_id: id, institution_code, status, since }).execute()
    // Roles are given with the approval, and stay when the access ends.
    if (status !== 'WaitingForApproval')
      await db
        .insertInto('customer_role')
        .values({ physician_id: id, institution_code, role, given_at: since })
        .execute()
  }
  return id
}

/** The demo sign-ins; gives those who may order, at each of their institutions. */
export async function addPeople(db: Seed, parts: DemoParts): Promise<Provider[]> {
  const providers: Provider[] = []
  for (const person of DEMO_PEOPLE) {
    const { sub } = await parts.ensureAccount({
      email: person.email,
      password: DEMO_PASSWORD,
      firstName: person.firstName,
      lastName: person.lastName,
      emailVerified: !person.unverified,
      roles: person.tokenRoles ?? [],
    })
    if (person.unregistered) continue
    const physicianId = await addPhysician(db, person, sub, parts)
    if (person.npi)
      for (const institution of Object.keys(person.roles))
        providers.push({
          ...{ physicianId, institution, npi: person.npi },
          ...{ firstName: person.firstName, lastName: person.lastName },
        })
  }
  return providers
}

/** For newcomers to register with: see data/README.md. */
const FREE_NPIS = ['1000000004', '1000000152']

interface RegisteredPerson {
  npi: string
  first_name: string
  last_name: string
  credential: string
}

/** What a colleague is at their institution, one after the other: the first everywhere orders. */
const PARTS: { role: GivenRole; status?: DemoPerson['status'] }[] = [
  { role: 'OrderSubmitter' },
  { role: 'OrderSubmitter' },
  { role: 'SuperUser' },
  { role: 'OrderViewer', status: 'Inactive' },
  { role: 'OrderSubmitter', status: 'Blocked' },
]

/** The NPI registry's file has capitals only. */
const inSmallLetters = (name: string) =>
  name.toLowerCase().replace(/(^|[^\p{L}])\p{L}/gu, (start) => start.toUpperCase())

/**
 * The people of the demo's NPI registry who never sign in work at the institutions too, each with their own number;
 * gives those who may order.
 */
export async function addColleagues(
  db: Seed,
  codes: readonly string[],
  parts: DemoParts,
): Promise<Provider[]> {
  const { rows: records } = await sql<RegisteredPerson>`
    select npi, first_name, last_name, credential from npi_record where kind = 'person' and active order by npi`.execute(
    db,
  )
  const taken = new Set([...DEMO_PEOPLE.map(({ npi }) => npi), ...FREE_NPIS])
  const colleagues = records.filter(({ npi }) => !taken.has(npi)).slice(0, codes.length * PARTS.length)
  const providers: Provider[] = []
  for (const [index, record] of colleagues.entries()) {
    const institution = codes[index % codes.length] ?? ''
    const part = PARTS[Math.floor(index / codes.length)]
    if (!part) continue
    const [firstName, lastName] = [inSmallLetters(record.first_name), inSmallLetters(record.last_name)]
    const person: NewPerson = {
      email: `${firstName}.${lastName}@demo.test`.toLowerCase().replace(/[^a-z.@-]/g, ''),
      ...{ firstName, lastName, suffix: record.credential, npi: record.npi },
      providerType: record.credential === 'CGC' ? 'Genetic counselor' : 'Physician',
      ...(part.status ? { status: part.status } : {}),
      roles: { [institution]: part.role },
    }
    const physicianId = await addPhysician(db, person, `demo-colleague-${record.npi}`, parts)
    if (!part.status) providers.push({ physicianId, institution, firstName, lastName, npi: record.npi })
  }
  return providers
}
