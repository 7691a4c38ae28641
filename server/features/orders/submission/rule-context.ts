import { sql } from 'kysely'
import { type NpiRegistry, RegistryAway } from '#adapters/npi-registry/port.ts'
import type { StoredAddress } from '#contract/addresses.ts'
import { fail } from '#contract/errors.ts'
import { regionOf } from '#domain/addresses/regions.ts'
import type { ConsentLaw } from '#domain/consent/law.ts'
import { type IsoDate, todayAtLaboratory } from '#domain/dates/dates.ts'
import { ICD10, type KnownDiagnosis } from '#domain/icd10/diagnosis-code.ts'
import { isNpi } from '#domain/npi/npi.ts'
import type { NpiRecord } from '#domain/npi/npi-record.ts'
import { registeredNameRefusal } from '#domain/npi/registered-name.ts'
import { diagnosisDay } from '#domain/orders/diagnosis-day.ts'
import type { OrderDocument, OrderingProvider } from '#domain/orders/document.ts'
import { knownDueDate } from '#domain/orders/gestational-age.ts'
import { personKey } from '#domain/orders/identity.ts'
import { specimensIn } from '#domain/orders/on-file.ts'
import { featuresOf } from '#domain/orders/phenotype.ts'
import type { EarlierOrder, ProviderInfo, RuleContext, UploadedFile } from '#domain/orders/rule-context.ts'
import { ORDER_STATE_META } from '#domain/orders/status.ts'
import { isPrenatal } from '#domain/orders/subject.ts'
import { hasPermission, permissionsOf } from '#domain/permissions/permissions.ts'
import { isVaHospital } from '#domain/va/va.ts'
import type { Scope } from '#server/database/scope.ts'
import { consentLawAt, knownDiagnoses, orderableTestsAt } from '#server/features/catalogue/public.ts'
import { genesOfVariants } from '#server/features/genes/public.ts'
import { knownTerms } from '#server/features/phenotype/public.ts'
import { NAME_REFUSALS } from '#server/features/physicians/public.ts'
import { specimenOf } from './add-on.ts'
import { attachedDocuments, uploadsOf } from './attached-documents.ts'
import { type OrderRuleContext, orderedCodes } from './document-columns.ts'
import { familyCodeOf } from './family-code.ts'
import { genesOfTests, submittedOrders } from './history-store.ts'
import { knownPayers } from './known-payers.ts'

/**
 * The NPI registry's answer about a number: `unasked` if it is not an NPI, or the registry was unavailable.
 */
export interface RegistryLookup {
  npi: string
  answer: NpiRecord | 'unknown' | 'unasked'
}

/**
 * Called before the transaction that locks an order, because the registry may be slow. Never throws if it is
 * unavailable.
 */
export async function lookUpProvider(registry: NpiRegistry, npi: string): Promise<RegistryLookup> {
  if (!isNpi(npi)) return { npi, answer: 'unasked' }
  try {
    return { npi, answer: (await registry.lookup(npi)) ?? 'unknown' }
  } catch (error) {
    if (error instanceof RegistryAway) return { npi, answer: 'unasked' }
    throw error
  }
}

/** The registry's recent answer; null if it must be asked. */
export function recentLookup(registry: NpiRegistry, npi: string): RegistryLookup | null {
  if (!isNpi(npi)) return { npi, answer: 'unasked' }
  const answer = registry.recent(npi)
  return answer ? { npi, answer } : null
}

/** NUCC health care provider taxonomy: Genetic Counselor, MS. */
const GENETIC_COUNSELOR = '170300000X'

/**
 * What the rules need to know about a provider at `hospital`, from the portal and the registry. Without the
 * registry's answer the portal's own record still counts.
 */
async function providerContext(
  { db }: Scope,
  hospital: string,
  provider: OrderingProvider,
  { npi, answer }: RegistryLookup,
): Promise<ProviderInfo | null> {
  if (!isNpi(npi) || npi !== provider.npi) return null
  const { rows } = await sql<{
    recorded: boolean
  }>`select is_counselor_at(${npi}, ${hospital}) as recorded`.execute(db)
  const geneticCounselor = rows[0]?.recorded === true
  if (answer === 'unasked') return { npi, nameRefusal: null, geneticCounselor }
  if (answer === 'unknown') return { npi, nameRefusal: NAME_REFUSALS.unknown, geneticCounselor }
  const refusal = registeredNameRefusal(provider, answer)
  return {
    npi,
    nameRefusal: refusal && NAME_REFUSALS[refusal],
    geneticCounselor: geneticCounselor || answer.taxonomies.some(({ code }) => code === GENETIC_COUNSELOR),
  }
}

/** The actor as submitter at `hospital`; null if they may not submit. */
export async function submitterOf(scope: Scope, hospital: string): Promise<RuleContext['submitter']> {
  const { memberships, npi, id, subject } = scope.actor
  const roles = memberships.find((at) => at.code === hospital)?.roles ?? []
  if (!hasPermission(permissionsOf(roles), 'SubmitOrder')) return null
  if (npi !== '') return { npi, delegated: false }
  // The scope may not include a user who works here by a role at the parent, but every user can see their own
  // record.
  const showOwnRecord = (who: string) =>
    sql`select set_config('karyo.subject', ${who}, true)`.execute(scope.db)
  const [, own] = await Promise.all([
    showOwnRecord(subject),
    scope.db.selectFrom('physician').select('delegate').where('id', '=', id).executeTakeFirst(),
    showOwnRecord(''),
  ])
  return { npi, delegated: (own?.delegate ?? null) !== null }
}

interface InstitutionRow {
  /** The institution's name. */
  name: string
  addresses: StoredAddress[]
  /** When the transaction began. */
  begun: Date
  parent_code: string | null
  /** Whether the laboratory knows the document's VA station. */
  has_station: boolean
  /** The catalogue's version. */
  catalogue: string
  /** The numbers of orders that name a person in the document. */
  earlier: number[]
  diagnoses: KnownDiagnosis[]
  uploads: UploadedFile[]
}

/** Everything to be queried for each order, in one query: most people have no earlier order. */
async function loadInstitution(
  { db }: Scope,
  hospital: string,
  keys: readonly string[],
  { vaStation: station = '', indicationsForTesting }: OrderDocument,
  { day, orderId }: { day: IsoDate; orderId: number | null },
) {
  const codes = indicationsForTesting.map(({ code }) => code).filter((code) => ICD10.test(code))
  const { rows } = await sql<InstitutionRow>`
    select name, addresses, parent_code, now() as begun,
      exists (select from va_station where number = ${station}) as has_station, (select version from catalogue_version) as catalogue,
      array(select orders_of_people(${hospital}, ${keys}::text[])) as earlier,
      ${knownDiagnoses(codes, day)} as diagnoses,
      ${uploadsOf(orderId)} as uploads
    from institution where code = ${hospital}`.execute(db)
  return rows[0] ?? fail('not-found')
}

interface PatientIdentity {
  /** The patient's key in the document. */
  patient: string
  /** The key by which their orders are found. */
  key: string
}

function keysOf({ patients }: OrderDocument): PatientIdentity[] {
  return patients.flatMap((patient) => {
    const key = personKey(patient)
    return key === null ? [] : [{ patient: patient.key, key }]
  })
}

/**
 * The orders in `ids` that were submitted for a person in the document and are not cancelled, newest first.
 */
async function historyOf(
  scope: Scope,
  hospital: string,
  keyed: readonly PatientIdentity[],
  ids: readonly number[],
) {
  const rows = await submittedOrders(scope, hospital, ids)
  const genes = await genesOfTests(
    scope,
    rows.flatMap(({ document }) => orderedCodes(document)),
  )
  return rows.flatMap((row): EarlierOrder[] => {
    const tests = [...row.document.tests, ...row.document.addOnTests].filter(
      ({ testCode }) => testCode !== '',
    )
    return keyed
      .filter(({ key }) => row.people.includes(key))
      .map(({ patient }) => ({
        id: row.id,
        patient,
        tests: tests.map((test) => ({
          code: test.testCode,
          testName: test.testName,
          genes: test.genes.length > 0 ? test.genes : (genes.get(test.testCode) ?? []),
        })),
        displayStatus: ORDER_STATE_META[row.state].display,
        reported: row.state === 'reported',
        orderedOn: todayAtLaboratory(row.submitted_at ?? row.created_at),
        ...(row.document.pregnancy && isPrenatal(row.document)
          ? { pregnancyDue: knownDueDate(row.document.pregnancy) }
          : {}),
      }))
  })
}

/** An institution abroad has none, although its region may be named like a state: WA is in Australia, too. */
function stateOf(addresses: readonly StoredAddress[]): string {
  const { country = 'USA', state = '' } =
    addresses.find(({ type }) => type === 'Primary') ?? addresses[0] ?? {}
  return country === 'USA' ? (regionOf(country, state)?.code ?? '') : ''
}

/** The rule context, and what else was loaded with it. */
export interface LoadedContext extends OrderRuleContext {
  consentLaw: ConsentLaw
  va: NonNullable<OrderRuleContext['va']>
  institutionName: string
  /** When the transaction began: the time of its writes. */
  begun: Date
}

interface ContextRequest {
  hospital: string
  /** The document's draft, which is not one of its own earlier orders. */
  orderId: number | null
  /** The registry's answer about the document's provider; null if it was not asked. */
  registered: RegistryLookup | null
  submitter: RuleContext['submitter']
  /** The VA hospitals' codes. */
  vaHospitals: readonly string[]
  takesKits: boolean
  now: Date
}

/** The rule context of a document (domain/orders/rule-context.ts). */
export async function loadRuleContext(
  scope: Scope,
  document: OrderDocument,
  { hospital, orderId, registered, submitter, vaHospitals, takesKits, now }: ContextRequest,
): Promise<LoadedContext> {
  const keyed = keysOf(document)
  const keys = keyed.map(({ key }) => key)
  const { vaStation = '' } = document
  const today = todayAtLaboratory(now)
  // Few orders are add-ons: the others lose no round trip by it.
  const specimen = document.addOn && (await specimenOf(scope, hospital, document.addOn))
  const day = diagnosisDay(specimensIn(document, specimen), today)
  const [institution, provider] = await Promise.all([
    loadInstitution(scope, hospital, keys, document, { day, orderId }),
    registered && providerContext(scope, hospital, document.orderingProvider, registered),
  ])
  const { name, addresses, parent_code, has_station, begun, catalogue, earlier, diagnoses, uploads } =
    institution
  const others = earlier.filter((id) => id !== orderId)
  const [tests, history, documents, hasFamilyCode, genes, consentLaw, phenotype, payers] = await Promise.all([
    orderableTestsAt(catalogue, scope.db, orderedCodes(document), hospital),
    historyOf(scope, hospital, keyed, others),
    attachedDocuments(scope, orderId, document),
    familyCodeOf(scope, orderId, document),
    genesOfVariants(scope.db, document.knownVariants ?? []),
    consentLawAt(catalogue, scope.db),
    knownTerms(
      scope.db,
      featuresOf(document).map(({ termId }) => termId),
    ),
    // Nothing of another provider's order depends on the payer.
    provider?.geneticCounselor ? knownPayers(scope, document) : undefined,
  ])
  return {
    ...{ tests, consentLaw, today, history, diagnoses, phenotype, provider, submitter, documents, genes },
    ...{ hasFamilyCode, payers, takesKits, uploads },
    va: {
      isVa: isVaHospital({ code: hospital, parentCode: parent_code }, vaHospitals),
      unknownStation: has_station ? '' : vaStation,
    },
    ...{ institutionState: stateOf(addresses), institutionName: name, specimenOf: specimen, begun },
  }
}
