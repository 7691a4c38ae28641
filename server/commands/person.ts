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
import { collectPerson, type PersonData, type PersonNamed } from '../features/audit/person-data.ts'
import { erasePerson } from '../features/retention/person.ts'
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

function summary({ orders, counselingRequests, accesses }: PersonData): string {
  const files = orders.flatMap((order) => order.files).length
  const parts = [counted(orders.length, 'order'), counted(files, 'file')]
  return [
    ...parts,
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

/** The line is written first: what cannot be recorded is not given. */
async function record({ db, auditLine }: Connection, command: PersonCommand, key: string): Promise<void> {
  await auditLine(db, {
    actor: operator(),
    action: actionOf(command),
    entity: { kind: 'patient', id: '', institution: null },
    people: [key],
  })
}

/** Erases, or says what would be erased. Returns whether nothing stays only because somebody is working on it. */
async function erase(worker: Connection, person: PersonNamed, isTrial: boolean, say: Say): Promise<boolean> {
  const now = await databaseTime(worker.db)
  const orders = await erasePerson(worker, { person, actor: operator(), now, isTrial })
  for (const { number, institution, stays } of orders)
    if (stays.length > 0) say(`Order ${number} at ${institution} stays: ${stays.join('; ')}.`)
    else say(`Order ${number} at ${institution} ${isTrial ? 'can be erased on request' : 'was erased'}.`)
  return orders.every(({ isLocked }) => !isLocked)
}

async function eraseAll(
  worker: Connection,
  person: PersonNamed,
  data: PersonData,
  say: Say,
): Promise<number> {
  const isThrough = await erase(worker, person, false, say)
  if (data.counselingRequests.length > 0)
    say(
      `Counseling requests: ${data.counselingRequests.length}. Delete them at /counseling, as Support: the partner is then told.`,
    )
  say(`${counted(data.accesses.length, 'line')} of the audit trail stay: the law asks for them.`)
  say('The files are deleted a day from now. Backups hold them until you delete those.')
  return isThrough ? 0 : 1
}

async function run(worker: Connection, command: PersonCommand, filesDir: string, say: Say): Promise<number> {
  const { dir, erase: isErasure, ...person } = command
  const key = personKey(person)
  if (key === null) throw new SetupError('a name needs letters, and a date of birth is written YYYY-MM-DD')
  await record(worker, command, key)
  const data = await collectPerson(worker, person)
  if (!data || data.orders.length + data.counselingRequests.length === 0) {
    say(
      'The portal holds nothing about a person with this name and date of birth. Check both as the clinic typed them.',
    )
    return 1
  }
  say(`${summary(data)}.`)
  if (isErasure) return eraseAll(worker, person, data, say)
  for (const { number, institution, left } of data.orders)
    for (const words of left) say(`Order ${number} at ${institution}: not included: ${words}`)
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
