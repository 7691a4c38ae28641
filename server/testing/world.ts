import { Readable } from 'node:stream'
import type { Transaction } from 'kysely'
import { storeRecords } from '#adapters/npi-registry/table.ts'
import type { TestSection } from '#contract/catalogue.ts'
import { todayAtLaboratory } from '#domain/dates/dates.ts'
import type { NpiRecord } from '#domain/npi/npi-record.ts'
import { blankPatient, blankTest, newOrder, type OrderDocument, PROBAND } from '#domain/orders/document.ts'
import type { RoleName } from '#domain/permissions/permissions.ts'
import { HISTORY } from '#domain/questions/testing/questionnaires.ts'
import type { Tables } from '../database/schema/tables.ts'
import type { Catalogue, CatalogueTest } from '../features/catalogue/catalogue-rows.ts'
import { importIcd10 } from '../features/catalogue/icd10/import.ts'
import { importCatalogue, importInstitutions } from '../features/catalogue/import.ts'
import { importGenes } from '../features/genes/import.ts'
import { GENES } from './genes.ts'

/** A parent institution, its child, and an unrelated one. */
export const PARENT = 'P1'
export const CHILD = 'C1'
export const FOREIGN = 'F1'

type HeldStatus = 'Inactive' | 'Blocked' | 'WaitingForApproval'

export interface TestUser {
  /** The user's state at each of their institutions. */
  status?: HeldStatus
  /** Exceptions by institution. */
  statusAt?: Record<string, HeldStatus>
  npi?: string
  tokenRoles?: string[]
  /** null: a member without a role. */
  roles: Record<string, Exclude<RoleName, 'Support'> | null>
  /** Has not accepted the terms, has not attested that they manage users, or has no provider for whom they act. */
  missing?: 'terms' | 'attestation' | 'delegate'
}

const ROLES_OF_INSTITUTIONS = [
  'UserAdmin',
  'OrderCreator',
  'OrderSubmitter',
  'OrderViewer',
  'SuperUser',
] as const

const rolesAt = (code: string): Record<string, TestUser> =>
  Object.fromEntries(ROLES_OF_INSTITUTIONS.map((role) => [`${role}@${code}`, { roles: { [code]: role } }]))

/** The NPI of the provider named in this world's orders. */
const ADA = '1234567893'

/** The provider's agreement that a user without an NPI orders for her. */
export const delegation = (now: Date): string =>
  JSON.stringify({ providerName: 'Ada Okafor', providerNpi: ADA, agreedAt: now.toISOString() })

/** All test users by their token's subject: `OrderViewer@P1` has that one role at that one institution. */
export const TEST_USERS: Record<string, TestUser> = {
  ...rolesAt(PARENT),
  ...rolesAt(CHILD),
  [`OrderSubmitter@${FOREIGN}`]: { roles: { [FOREIGN]: 'OrderSubmitter' } },
  Support: { tokenRoles: ['Support'], roles: {} },
  nobody: { roles: { [PARENT]: null } },
  provider: { npi: ADA, roles: { [PARENT]: 'OrderSubmitter' } },
  'no-delegate': { missing: 'delegate', roles: { [PARENT]: 'OrderSubmitter' } },
  waiting: { status: 'WaitingForApproval', roles: { [PARENT]: 'SuperUser' } },
  blocked: { status: 'Blocked', roles: { [PARENT]: 'SuperUser' } },
  inactive: { status: 'Inactive', roles: { [PARENT]: 'SuperUser' } },
  'no-terms': { missing: 'terms', roles: { [PARENT]: 'SuperUser' } },
  'not-attested': { missing: 'attestation', roles: { [PARENT]: 'SuperUser' } },
}

/** The current version of the terms in this world. */
export const TERMS = 'world-1'

const test = (code: string, name: string, more: Partial<CatalogueTest>): CatalogueTest => ({
  ...{ code, name, displayTestCode: '', category: 'ngs', testType: 'Panel', genes: [], geneCount: 0 },
  geneChoice: 'all',
  ...{ turnaroundDays: 15, specimens: ['Blood', 'Saliva'], specimenNote: '', listPriceCents: 100_000 },
  ...{ cptCodes: ['81479'], consents: ['testing', 'research'], sex: '', relatives: 0, method: '' },
  ...{ description: `${name}, invented`, displayInCatalog: true, orderedOften: 0 },
  ...more,
})

type Question = Catalogue['consents'][number]
const question = (id: string, title: string, more: Partial<Question>): Question => ({
  ...{
    id,
    title,
    text: 'Do you agree?',
    kind: 'yes-no',
    required: false,
    category: 'Other',
    institutions: [],
  },
  ...more,
})

type Section = Catalogue['sections'][number]
const section = (
  of: Partial<Section>,
  section: Section['section'],
  setting: Partial<TestSection['setting']>,
): Section => ({
  ...{ testCode: '', category: '', section, ...of },
  setting: JSON.stringify({ shown: true, required: false, hint: '', ...setting }),
})

export const CATALOGUE: Catalogue = {
  categories: (['carrier', 'rapid', 'wgs', 'wes', 'cma', 'mito', 'confirmation', 'ngs'] as const).map(
    (category) => ({ category, name: `Category ${category}`, description: `All of ${category}` }),
  ),
  phenotype: [],
  questionnaires: [HISTORY],
  knownVariantTests: [],
  askedBy: [{ testCode: 'WES1', category: '', questionnaire: HISTORY.id }],
  consents: [
    question('testing', 'Consent for genetic testing', { category: 'Testing', required: true }),
    question('research', 'Research', { category: 'Research', kind: 'checkbox' }),
    question('extra', 'Extra', { required: true }),
    question('new-york', 'Samples from New York State', { category: 'Retention', kind: 'checkbox' }),
    question('child-only', 'Asked at the child clinic', { category: 'Research', institutions: [CHILD] }),
  ],
  tests: [
    test('WES1', 'Whole Exome', { category: 'wes', genes: ['SCN1A', 'MECP2', 'CFTR'], geneCount: 20_000 }),
    test('EPI2', 'Epilepsy Panel', { genes: ['SCN1A', 'KCNQ2'], geneCount: 2, turnaroundDays: 21 }),
    test('OVA3', 'Ovarian Panel', { genes: ['BRCA1'], geneCount: 1, sex: 'Female', specimens: ['Blood'] }),
    test('CYS4', 'Cystic Fibrosis', { category: 'carrier', genes: ['CFTR'], geneCount: 1 }),
    test('CON5', 'Confirmation of a Variant', { category: 'confirmation', consents: ['extra'] }),
    test('TRI6', 'Exome Trio', {
      ...{ category: 'wes', testType: 'Exome', geneCount: 20_000, relatives: 2, displayTestCode: 'none' },
      consents: ['testing', 'research', 'new-york', 'child-only'],
    }),
    test('ONE7', 'Single Gene', {
      ...{ displayTestCode: '1300', testType: 'Single Gene', displayInCatalog: false },
      ...{ genes: ['SCN1A', 'MECP2'], geneCount: 1, geneChoice: 'one' },
    }),
    test('PAN8', 'Custom Panel', {
      genes: ['SCN1A', 'MECP2', 'KCNQ2', 'CDKL5'],
      ...{ geneCount: 4, geneChoice: 'some' },
    }),
    test('KNO9', 'Known Variant', { category: 'confirmation', testType: 'Confirmation' }),
  ],
  addOns: [
    { testCode: 'WES1', hospitalCode: '', addOnTestCode: 'CYS4' },
    { testCode: 'WES1', hospitalCode: CHILD, addOnTestCode: 'EPI2' },
  ],
  sections: [
    section({ category: 'wes' }, 'familyHistory', { hint: 'Who has the same?' }),
    section({ category: 'wes' }, 'notes', {}),
    section({ testCode: 'TRI6' }, 'familyHistory', { hint: 'Of both parents.' }),
    section({ testCode: 'KNO9' }, 'familyTesting', { required: true }),
  ],
  relatedTests: [
    { testCode: 'WES1', kind: 'pair', relatedTestCode: 'TRI6' },
    { testCode: 'WES1', kind: 'parental', relatedTestCode: 'KNO9' },
    { testCode: 'WES1', kind: 'parental', relatedTestCode: 'CON5' },
  ],
  clientCodes: [
    { clientCode: 'EXOME', hospitalCode: '', testCode: 'WES1' },
    { clientCode: 'P-17', hospitalCode: PARENT, testCode: 'WES1' },
    { clientCode: 'P-18', hospitalCode: PARENT, testCode: 'EPI2' },
  ],
  vaTests: [
    { panel: 'Nerves', testCode: 'EPI2' },
    { panel: 'Nerves', testCode: 'WES1' },
    { panel: 'Single Gene', testCode: 'ONE7' },
    { panel: 'Often Ordered', testCode: 'EPI2' },
  ],
  settings: [{ testCode: 'TRI6', topic: 'compared', setting: { who: 'parents' } }],
  vaStations: [
    { number: '901', name: 'Cedar VA Medical Center', city: 'Omaha', state: 'NE' },
    { number: '902', name: 'Quay VA Medical Center', city: 'Albany', state: 'NY' },
    { number: '902A1', name: 'Ferry VA Clinic', city: 'Troy', state: 'NY' },
  ],
  specimenTypes: [],
  specimens: [],
  bloodHistory: [],
  ...{
    consentTexts: [],
    consentPolicies: [],
    consentConflicts: [],
    consentFindings: [],
    testApprovals: [],
    adultOnsetTests: [],
  },
  stateRules: [
    { state: 'NY', rule: 'consent', value: '', consent: 'new-york', validFrom: '2000-01-01', validTo: '' },
  ],
}

const address = {
  ...{ addressLine1: '1 Lane', city: 'Springvale', state: 'IL', postalCode: '60601', phone: '' },
  ...{ country: 'USA' as const, otherCountry: '' },
}
export const INSTITUTIONS = [
  { code: PARENT, name: 'Parent Clinic', parentCode: null, ...address },
  { code: CHILD, name: 'Child Clinic', parentCode: PARENT, ...address },
  { code: FOREIGN, name: 'Foreign Clinic', parentCode: null, ...address },
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

/** This world's NPI registry. */
export const NPI_RECORDS = [
  npiRecord(ADA, 'Ada', 'Okafor'),
  npiRecord('1000000012', 'Zoë', 'Ramnefjell', { middleName: 'Marit' }),
  npiRecord('1000000020', '', '', { active: false }),
  npiRecord('1000000038', '', '', { kind: 'organization' }),
]

const diagnosisCode = (code: string, description: string) => ({
  ...{ code, description, billable: true, validFrom: '', validUntil: '' },
})

/** A list without headings: it judges no code. */
const DIAGNOSIS_CODES = [
  diagnosisCode('G40.309', 'Generalized idiopathic epilepsy'),
  diagnosisCode('F84.0', 'Autistic disorder'),
]

/** Inserts the small world that the server's tests use. */
export async function makeWorld(db: Transaction<Tables>): Promise<void> {
  await importCatalogue(db, CATALOGUE)
  await importIcd10(db, { codes: DIAGNOSIS_CODES, selection: [] })
  await importGenes(db, GENES)
  await importInstitutions(db, INSTITUTIONS)
  await storeRecords(db, Readable.from(NPI_RECORDS))
  for (const [subject, user] of Object.entries(TEST_USERS)) await addTestUser(db, subject, user)
}

export async function addTestUser(db: Transaction<Tables>, subject: string, user: TestUser): Promise<void> {
  const now = new Date()
  const { id } = await db
    .insertInto('physician')
    .values({
      ...{ subject, email: `${subject}@demo.test`.toLowerCase(), npi: user.npi ?? '' },
      ...{ first_name: 'Test', last_name: subject, prefix: '', suffix: '' },
      terms_version: user.missing === 'terms' ? '' : TERMS,
      terms_accepted_at: user.missing === 'terms' ? null : now,
      attested_at: user.missing === 'attestation' ? null : now,
      delegate: user.npi || user.missing === 'delegate' ? null : delegation(now),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  for (const [institution_code, role] of Object.entries(user.roles)) {
    const status = user.statusAt?.[institution_code] ?? user.status ?? 'Active'
    await db.insertInto('membership').values({ physician_id: id, institution_code, status }).execute()
    if (role)
      await db.insertInto('customer_role').values({ physician_id: id, institution_code, role }).execute()
  }
}

/** The first patient of a world was born on 14 March 2019, the next one a day later. */
let births = 0
/** For the first portal of a test file. */
export function beginBirthdays(): void {
  births = 0
}
function nextBirthday(): string {
  births += 1
  return new Date(Date.UTC(2019, 2, 13 + births)).toISOString().slice(0, 10)
}

/**
 * A complete order, collected today. Each call returns its own copy, for another patient: ordering the same
 * test twice for one patient needs a reason.
 */
export function readyOrder(lastName = 'Nguyễn', testCode = 'WES1'): OrderDocument {
  const chosen = CATALOGUE.tests.find((one) => one.code === testCode)
  const document = newOrder({ physicianId: null, firstName: 'Ada', lastName: 'Okafor', npi: ADA })
  const user = { firstName: 'Linh', lastName, dateOfBirth: nextBirthday(), sex: 'Female' as const }
  const [sample] = document.samples
  if (!sample) throw new Error('a new order has a sample')
  return {
    ...document,
    tests: [blankTest(testCode, chosen?.name ?? testCode)],
    patients: [{ ...blankPatient('Proband', PROBAND), ...user }],
    samples: [{ ...sample, specimenType: 'Blood', dateOfCollection: todayAtLaboratory(new Date()) }],
    indicationsForTesting: [{ code: 'G40.309', description: 'Generalized idiopathic epilepsy' }],
    consents: (chosen?.consents ?? []).map((consentId) => ({
      ...{ patient: PROBAND, consentId, answer: true, reviewed: true },
    })),
    payment: { ...document.payment, billingType: 'Intitutional' },
  }
}

/** An order of an exome and an add-on test. */
export function twoTests(): OrderDocument {
  return { ...readyOrder(), addOnTests: [blankTest('CYS4', 'Cystic Fibrosis')] }
}

/** A complete benefits verification. */
export function readyVerification(lastName = 'Nguyễn'): OrderDocument {
  const document = readyOrder(lastName)
  const { samples } = newOrder()
  const { insurance } = document.payment
  return {
    ...document,
    ...{ isVOB: true, samples, consents: [] },
    payment: {
      ...{ billingType: 'Insurance', paymentMethod: 'None' },
      insurance: {
        ...insurance,
        ...{
          company: 'Tidewater Mutual',
          kind: 'Commercial',
          memberId: 'TM 1-2',
          holderRelationship: 'Self',
        },
      },
    },
  }
}
