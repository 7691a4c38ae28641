import { mkdir, writeFile } from 'node:fs/promises'
import { hostname, userInfo } from 'node:os'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { directoryFiles } from '#adapters/files/directory.ts'
import { isIsoDate } from '#domain/dates/dates.ts'
import { personKey } from '#domain/orders/identity.ts'
import { type Connection, connect } from '../database/connection/connect.ts'
import { errorCode, SetupError } from '../database/setup-error.ts'
import { databaseTime } from '../database/time.ts'
import {
  collectPerson,
  institutionsHolding,
  type PersonData,
  type PersonNamed,
} from '../features/audit/person-data.ts'
import { NOT_COLLECTED } from '../features/audit/person-records.ts'
import { type ErasureOfOrder, erasePerson } from '../features/retention/person.ts'
import { policies } from '../features/retention/store.ts'
import { readConfig } from '../start/config.ts'
import { installationSecret } from '../start/secret.ts'
import { withDatabase } from './backup.ts'
import { explain } from './explain.ts'

type Say = (line: string) => void

const USAGE = `Usage: npm run audit -- person "LAST NAME" "FIRST NAME" YYYY-MM-DD
       npm run audit -- person "LAST NAME" "FIRST NAME" YYYY-MM-DD --export DIR
       npm run audit -- person "LAST NAME" "FIRST NAME" YYYY-MM-DD --erase
The first says what the portal holds about a person, of all institutions, and what a request could erase. The second writes it
into the new directory DIR: data.json, and reports and documents as files. The third erases it, as far as the laboratory's
retention periods allow, for good. The portal may be running. All three are recorded in the audit trail.`

interface PersonCommand extends PersonNamed {
  dir: string | undefined
  erase: boolean
}

function parseCommand(args: readonly string[]): PersonCommand | undefined {
  try {
    const { values, positionals } = parseArgs({
      args: [...args],
      allowPositionals: true,
      options: { export: { type: 'string' }, erase: { type: 'boolean', default: false } },
    })
    const [lastName, firstName, dateOfBirth, ...more] = positionals
    if (!lastName || !firstName || !dateOfBirth || more.length > 0 || values.export === '') return undefined
    if (values.erase && values.export !== undefined) return undefined
    return { lastName, firstName, dateOfBirth, dir: values.export, erase: values.erase }
  } catch {
    return undefined
  }
}

const counted = (count: number, one: string) => `${count} ${one}${count === 1 ? '' : 's'}`

function summary({ orders, payerChecks, counselingRequests, accesses }: PersonData): string {
  const files = orders.flatMap((order) => order.files).length
  const parts = [counted(orders.length, 'order'), counted(files, 'file')]
  return [
    ...parts,
    counted(payerChecks.length, 'payer check'),
    counted(counselingRequests.length, 'counseling request'),
    `${counted(accesses.length, 'line')} of the audit trail`,
  ].join(', ')
}

/** Writes the data into a directory that only its owner can read. Returns the files that are missing or damaged. */
async function writeExport(dir: string, data: PersonData, filesDir: string): Promise<string[]> {
  await mkdir(dir, { mode: 0o700 }).catch((error: unknown) => {
    throw new SetupError(
      errorCode(error) === 'EEXIST'
        ? `${dir} already exists: choose another name`
        : `${dir} cannot be created: ${error instanceof Error ? error.message : error}`,
    )
  })
  const files = directoryFiles(filesDir)
  const lost: string[] = []
  for (const { key, name } of data.orders.flatMap((order) => order.files)) {
    const content = await files.get(key).catch(() => undefined)
    if (content) await writeFile(path.join(dir, name), content, { mode: 0o600, flag: 'wx' })
    else lost.push(name)
  }
  const orders = data.orders.map(({ files: own, ...order }) => ({
    ...order,
    files: own.map(({ name }) => name),
  }))
  const json = JSON.stringify({ madeAt: new Date().toISOString(), ...data, orders }, null, 2)
  await writeFile(path.join(dir, 'data.json'), json, { mode: 0o600, flag: 'wx' })
  return lost
}

const operator = () => ({ subject: '', name: `${userInfo().username} at ${hostname()}, by npm run audit` })

const actionOf = ({ dir, erase }: PersonCommand) =>
  erase ? 'person.erase' : dir === undefined ? 'person.look-up' : 'person.export'

/**
 * Recorded first: what cannot be recorded is not given. A line for each institution that holds something, since each accounts for its
 * own; where none does, one of no institution.
 */
async function record({ db, auditLine }: Connection, command: PersonCommand, key: string): Promise<void> {
  const found: (string | null)[] = await institutionsHolding({ db }, command)
  const institutions = found.length > 0 ? found : [null]
  await db.transaction().execute(async (transaction) => {
    for (const institution of institutions)
      await auditLine(transaction, {
        actor: operator(),
        action: actionOf(command),
        entity: { kind: 'patient', id: '', institution },
        people: [key],
      })
  })
}

/** Erases, or says what would be erased. */
async function erase(
  worker: Connection,
  person: PersonNamed,
  isTrial: boolean,
  say: Say,
): Promise<ErasureOfOrder[]> {
  const now = await databaseTime(worker.db)
  const orders = await erasePerson(worker, { person, actor: operator(), now, isTrial })
  for (const { number, institution, stays } of orders)
    if (stays.length > 0) say(`Order ${number} at ${institution} stays: ${stays.join('; ')}.`)
    else say(`Order ${number} at ${institution} ${isTrial ? 'can be erased on request' : 'was erased'}.`)
  return orders
}

/** Says which payers' answers stay: those of erased orders went with them. */
async function sayChecksThatStay(
  { db }: Connection,
  checks: PersonData['payerChecks'],
  erased: ReadonlySet<number>,
  say: Say,
) {
  const loose = checks.filter(({ order }) => order === null).length
  if (loose > 0) {
    const days = (await policies(db)).find(({ kind }) => kind === 'payer-check')?.days ?? null
    const why =
      days === null
        ? 'the laboratory erases no payer checks'
        : `erased ${counted(days, 'day')} after the payer was asked`
    say(`Stays: ${counted(loose, 'payer check')} of no order: ${why} (retention.csv).`)
  }
  const ofOrders = checks.flatMap(({ order }) => (order === null || erased.has(order) ? [] : [order]))
  if (ofOrders.length > 0)
    say(
      `Stays: ${counted(ofOrders.length, 'payer check')}, with the order: ${[...new Set(ofOrders)].join(', ')}.`,
    )
}

async function eraseAll(
  worker: Connection,
  person: PersonNamed,
  data: PersonData,
  say: Say,
): Promise<number> {
  const orders = await erase(worker, person, false, say)
  const erased = new Set(orders.filter(({ stays }) => stays.length === 0).map(({ number }) => number))
  if (data.counselingRequests.length > 0)
    say(
      `Counseling requests: ${data.counselingRequests.length}. Delete them at /counseling, as Support: the partner is then told.`,
    )
  await sayChecksThatStay(worker, data.payerChecks, erased, say)
  say(
    `${counted(data.accesses.length, 'line')} of the audit trail stay: the law asks for them. Some quote reasons that users gave or what was searched for; those of earlier versions also discarded drafts, answers to the laboratory, additions to requisitions and recorded findings.`,
  )
  if (erased.size > 0)
    say(
      'Files of erased orders are deleted a day from now. Backups hold orders and files until you delete those.',
    )
  // One that stays only because somebody is working on it can be erased a moment later.
  return orders.some(({ isLocked }) => isLocked) ? 1 : 0
}

async function run(worker: Connection, command: PersonCommand, filesDir: string, say: Say): Promise<number> {
  const { dir, erase: isErasure, ...person } = command
  const key = personKey(person)
  if (key === null) throw new SetupError('a name needs letters, and a date of birth is written YYYY-MM-DD')
  await record(worker, command, key)
  const data = await collectPerson(worker, person)
  if (!data || data.orders.length + data.payerChecks.length + data.counselingRequests.length === 0) {
    say(
      'The portal holds nothing about a person with this name and date of birth. Check both as the clinic typed them.',
    )
    return 1
  }
  say(`${summary(data)}.`)
  if (isErasure) return eraseAll(worker, person, data, say)
  for (const { number, institution, left } of data.orders)
    for (const words of left) say(`Order ${number} at ${institution}: not included: ${words}`)
  say(NOT_COLLECTED)
  if (dir === undefined) {
    await erase(worker, person, true, say)
    return 0
  }
  const lost = await writeExport(path.resolve(dir), data, filesDir)
  say(
    `Written to ${path.resolve(dir)}. It is not encrypted: give it to the person in a safe way, and then delete it.`,
  )
  for (const name of lost) say(`${name} is missing or damaged in ${filesDir}.`)
  return lost.length === 0 ? 0 : 1
}

/** `npm run audit -- person …`, without `person`. Returns the exit code: also 1 if nothing was found, or a file is missing. */
export async function runPerson(
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
    if (!isIsoDate(command.dateOfBirth)) throw new SetupError('the date of birth is written YYYY-MM-DD')
    const filesDir = config.KARYO_FILES_DIR ?? path.resolve(config.DATA_DIR, 'files')
    return await withDatabase(config, say, async (url) => {
      const secret = config.KARYO_SECRET ?? (await installationSecret(config.DATA_DIR))
      const worker = connect({ url, secret, role: 'karyo_worker', max: 1 })
      try {
        return await run(worker, command, filesDir, say)
      } finally {
        await worker.close()
      }
    })
  } catch (error) {
    say(explain(error))
    return 1
  }
}
