import { hostname, userInfo } from 'node:os'
import { parseArgs } from 'node:util'
import { Kysely, PostgresDialect } from 'kysely'
import { hospitalsIn } from '#adapters/identity/embedded/hospitals.ts'
import { type HospitalProvider, type HospitalProviders, HospitalRefused } from '#adapters/identity/port.ts'
import { connect } from '../database/connection/connect.ts'
import { SetupError } from '../database/setup-error.ts'
import { readConfig } from '../start/config.ts'
import { beginAs, refuseOtherKind } from '../start/installation.ts'
import { explain } from './explain.ts'
import { readHospitals } from './hospital-file.ts'
import { withOpenDatabase } from './with-open-database.ts'

type Say = (line: string) => void
type HospitalAction = 'hospital-changed' | 'hospital-removed' | 'hospital-unlinked'

const USAGE = `Usage: npm run import -- hospitals
       npm run import -- hospitals FILE
       npm run import -- hospitals --remove ID
       npm run import -- hospitals --unlink EMAIL
The first lists the hospitals whose users log in at their own OpenID Connect provider. The second adds those of a CSV file, or
changes them (columns: docs/operating-reference.md), and fetches the addresses of their providers; all others stay. The third
removes one with its links, and ends the sessions that began there. The fourth forgets which hospitals' users an account is
linked to, and ends its sessions: the next login links it again. The portal may be running. Changes are recorded in the audit
trail.`

interface Command {
  file?: string
  remove?: string
  unlink?: string
}

/** Undefined if the arguments fit none of the usages. */
function parseCommand(args: readonly string[]): Command | undefined {
  try {
    const { values, positionals } = parseArgs({
      ...{ args: [...args], allowPositionals: true },
      options: { remove: { type: 'string' }, unlink: { type: 'string' } },
    })
    const [file, ...more] = positionals
    const given = [file, values.remove, values.unlink].filter((one) => one !== undefined)
    if (more.length > 0 || given.length > 1) return undefined
    return { ...(file === undefined ? {} : { file }), ...values }
  } catch {
    return undefined
  }
}

function describe(hospital: HospitalProvider, say: Say): void {
  const { id, name, issuer, endpoints, users } = hospital
  say(`${id}: ${name}, issuer ${issuer}, ${users} linked ${users === 1 ? 'account' : 'accounts'}`)
  for (const { domain, institution, allowsPassword } of hospital.domains)
    say(`  ${domain}, institution ${institution}${allowsPassword ? '' : ', no password'}`)
  say(`  its addresses: ${endpoints.authorization} ${endpoints.token} ${endpoints.keys}`)
  say(`  redirect address to register there: ${hospital.callback}`)
  say(hospital.keys ? `  the portal’s public keys: ${hospital.keys}` : '  the two share a secret')
}

/** What refuses the whole file is found before this; what a provider answers, one hospital at a time. */
async function save(
  file: string,
  institutions: ReadonlySet<string>,
  hospitals: HospitalProviders,
  note: (action: 'hospital-changed', id: string, detail: object) => Promise<void>,
  say: Say,
): Promise<number> {
  let failed = 0
  for (const hospital of readHospitals(file, institutions)) {
    const { clientSecret, ...visible } = hospital
    // Before it happens: what cannot be recorded is not done.
    await note('hospital-changed', hospital.id, { ...visible, secret: clientSecret !== null })
    try {
      await hospitals.save(hospital)
      say(`${hospital.id} is set up.`)
    } catch (error) {
      if (!(error instanceof HospitalRefused)) throw error
      failed += 1
      say(`${hospital.id} is unchanged: ${inWords(error)}`)
    }
  }
  for (const each of await hospitals.list()) describe(each, say)
  return failed === 0 ? 0 : 1
}

function inWords({ field, value, why, detail }: HospitalRefused): string {
  if (why === 'away') return `${value} does not answer (${detail}).`
  if (why === 'unusable') return `${value} is not a usable provider: ${detail}.`
  return field === 'issuer'
    ? `the issuer of ${detail} is different or the same as another’s (${value}). Remove one of them first.`
    : `${value} is a domain of ${detail}.`
}

/** `npm run import -- hospitals …`. Returns the exit code: 0, or 1 after printing what is wrong. */
export async function runHospitals(
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
    if (config.OIDC_ISSUER)
      throw new SetupError(`Users sign in at ${config.OIDC_ISSUER}: connect the hospitals there.`)
    return await withOpenDatabase(config, say, async (database, secret) => {
      await database.administer((db) =>
        config.demo ? refuseOtherKind(db, 'demo', config) : beginAs(db, 'production', config),
      )
      const open = (role: 'karyo_identity' | 'karyo_worker', schema: string) =>
        connect({ url: database.url, secret, role, schema, max: 2 })
      const [identity, worker] = [open('karyo_identity', 'identity'), open('karyo_worker', 'public')]
      try {
        const hospitals = hospitalsIn({
          db: new Kysely<object>({ dialect: new PostgresDialect({ pool: identity.pool }) }),
          ...{ secret, issuer: `${config.publicOrigin}/identity`, production: config.production },
        })
        const note = (action: HospitalAction, id: string, detail: object) =>
          worker.auditLine(worker.db, {
            actor: {
              subject: '',
              name: `${userInfo().username} at ${hostname()}, by npm run import -- hospitals`,
            },
            action,
            entity: { kind: 'hospital sign-in', id, institution: null },
            detail: { ...detail },
          })
        if (command.remove !== undefined) {
          const id = command.remove
          // Also one whose key was sealed with another secret.
          if (!(await hospitals.list()).some((one) => one.id === id))
            throw new SetupError(`There is no hospital ${id}.`)
          await note('hospital-removed', id, {})
          await hospitals.remove(id)
          say(`${id} is removed; whoever was logged in through it is logged out.`)
          return 0
        }
        if (command.unlink !== undefined) {
          const email = command.unlink.toLowerCase()
          const sub = await hospitals.linkedAccount(email)
          if (sub === undefined) throw new SetupError(`No account with the address ${email} is linked.`)
          await note('hospital-unlinked', sub, { email })
          await hospitals.unlink(sub)
          say(`${email} is no longer linked and is logged out everywhere.`)
          return 0
        }
        if (command.file === undefined) {
          const all = await hospitals.list()
          for (const each of all) describe(each, say)
          if (all.length === 0) say('No hospital has its own sign-in.')
          return 0
        }
        const rows = await worker.db.selectFrom('institution').select('code').execute()
        return await save(command.file, new Set(rows.map(({ code }) => code)), hospitals, note, say)
      } finally {
        await Promise.all([identity.close(), worker.close()])
      }
    })
  } catch (error) {
    say(explain(error))
    return 1
  }
}
