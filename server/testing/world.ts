import { Readable } from 'node:stream'
import type { Transaction } from 'kysely'
import { storeRecords } from '#adapters/npi-registry/table.ts'
import type { NpiRecord } from '#domain/npi/npi-record.ts'
import { newOrder, type OrderDocument } from '#domain/orders/document.ts'
import type { RoleName } from '#domain/permissions/permissions.ts'
import type { Tables } from '../database/tables.ts'
import type { Catalogue, CatalogueTest } from '../features/catalogue/catalogue-files.ts'
import { importCatalogue, importIcd10, importInstitutions } from '../features/catalogue/import.ts'

/** A parent institution, its child, and one that neither has anything to do with. */
export const PARENT = 'P1'
export const CHILD = 'C1'
export const FOREIGN = 'F1'

interface Person {
  /** At each of their institutions. */
  status?: 'Inactive' | 'Blocked' | 'WaitingForApproval'
  npi?: string
  tokenRoles?: string[]
  /** null: a member without a role. */
  roles: Record<string, Exclude<RoleName, 'Support'> | null>
  /** Has not accepted the terms, or not attested that they manage users. */
  lacks?: 'terms' | 'attestation'
}

const ROLES_OF_INSTITUTIONS = [
  'UserAdmin',
  'OrderCreator',
  'OrderSubmitter',
  'OrderViewer',
  'SuperUser',
] as const

const rolesAt = (code: string): Record<string, Person> =>
  Object.fromEntries(ROLES_OF_INSTITUTIONS.map((role) => [`${role}@${code}`, { roles: { [code]: role } }]))

/** Everybody by their token's subject: `OrderViewer@P1` holds that one role at that one institution. */
export const PEOPLE: Record<string, Person> = {
  ...rolesAt(PARENT),
  ...rolesAt(CHILD),
  [`OrderSubmitter@${FOREIGN}`]: { roles: { [FOREIGN]: 'OrderSubmitter' } },
  Support: { tokenRoles: ['Support'], roles: {} },
  nobody: { roles: { [PARENT]: null } },
  provider: { npi: '1234567893', roles: { [PARENT]: 'OrderSubmitter' } },
  waiting: { status: 'WaitingForApproval', roles: { [PARENT]: 'SuperUser' } },
  blocked: { status: 'Blocked', roles: { [PARENT]: 'SuperUser' } },
  inactive: { status: 'Inactive', roles: { [PARENT]: 'SuperUser' } },
  'no-terms': { lacks: 'terms', roles: { [PARENT]: 'SuperUser' } },
  'not-attested': { lacks: 'attestation', roles: { [PARENT]: 'SuperUser' } },
}

/** The version of the terms that is in force in this world. */
export const TERMS = 'world-1'

const test = (code: string, name: string, more: Partial<CatalogueTest>): CatalogueTest => ({
  ...{ code, name, displayTestCode: '', category: 'ngs', testType: 'Panel', genes: [], geneCount: 0 },
  ...{ turnaroundDays: 15, specimens: ['Blood', 'Saliva'], specimenNote: '', listPriceCents: 100_000 },
  ...{ cptCodes: ['81479'], consents: ['testing', 'research'], sex: '', relatives: 0, method: '' },
  ...{ description: `${name}, invented`, displayInCatalog: true },
  ...more,
})

export const CATALOGUE: Catalogue = {
  categories: (['carrier', 'rapid', 'wgs', 'wes', 'cma', 'mito', 'confirmation', 'ngs'] as const).map(
    (category) => ({ category, name: `Category ${category}`, description: `All of ${category}` }),
  ),
  consents: [
    {
      id: 'testing',
      title: 'Consent for genetic testing',
      text: 'Do you agree?',
      kind: 'yes-no',
      required: true,
    },
    { id: 'research', title: 'Research', text: 'May we?', kind: 'checkbox', required: false },
    { id: 'extra', title: 'Extra', text: 'And this?', kind: 'yes-no', required: true },
  ],
  tests: [
    test('WES1', 'Whole Exome', { category: 'wes', genes: ['SCN1A', 'MECP2', 'CFTR'], geneCount: 20_000 }),
    test('EPI2', 'Epilepsy Panel', { genes: ['SCN1A', 'KCNQ2'], geneCount: 2, turnaroundDays: 21 }),
    test('OVA3', 'Ovarian Panel', { genes: ['BRCA1'], geneCount: 1, sex: 'Female', specimens: ['Blood'] }),
    test('CYS4', 'Cystic Fibrosis', { category: 'carrier', genes: ['CFTR'], geneCount: 1 }),
    test('CON5', 'Confirmation of a Variant', { category: 'confirmation', consents: ['extra'] }),
  ],
  addOns: [{ testCode: 'WES1', hospitalCode: '', addOnTestCode: 'CYS4' }],
}

const place = { addressLine1: '1 Lane', city: 'Springvale', state: 'IL', postalCode: '60601', phone: '' }
export const INSTITUTIONS = [
  { code: PARENT, name: 'Parent Clinic', parentCode: null, ...place },
  { code: CHILD, name: 'Child Clinic', parentCode: PARENT, ...place },
  { code: FOREIGN, name: 'Foreign Clinic', parentCode: null, ...place },
]

const npiRecord = (
  npi: string,
  firstName: string,
  lastName: string,
  more: Partial<NpiRecord> = {},
): NpiRecord => ({
  ...{
    npi,
    kind: 'person',
    firstName,
    middleName: '',
    lastName,
    otherNames: [],
    credential: 'MD',
    active: true,
  },
  taxonomies: [{ code: '207SG0201X', description: 'Clinical Genetics (M.D.)', primary: true }],
  ...{ city: 'Columbus', state: 'OH' },
  ...more,
})

/** What the NPI registry of this world knows. */
const NPI_RECORDS = [
  npiRecord('1234567893', 'Ada', 'Okafor'),
  npiRecord('1000000012', 'Zoë', 'Ramnefjell', { middleName: 'Marit' }),
  npiRecord('1000000020', '', '', { active: false }),
  npiRecord('1000000038', '', '', { kind: 'organization' }),
]

/** Writes the small world that tests of the server live in. */
export async function makeWorld(db: Transaction<Tables>): Promise<void> {
  await importCatalogue(db, CATALOGUE)
  await importIcd10(db, [
    { code: 'G40.309', description: 'Generalized idiopathic epilepsy' },
    { code: 'F84.0', description: 'Autistic disorder' },
  ])
  await importInstitutions(db, INSTITUTIONS)
  await storeRecords(db, Readable.from(NPI_RECORDS))
  for (const [subject, person] of Object.entries(PEOPLE)) await addPerson(db, subject, person)
}

async function addPerson(db: Transaction<Tables>, subject: string, person: Person): Promise<void> {
  const now = new Date()
  const { id } = await db
    .insertInto('physician')
    .values({
      ...{ subject, email: `${subject}@demo.test`.toLowerCase(), npi: person.npi ?? '' },
      ...{ first_name: 'Test', last_name: subject, prefix: '', suffix: '' },
      terms_version: person.lacks === 'terms' ? '' : TERMS,
      terms_accepted_at: person.lacks === 'terms' ? null : now,
      attested_at: person.lacks === 'attestation' ? null : now,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  for (const [institution_code, role] of Object.entries(person.roles)) {
    const status = person.status ?? 'Active'
    await db.insertInto('membership').values({ physician_id: id, institution_code, status }).execute()
    if (role)
      await db.insertInto('customer_role').values({ physician_id: id, institution_code, role }).execute()
  }
}

/** An order that lacks nothing. Each call gives its own copy. */
export function readyOrder(lastName = 'Nguyễn', testCode = 'WES1'): OrderDocument {
  const chosen = CATALOGUE.tests.find((one) => one.code === testCode)
  const document = newOrder({ physicianId: null, firstName: 'Maren', lastName: 'Oduya', npi: '1234567893' })
  const [proband] = document.patients
  if (!proband) throw new Error('a new order has a patient')
  return {
    ...document,
    tests: [{ testCode, testName: chosen?.name ?? testCode }],
    patients: [{ ...proband, firstName: 'Linh', lastName, dateOfBirth: '2019-03-14', sex: 'Female' }],
    samples: [{ patient: 0, specimenType: 'Blood', dateOfCollection: '2026-03-11' }],
    indicationsForTesting: [{ code: 'G40.309', description: 'Generalized idiopathic epilepsy' }],
    consents: (chosen?.consents ?? []).map((consentId) => ({ consentId, answer: true })),
    payment: { ...document.payment, billingType: 'Intitutional' },
  }
}
