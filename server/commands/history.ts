import { existsSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { hostname, userInfo } from 'node:os'
import path from 'node:path'
import { parseArgs } from 'node:util'
import type { Transaction } from 'kysely'
import { directoryFiles } from '#adapters/files/directory.ts'
import { pdfOpener } from '#adapters/pdf/open.ts'
import { todayAtLaboratory } from '#domain/dates/dates.ts'
import { grouped } from '#domain/text/figures.ts'
import { type DataFileProblem, DataFilesInvalid, throwIfAny } from '../csv/data-table.ts'
import { auditWriter } from '../database/audit-line.ts'
import { announceFiles } from '../database/files-put.ts'
import { roleUrl } from '../database/roles.ts'
import type { Tables } from '../database/schema/tables.ts'
import { SetupError } from '../database/setup-error.ts'
import { readInstitutions } from '../features/catalogue/catalogue-files.ts'
import { importInstitutions, rowsByCode } from '../features/catalogue/import.ts'
import { codeFaults, registeredCodes, sameCodes } from '../features/catalogue/registered-codes.ts'
import { mailOutbox } from '../features/mail/outbox.ts'
import { checkPdfs } from '../features/orders/earlier/check-pdfs.ts'
import { countsInPortal, countsOfFiles, countsReport } from '../features/orders/earlier/counts.ts'
import { type EarlierFiles, readEarlier } from '../features/orders/earlier/files.ts'
import {
  authorOf,
  type EarlierOrder,
  erasedSince,
  gathered,
  movedBefore,
  moveIn,
  notMovedYet,
} from '../features/orders/earlier/move-in.ts'
import { inviteEarlier } from '../features/users/invite-earlier.ts'
import { startBoss } from '../jobs/boss.ts'
import { brandOf } from '../start/brand.ts'
import { type Config, readConfig } from '../start/config.ts'
import { beginAs, refuseOtherKind } from '../start/installation.ts'
import { explain } from './explain.ts'
import { withOpenDatabase } from './with-open-database.ts'

type Say = (line: string) => void

const USAGE = `Usage: npm run import -- history DIR --from NAME --check [--same CODE,…]
       npm run import -- history DIR --from NAME --report FILE [--same CODE,…] [--invite-as EMAIL]
Moves in what a laboratory has in the system that it used before: institutions, orders with their reports, users (files:
docs/moving-in.md). NAME is that system, as users will read it. The first checks everything and writes nothing. The second
checks, then writes what is not here yet, and FILE, the report of counts for two signatures; with --invite-as, users.csv is
invited by mail in the name of that Support user. --same names the institutions of the files that registered themselves here. The
portal may be running. Nothing is sent to the laboratory or to payers.`

const BATCH = 200
const SYSTEM = /^\S(.{0,58}\S)?$/

interface Command {
  dir: string
  system: string
  isCheck: boolean
  report: string | undefined
  inviteAs: string | undefined
  same: string[]
}

/** Undefined if the arguments fit none of the usages. */
function parseCommand(args: readonly string[]): Command | undefined {
  try {
    const { values, positionals } = parseArgs({
      ...{ args: [...args], allowPositionals: true },
      options: {
        ...{ from: { type: 'string' }, report: { type: 'string' }, 'invite-as': { type: 'string' } },
        check: { type: 'boolean', default: false },
        same: { type: 'string', multiple: true, default: [] },
      },
    })
    const [dir, ...more] = positionals
    const { from: system, check: isCheck, report, 'invite-as': inviteAs, same } = values
    if (dir === undefined || more.length > 0 || system === undefined || !SYSTEM.test(system)) return undefined
    if (isCheck === (report !== undefined) || (isCheck && inviteAs !== undefined)) return undefined
    return { dir: path.resolve(dir), system, isCheck, report: report && path.resolve(report), inviteAs, same }
  } catch {
    return undefined
  }
}

interface Checked {
  files: EarlierFiles
  orders: EarlierOrder[]
  /** Those that are not here yet. */
  left: EarlierOrder[]
  /** How many of the files were here, and were erased since: they must not come back. */
  erased: number
  institutions: ReturnType<typeof readInstitutions>
  /** Codes of institutions that registered themselves and are those of the files. */
  same: ReadonlySet<string>
}

const rowsByInstitution = ({ orders, users, names }: EarlierFiles) =>
  (['orders', 'users'] as const).flatMap((which) =>
    (which === 'orders' ? orders : users).map(({ row, value }) => ({
      ...{ file: names[which], row, column: 'institution', code: value.institution },
    })),
  )

/** Checks everything and writes nothing; throws {@link DataFilesInvalid} with every fault. */
async function checked(
  { dir, system, same: given }: Command,
  administer: <T>(work: (db: Transaction<Tables>) => Promise<T>) => Promise<T>,
  say: Say,
): Promise<Checked> {
  const problems: DataFileProblem[] = []
  const file = path.join(dir, 'institutions.csv')
  const institutions = existsSync(file) ? readInstitutions(file) : []
  const { known, before, gone, registered } = await administer(async (db) => ({
    known: {
      institutions: new Set([
        ...(await db.selectFrom('institution').select('code').execute()).map(({ code }) => code),
        ...institutions.map(({ code }) => code),
      ]),
      tests: new Set((await db.selectFrom('test').select('code').execute()).map(({ code }) => code)),
      today: todayAtLaboratory(new Date()),
    },
    before: await movedBefore(db, system),
    gone: await erasedSince(db, system),
    registered: await registeredCodes(db),
  }))
  const here = new Set([...before.keys(), ...gone])
  const files = readEarlier(dir, { ...known, here }, problems)
  const named = [...rowsByCode(institutions), ...rowsByInstitution(files)]
  const same = sameCodes(given, named)
  problems.push(...codeFaults(named, registered, same))
  const pdfs = pdfOpener()
  try {
    const digests = await checkPdfs(dir, files, pdfs.open, problems, say)
    const all = gathered(files, digests)
    const orders = all.filter(({ order }) => !gone.has(order.number) || before.has(order.number))
    const left = problems.length > 0 ? orders : notMovedYet(orders, before, files.names.orders, problems)
    throwIfAny(problems)
    return { files, orders, left, erased: all.length - orders.length, institutions, same }
  } finally {
    await pdfs.close()
  }
}

const counted = (count: number, one: string) => `${grouped(count)} ${one}${count === 1 ? '' : 's'}`

function summary({ files: { reports, users }, orders, left, erased, institutions }: Checked): string {
  const parts = [
    counted(institutions.length, 'institution'),
    `${counted(orders.length, 'order')} (${grouped(orders.length - left.length)} of them are here already)`,
    ...(erased > 0 ? [`${counted(erased, 'order')} erased here since, not counted`] : []),
    counted(reports.length, 'report'),
    counted(users.length, 'user'),
  ]
  return `Checked without a fault: ${parts.join(', ')}.`
}

async function move(
  config: Config,
  { dir, system, report, inviteAs }: Command,
  { files, orders, left, erased, institutions, same }: Checked,
  { url, administer, secret }: OpenedDatabase,
  say: Say,
): Promise<number> {
  const actor = { subject: '', name: `${userInfo().username} at ${hostname()}, by npm run import -- history` }
  const store = directoryFiles(config.KARYO_FILES_DIR ?? path.resolve(config.DATA_DIR, 'files'))
  await store.ready()
  const auditLine = auditWriter(secret)
  await administer((db) => importInstitutions(db, institutions, { existing: 'left', same }))
  const author = await administer((db) => authorOf(db, system))
  const moving = { system, author, dir, files: store, auditLine, actor }
  for (let from = 0; from < left.length; from += BATCH) {
    const batch = left.slice(from, from + BATCH)
    const now = new Date()
    const digests = batch.flatMap(({ reports }) => reports.map(({ digest }) => digest))
    await administer((db) => announceFiles(db, digests))
    await administer((db) => moveIn(db, batch, moving, now, todayAtLaboratory(now)))
    if ((from / BATCH) % 5 === 4)
      say(`${grouped(from + batch.length)} of ${grouped(left.length)} orders are here.`)
  }
  if (inviteAs !== undefined) {
    const boss = await startBoss(roleUrl(url, secret, 'karyo_worker'), () => undefined)
    try {
      const deps = {
        ...{ sendMail: mailOutbox(boss), auditLine, actor, now: new Date() },
        ...{ portalOrigin: config.publicOrigin, laboratoryName: brandOf(config).brand.name },
      }
      const users = files.users.map(({ value }) => value)
      const invited = await administer((db) => inviteEarlier(db, users, inviteAs, deps))
      say(`${counted(invited, 'user')} of ${grouped(users.length)} invited; the others were before.`)
    } finally {
      await boss.stop({ graceful: false })
    }
  }
  const numbers = orders.map(({ order }) => order.number)
  const inPortal = await administer((db) => countsInPortal(db, system, numbers))
  const { text, isSame } = countsReport(countsOfFiles(orders), inPortal, {
    ...{ system, by: actor.name, digests: files.digests, erased },
    day: todayAtLaboratory(new Date()),
  })
  if (report !== undefined) await writeFile(report, text)
  say(`${counted(left.length, 'order')} moved in from ${system}. The report for two signatures is ${report}.`)
  if (!isSame) say('Files and portal differ: see the report.')
  return isSame ? 0 : 1
}

interface OpenedDatabase {
  url: string
  administer: <T>(work: (db: Transaction<Tables>) => Promise<T>) => Promise<T>
  secret: string
}

/** `npm run import -- history …`. Returns the exit code: 0, or 1 after printing what is wrong. */
export async function runHistory(
  args: readonly string[],
  environment: NodeJS.ProcessEnv,
  say: Say,
): Promise<number> {
  const command = parseCommand(args)
  if (!command) {
    say(USAGE)
    return 1
  }
  try {
    const config = readConfig(environment)
    if (command.report !== undefined && existsSync(command.report))
      throw new SetupError(`${command.report} already exists: choose another name`)
    return await withOpenDatabase(config, say, async ({ url, administer }, secret) => {
      await administer((db) =>
        config.demo ? refuseOtherKind(db, 'demo', config) : beginAs(db, 'production', config),
      )
      const found = await checked(command, administer, say)
      say(summary(found))
      return command.isCheck ? 0 : await move(config, command, found, { url, administer, secret }, say)
    })
  } catch (error) {
    say(explain(error))
    if (error instanceof DataFilesInvalid) say('Nothing was moved in.')
    return 1
  }
}
