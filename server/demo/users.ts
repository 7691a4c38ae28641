import type { GivenRole } from '#contract/people.ts'
import type { ProviderType, UserStatus } from '#domain/lookups.ts'

/** The password of every demo sign-in (section 3 of the design). */
export const DEMO_PASSWORD = 'Karyo-demo-2026'

export interface DemoUser {
  email: string
  who: string
  firstName: string
  lastName: string
  suffix?: string
  npi?: string
  /** Not registered with the portal: an account only. */
  unregistered?: true
  unverified?: true
  status?: Exclude<UserStatus, 'Active'>
  /** Roles of the laboratory itself, carried in the token. */
  tokenRoles?: string[]
  roles: Record<string, GivenRole>
  providerType?: ProviderType
  /** Has not accepted the terms, or not attested that they manage users. */
  missing?: 'terms' | 'attestation'
}

/** The demo sign-ins. Their NPIs are invented: valid by check digit, and not issued by us to anybody. */
export const DEMO_USERS: DemoUser[] = [
  {
    email: 'provider@demo.test',
    who: 'physician, OrderSubmitter, two institutions',
    firstName: 'Ada',
    lastName: 'Okafor',
    suffix: 'MD',
    npi: '1234567893',
    providerType: 'Physician',
    roles: { '1001': 'OrderSubmitter', '1003': 'OrderSubmitter' },
  },
  {
    email: 'creator@demo.test',
    who: 'OrderCreator',
    firstName: 'Kerttu',
    lastName: 'Lindqvist',
    suffix: 'RN',
    roles: { '1001': 'OrderCreator' },
  },
  {
    email: 'viewer@demo.test',
    who: 'OrderViewer',
    firstName: 'Rohan',
    lastName: 'Iyer',
    roles: { '1001': 'OrderViewer' },
  },
  {
    email: 'admin@demo.test',
    who: 'UserAdmin',
    firstName: 'Pilar',
    lastName: 'Vega',
    roles: { '1001': 'UserAdmin' },
  },
  {
    email: 'super@demo.test',
    who: 'SuperUser',
    firstName: 'Samir',
    lastName: 'Haddad',
    roles: { '1001': 'SuperUser', '1006': 'SuperUser' },
  },
  {
    email: 'support@demo.test',
    who: 'laboratory Support role',
    firstName: 'Mira',
    lastName: 'Feld',
    tokenRoles: ['Support'],
    roles: {},
  },
  {
    email: 'counselor@demo.test',
    who: 'genetic counselor, OrderSubmitter',
    firstName: 'Tove',
    lastName: 'Moreau',
    suffix: 'CGC',
    npi: '1000000012',
    providerType: 'Genetic counselor',
    roles: { '1003': 'OrderSubmitter' },
  },
  {
    email: 'va@demo.test',
    who: 'OrderSubmitter of the VA hospital',
    firstName: 'Walter',
    lastName: 'Quist',
    suffix: 'MD',
    npi: '1000000020',
    providerType: 'Physician',
    roles: { '1004': 'OrderSubmitter' },
  },
  {
    email: 'terms@demo.test',
    who: 'has not accepted the terms',
    firstName: 'Tessa',
    lastName: 'Brandt',
    missing: 'terms',
    roles: { '1001': 'OrderViewer' },
  },
  {
    email: 'attest@demo.test',
    who: 'flagged for the user-management attestation',
    firstName: 'Anselm',
    lastName: 'Roy',
    missing: 'attestation',
    roles: { '1001': 'UserAdmin' },
  },
  {
    email: 'waiting@demo.test',
    who: 'waiting for approval',
    firstName: 'Wanda',
    lastName: 'Sato',
    status: 'WaitingForApproval',
    roles: { '1001': 'OrderViewer' },
  },
  {
    email: 'new@demo.test',
    who: 'verified account, not registered',
    firstName: 'Noor',
    lastName: 'Adeyemi',
    unregistered: true,
    roles: {},
  },
  {
    email: 'unverified@demo.test',
    who: 'e-mail not verified',
    firstName: 'Uri',
    lastName: 'Castell',
    unregistered: true,
    unverified: true,
    roles: {},
  },
]
