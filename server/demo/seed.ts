import path from 'node:path'
import { sql } from 'kysely'
import { importNpi } from '#server/commands/import.ts'
import { readCatalogue, readInstitutions, readNames } from '#server/features/catalogue/catalogue-files.ts'
import { readIcd10, readSelection } from '#server/features/catalogue/icd10/files.ts'
import { importIcd10 } from '#server/features/catalogue/icd10/import.ts'
import { importCatalogue, importInstitutions } from '#server/features/catalogue/import.ts'
import {
  importProcedureCodes,
  readProcedureCodes,
} from '#server/features/catalogue/lint/procedure-code-file.ts'
import { type OrderedTestInfo, orderableTests } from '#server/features/catalogue/public.ts'
import { readCoverage } from '#server/features/coverage/reference/coverage-files.ts'
import { importCoverage } from '#server/features/coverage/reference/import.ts'
import { importShippedGenes } from '#server/features/genes/public.ts'
import { importHpo } from '#server/features/phenotype/import.ts'
import { readHpoRelease } from '#server/features/phenotype/release-file.ts'
import { SHIPPED_RELEASE } from '#server/features/phenotype/shipped-release.ts'
import { addOrders } from './add-orders.ts'
import { addColleagues, addUsers, type DemoDeps, type Provider, type Seed } from './add-users.ts'
import { cast } from './cast.ts'
import { addConsentDetails } from './consents.ts'
import { addCounseling } from './counseling.ts'
import type { DemoWorld } from './documents.ts'
import { draftsToSubmit, verifications } from './drafts.ts'
import { everyday } from './everyday.ts'
import { addFamilies } from './families/add-families.ts'
import { joinOrders } from './families/join-orders.ts'
import { addKits } from './kits.ts'
import type { MadeOrder } from './made-order.ts'
import { memberVerifications } from './members.ts'
import { demoOrder } from './orders.ts'
import { trackingNumbers } from './parcels.ts'
import { isOrderedAt } from './plausible/clinics.ts'
import { readPlausible } from './plausible/plausible-orders.ts'
import { seededRandom } from './random.ts'
import { addTreatments } from './treatments.ts'

const DATA = path.join(import.meta.dirname, '../../data')
const ICD10 = path.join(DATA, 'reference/icd10cm')
const ORDERS = 2000
const SEED = 20261121

/** Orders of every provider, most of them at the institution of the first demo sign-in. */
function ordersOf(
  providers: readonly Provider[],
  creator: Physician,
  world: DemoWorld,
  now: Date,
): MadeOrder[] {
  const random = seededRandom(SEED)
  const weighted = [
    ...providers,
    ...providers.filter((one) => one.institution === '1001').flatMap((one) => Array<Provider>(8).fill(one)),
  ]
  const first = providers.find((one) => one.institution === '1001')
  if (!first) throw new Error('nobody orders at the first institution')
  const numbers = trackingNumbers()
  const special = [
    ...cast(providers, { now, world, numbers }),
    ...draftsToSubmit(now, { creator, provider: first }, world, random),
    ...verifications(now, first, world, random),
    ...memberVerifications(now, first, world, seededRandom(SEED + 2)),
  ]
  const others = Array.from({ length: ORDERS - special.length }, () => {
    const provider = random.one(weighted)
    return { provider, order: demoOrder(now, provider, world, random) }
  })
  const all = [...special, ...everyday(others, { now, numbers, random: seededRandom(SEED + 1) })]
  addConsentDetails(all, now)
  return all
}

type Physician = { id: number; name: string }

async function physicianOf(db: Seed, email: string): Promise<Physician> {
  const { id, first_name, last_name } = await db
    .selectFrom('physician')
    .select(['id', 'first_name', 'last_name'])
    .where('email', '=', email)
    .executeTakeFirstOrThrow()
  return { id, name: `${first_name} ${last_name}` }
}

/** Reads the demo's files. */
export function readDemo() {
  return {
    catalogue: readCatalogue(path.join(DATA, 'catalogue')),
    institutions: readInstitutions(path.join(DATA, 'institutions.csv')),
    plausible: readPlausible(path.join(DATA, 'demo')),
    coverage: readCoverage(path.join(DATA, 'coverage')),
    names: readNames(path.join(DATA, 'demo/names.csv')),
  }
}
type DemoFiles = ReturnType<typeof readDemo>

/** What demo orders are chosen from; the catalogue must be in the database already. */
export async function demoWorld(
  db: Seed,
  { catalogue, institutions, ...files }: DemoFiles,
): Promise<DemoWorld> {
  const codes = catalogue.tests.filter((test) => test.displayInCatalog).map((test) => test.code)
  const testsAt = new Map<string, OrderedTestInfo[]>()
  for (const { code } of institutions) {
    const tests = await orderableTests(db, codes, code)
    testsAt.set(
      code,
      tests.filter((test) => {
        const expected = files.plausible.orders.get(test.code)
        return expected !== undefined && isOrderedAt(code, test, expected)
      }),
    )
  }
  return { testsAt, ...files }
}

/** Fills an empty database with the demo laboratory (section 3 of the design); if it has users already, at most genes and phenotype terms are added. */
export async function seedDemo(db: Seed, deps: DemoDeps): Promise<void> {
  // If several portals start at once, one fills the database while the others wait.
  await sql`select pg_advisory_xact_lock(hashtext('karyo demo'))`.execute(db)
  await importShippedGenes(db)
  // Demos filled by an earlier version have none yet.
  if (!(await db.selectFrom('hpo_release').select('version').executeTakeFirst()))
    await importHpo(db, readHpoRelease(SHIPPED_RELEASE))
  if (await db.selectFrom('physician').select('id').limit(1).executeTakeFirst()) return
  const files = readDemo()
  const { institutions } = files
  await importCatalogue(db, files.catalogue)
  await importProcedureCodes(db, readProcedureCodes(path.join(DATA, 'catalogue'), []))
  await importCoverage(db, files.coverage)
  await importIcd10(db, deps.diagnosisCodes === 'selection' ? readSelection(ICD10) : readIcd10(ICD10))
  await importInstitutions(db, institutions)
  await importNpi(db, path.join(DATA, 'npi.csv'))
  const world = await demoWorld(db, files)
  // The NPI registry is American: nobody in it works abroad.
  const codesOfInstitutions = institutions.filter(({ country }) => country === 'USA').map(({ code }) => code)
  const providers = [...(await addUsers(db, deps)), ...(await addColleagues(db, codesOfInstitutions, deps))]
  const creator = await physicianOf(db, 'creator@demo.test')
  await addOrders(db, ordersOf(providers, creator, world, deps.now), deps)
  await addKits(db, providers, deps.now)
  await addTreatments(db, deps.now)
  await addCounseling(db, deps.now)
  await addFamilies(db, creator, deps.now)
  await joinOrders(db, creator)
}
