import { createReadStream, existsSync } from 'node:fs'
import { hostname, userInfo } from 'node:os'
import path from 'node:path'
import { parseArgs } from 'node:util'
import type { Transaction } from 'kysely'
import { readDissemination } from '#adapters/npi-registry/dissemination.ts'
import { storeRecords } from '#adapters/npi-registry/table.ts'
import { todayAtLaboratory } from '#domain/dates/dates.ts'
import { table } from '#domain/table.ts'
import { grouped } from '#domain/text/figures.ts'
import { type DataFileProblem, DataFilesInvalid } from '../csv/data-table.ts'
import { auditWriter, type WriteAuditLine } from '../database/audit-line.ts'
import { DATA_VERSION, openDataDir } from '../database/embedded/data-dir.ts'
import { openDatabase } from '../database/open.ts'
import type { Tables } from '../database/schema/tables.ts'
import { readCatalogue, readInstitutions } from '../features/catalogue/catalogue-files.ts'
import type { Catalogue } from '../features/catalogue/catalogue-rows.ts'
import { readIcd10 } from '../features/catalogue/icd10/files.ts'
import { importIcd10 } from '../features/catalogue/icd10/import.ts'
import { importCatalogue, importInstitutions, rowsByCode } from '../features/catalogue/import.ts'
import { type LintOptions, lintCatalogueFiles } from '../features/catalogue/lint/lint-files.ts'
import { importProcedureCodes, readProcedureCodes } from '../features/catalogue/lint/procedure-code-file.ts'
import { registeredCodes, sameCodes } from '../features/catalogue/registered-codes.ts'
import { readCoverage } from '../features/coverage/reference/coverage-files.ts'
import type { Coverage } from '../features/coverage/reference/coverage-rows.ts'
import { importCoverage } from '../features/coverage/reference/import.ts'
import { lintCoverage } from '../features/coverage/reference/lint-coverage.ts'
import { importEhr } from '../features/ehr/import.ts'
import { readEhrFiles } from '../features/ehr/interface-files.ts'
import { readGenes } from '../features/genes/gene-files.ts'
import { importGenes } from '../features/genes/import.ts'
import { shippedSymbols, symbolsIn } from '../features/genes/symbols.ts'
import { importHpo } from '../features/phenotype/import.ts'
import { readHpoRelease } from '../features/phenotype/release-file.ts'
import { readRetention } from '../features/retention/policy-file.ts'
import { replacePolicies } from '../features/retention/store.ts'
import { type Config, readConfig } from '../start/config.ts'
import { beginAs } from '../start/installation.ts'
import { installationSecret } from '../start/secret.ts'
import { explain } from './explain.ts'
import { runHistory } from './history.ts'
import { runHospitals } from './hospitals.ts'
import { runLaunch } from './launch.ts'

type Say = (line: string) => void
/** Writes what was read; resolves to a one-line summary. */
type Write = (db: Transaction<Tables>, say: Say, auditLine: WriteAuditLine) => Promise<string>

const USAGE = `Usage: npm run import -- catalogue DIR [--despite-findings]
       npm run import -- coverage DIR [--despite-findings]
       npm run import -- ehr DIR
       npm run import -- genes DIR
       npm run import -- history DIR --from NAME [--check]
       npm run import -- hpo FILE
       npm run import -- hospitals [FILE | --remove ID | --unlink EMAIL]
       npm run import -- icd10 DIR|FILE
       npm run import -- institutions FILE [--same CODE,…]
       npm run import -- launch [FILE | --rotate ID | --remove ID | --unlink EMAIL]
       npm run import -- npi FILE
       npm run import -- retention FILE
DIR has the files of data/catalogue, data/coverage, data/reference/genes or data/reference/icd10cm; data/README.md describes
them, docs/interfaces.md those of ehr.`

const PROBLEMS_NAMED = 100
const ROWS_BETWEEN_LINES = 250_000

/**
 * Imports a dissemination file of the NPI registry into its table: adds new numbers, updates known ones and
 * deletes none, because the registry's weekly files contain changes only. Reads and writes in batches, since
 * the full file has 9 million rows; the surrounding transaction is rolled back if this throws
 * DataFilesInvalid. Returns the number of rows.
 */
export async function importNpi(
  db: Transaction<Tables>,
  file: string,
  say: Say = () => undefined,
): Promise<number> {
  const problems: DataFileProblem[] = []
  let unnamed = 0
  const name = path.basename(file)
  const report = (problem: Omit<DataFileProblem, 'file'>) => {
    if (problems.length < PROBLEMS_NAMED) problems.push({ file: name, ...problem })
    else unnamed += 1
  }
  let reportedCount = 0
  const count = await storeRecords(db, readDissemination(createReadStream(file), report), (written) => {
    if (written - reportedCount < ROWS_BETWEEN_LINES) return
    reportedCount = written
    say(`${grouped(written)} rows so far.`)
  })
  if (unnamed > 0) problems.push({ file: name, row: null, column: null, rule: `${unnamed} further problems` })
  if (problems.length > 0) throw new DataFilesInvalid(problems)
  return count
}

interface ImportOptions {
  /** Imports in spite of what the lint found, and prints it. */
  despiteFindings: boolean
  /** Codes of institutions that registered themselves and are those of the file. */
  same: string[]
}

const today = () => todayAtLaboratory(new Date())

/** Reads files; if they cannot be read, throws those problems together with the lint's findings. */
function withFindings<T>(read: () => T, lint: () => DataFileProblem[]): T {
  try {
    return read()
  } catch (error) {
    if (error instanceof DataFilesInvalid) throw new DataFilesInvalid([...error.problems, ...lint()])
    throw error
  }
}

/** Throws {@link DataFilesInvalid} if there are findings, unless they are accepted. */
function accept(findings: readonly DataFileProblem[], { despiteFindings }: ImportOptions, say: Say) {
  if (findings.length === 0) return
  const found = new DataFilesInvalid(findings)
  if (!despiteFindings) throw found
  say(`${found.message}\nImported in spite of ${grouped(findings.length)} findings.`)
}

/** How each part of the catalogue is called in the summary line. */
const WORDS: Record<keyof Catalogue, string> = {
  tests: 'tests',
  categories: 'categories',
  consents: 'consents',
  addOns: 'add-ons',
  sections: 'sections',
  relatedTests: 'related tests',
  clientCodes: 'client codes',
  vaTests: 'VA tests',
  vaStations: 'VA stations',
  questionnaires: 'questionnaires',
  askedBy: 'assignments of questionnaires',
  specimenTypes: 'specimen types',
  specimens: 'specimen requirements',
  bloodHistory: 'blood history questions',
  settings: 'settings of tests',
  knownVariantTests: 'tests of known variants',
  consentTexts: 'versions of consent texts',
  consentPolicies: 'consent policies',
  consentConflicts: 'consent conflicts',
  consentFindings: 'consents that decide about findings',
  stateRules: 'rules of states',
  testApprovals: 'test approvals',
  adultOnsetTests: 'tests for adult-onset disorders',
  phenotype: 'tests that ask for findings',
}

const WORDS_OF_COVERAGE: Record<keyof Coverage, string> = {
  payers: 'payers',
  contracts: 'contracts',
  contractPrices: 'contract prices',
  rules: 'rules',
  prices: 'prices of tests',
  assistance: 'assistance tiers',
}

/** Institutions that registered themselves and are the laboratory's: from now on all users find them. */
async function approveSame(db: Transaction<Tables>, same: ReadonlySet<string>, auditLine: WriteAuditLine) {
  const registered = await registeredCodes(db)
  for (const code of same) {
    if (!registered.has(code)) continue
    await db
      .updateTable('institution')
      .set({ approved_at: new Date() })
      .where('code', '=', code)
      .where('approved_at', 'is', null)
      .execute()
    await auditLine(db, {
      actor: {
        subject: '',
        name: `${userInfo().username} at ${hostname()}, by npm run import -- institutions`,
      },
      action: 'institution-changed',
      entity: { kind: 'institution', id: code, institution: code },
      detail: { fields: ['name', 'parent'] },
    })
  }
}

/**
 * All but the last read and check their files completely before a database is opened; the last one's file can
 * be too long for that.
 */
const IMPORTS = table<(source: string, options: ImportOptions) => Write>({
  catalogue(dir, options) {
    const lint = (symbols: LintOptions['symbols']) => lintCatalogueFiles(dir, { symbols, today: today() })
    const catalogue = withFindings(
      () => readCatalogue(dir),
      () => lint(shippedSymbols()),
    )
    return async (db, say) => {
      accept(lint(await symbolsIn(db)), options, say)
      const before = await db.selectFrom('test').select('code').where('orderable', '=', true).execute()
      await importCatalogue(db, catalogue)
      await importProcedureCodes(db, readProcedureCodes(dir, []))
      const codes = new Set(catalogue.tests.map((test) => test.code))
      const gone = before.filter((test) => !codes.has(test.code)).length
      const counts = Object.entries(WORDS).map(
        ([section, words]) => `${words} ${catalogue[section as keyof Catalogue].length}`,
      )
      return `Imported the catalogue: ${counts.join(', ')}. Tests that can no longer be ordered: ${gone}.`
    }
  },
  coverage(dir, options) {
    const files = readCoverage(dir)
    return async (db, say) => {
      accept(await lintCoverage(db, files.linted, today()), options, say)
      await importCoverage(db, files)
      const counts = Object.entries(WORDS_OF_COVERAGE).map(
        ([section, words]) => `${words} ${files.coverage[section as keyof Coverage].length}`,
      )
      return `Imported coverage: ${counts.join(', ')}. Everything else was removed.`
    }
  },
  ehr(dir) {
    const files = readEhrFiles(dir)
    return async (db, _say, auditLine) => {
      await importEhr(db, files, auditLine)
      return `Imported interfaces of hospitals: ${files.interfaces.length}, mapped codes ${grouped(files.maps.length)}. All others are unchanged.`
    }
  },
  genes(dir) {
    const genes = readGenes(dir)
    return async (db) => {
      await importGenes(db, genes)
      const transcripts = genes.reduce((sum, gene) => sum + gene.transcripts.length, 0)
      return `Imported genes: ${grouped(genes.length)}, with ${grouped(transcripts)} transcripts. All others were removed.`
    }
  },
  hpo(file) {
    const release = readHpoRelease(file)
    return async (db) => {
      await importHpo(db, release)
      const counts = `${release.terms.length} terms, ${release.obsolete.length} obsolete ones`
      return `Imported the Human Phenotype Ontology, release ${release.version}: ${counts}. All others were removed.`
    }
  },
  icd10(source) {
    const list = readIcd10(source)
    const billable = list.codes.filter((row) => row.billable).length
    return async (db) => {
      await importIcd10(db, list)
      return `Imported the ICD-10-CM codes: for billing ${grouped(billable)}, headings ${grouped(list.codes.length - billable)}, in the laboratory’s selection ${grouped(list.selection.length)}. All others were removed.`
    }
  },
  institutions(list, options) {
    const institutions = readInstitutions(list)
    const file = path.basename(list)
    const same = sameCodes(options.same, rowsByCode(institutions, file))
    return async (db, _say, auditLine) => {
      const here = await importInstitutions(db, institutions, { same, file })
      await approveSame(db, same, auditLine)
      const kept =
        here === 0
          ? ''
          : `, ${grouped(here)} of them here already. Addresses and phones that users entered stay`
      return `Imported institutions: ${institutions.length}${kept}. All others are unchanged.`
    }
  },
  npi(file) {
    if (!existsSync(file))
      throw new DataFilesInvalid([
        { file: path.basename(file), row: null, column: null, rule: 'the file is missing' },
      ])
    return async (db, say) => {
      const count = await importNpi(db, file, say)
      return `Imported NPI records: ${grouped(count)}. All others are unchanged.`
    }
  },
  retention(file) {
    const policies = readRetention(file)
    return async (db) => {
      await replacePolicies(db, policies)
      const ending = policies.flatMap(({ kind, days }) =>
        days === null ? [] : [`${kind} after ${grouped(days)} days`],
      )
      return `Imported retention periods. Erased every day: ${ending.join(', ') || 'nothing'}. All else is kept for ever.`
    }
  },
})

/**
 * Runs the import on the portal's own database. The embedded one belongs to one process: this is refused
 * while the portal is running.
 */
async function write(config: Config, work: Write, say: Say): Promise<string> {
  const ownDataDir = !config.DATABASE_URL || !config.KARYO_SECRET
  const dataDir = ownDataDir ? await openDataDir(config.DATA_DIR, DATA_VERSION) : null
  try {
    const secret = config.KARYO_SECRET ?? (await installationSecret(config.DATA_DIR))
    const database = await openDatabase({
      databaseUrl: config.DATABASE_URL,
      dataDir: dataDir?.path ?? config.DATA_DIR,
      secret,
      onLog: say,
    })
    try {
      return await database.administer(async (db) => {
        if (!config.demo) await beginAs(db, 'production', config)
        return work(db, say, auditWriter(secret))
      })
    } finally {
      await database.close()
    }
  } finally {
    await dataDir?.close()
  }
}

/** Undefined if the arguments fit none of the usages. */
function parseCommand(args: readonly string[]) {
  try {
    const { values, positionals } = parseArgs({
      ...{ args: [...args], allowPositionals: true },
      options: {
        'despite-findings': { type: 'boolean', default: false },
        same: { type: 'string', multiple: true, default: [] },
      },
    })
    const { 'despite-findings': despiteFindings, same } = values
    const [what = '', source, ...more] = positionals
    const read = Object.hasOwn(IMPORTS, what) ? IMPORTS[what] : undefined
    if (!read || !source || more.length > 0 || (same.length > 0 && what !== 'institutions')) return undefined
    return { read, source, options: { despiteFindings, same } }
  } catch {
    return undefined
  }
}

/**
 * Replaces demo data with a laboratory's own, in one transaction. `args` name what to import and from where.
 * Returns the exit code: 0, or 1 after printing what is wrong.
 */
export async function runImport(
  args: readonly string[],
  environment: NodeJS.ProcessEnv,
  say: Say,
): Promise<number> {
  if (args[0] === 'history') return runHistory(args.slice(1), environment, say)
  if (args[0] === 'hospitals') return runHospitals(args.slice(1), environment, say)
  if (args[0] === 'launch') return runLaunch(args.slice(1), environment, say)
  const command = parseCommand(args)
  if (!command) {
    say(USAGE)
    return 1
  }
  try {
    const config = readConfig(environment)
    const work = command.read(path.resolve(command.source), command.options)
    say(await write(config, work, say))
    return 0
  } catch (error) {
    say(explain(error))
    if (error instanceof DataFilesInvalid) say('Nothing was imported.')
    return 1
  }
}

if (import.meta.main)
  process.exitCode = await runImport(process.argv.slice(2), process.env, (line) =>
    process.stdout.write(`${line}\n`),
  )
