import { hostname, userInfo } from 'node:os'
import { parseArgs } from 'node:util'
import { z } from 'zod'
import { identityOperator, type OperatorAct } from '#adapters/identity/embedded/operator.ts'
import { connect } from '../database/connection/connect.ts'
import { roleUrl } from '../database/roles.ts'
import { SetupError } from '../database/setup-error.ts'
import { mailOutbox } from '../features/mail/outbox.ts'
import { startBoss } from '../jobs/boss.ts'
import { brandOf } from '../start/brand.ts'
import { type Config, readConfig } from '../start/config.ts'
import { knowKind } from '../start/open-demo.ts'
import { explain } from './explain.ts'
import { withOpenDatabase } from './with-open-database.ts'

type Say = (line: string) => void
type Operator = ReturnType<typeof identityOperator>

const USAGE = `Usage: npm run support-user -- EMAIL [--name "Ada Okafor"] [--print-link]
       npm run support-user -- EMAIL --forget-second-factor
       npm run support-user -- EMAIL --remove
The first grants the laboratory's Support role, and creates the account if there is none: a link to choose a password is sent by
mail, or printed. The second removes the second factor of an account whose owner has lost it. The third takes the Support role
away. The portal may be running. Each is recorded in the audit trail.`

interface SupportCommand {
  email: string
  name: string | undefined
  what: 'give' | 'forget' | 'remove'
  printLink: boolean
}

/** The parsed arguments, or undefined if they fit none of the usages. */
function parseCommand(args: readonly string[]): SupportCommand | undefined {
  try {
    const { values, positionals } = parseArgs({
      args: [...args],
      allowPositionals: true,
      options: {
        name: { type: 'string' },
        'print-link': { type: 'boolean', default: false },
        'forget-second-factor': { type: 'boolean', default: false },
        remove: { type: 'boolean', default: false },
      },
    })
    const [email, ...more] = positionals
    const { 'forget-second-factor': forget, 'print-link': printLink, remove, name } = values
    if (email === undefined || more.length > 0 || (forget && remove)) return undefined
    if ((forget || remove) && (name !== undefined || printLink)) return undefined
    const what = forget ? 'forget' : remove ? 'remove' : 'give'
    return { email: email.toLowerCase(), name, what, printLink }
  } catch {
    return undefined
  }
}

const capital = (word: string) => word.slice(0, 1).toUpperCase() + word.slice(1)

/** From the given name, or from the address: `ada.okafor@` is Ada Okafor, `ada@` is Ada Support. */
export function namesOf(name: string | undefined, email: string): { firstName: string; lastName: string } {
  const words = (name ?? email.split('@')[0]?.replaceAll(/[^\p{L}'-]+/gu, ' ') ?? '').trim().split(/\s+/)
  const [firstName = '', ...rest] = name === undefined ? words.map(capital) : words
  return { firstName: firstName || 'Laboratory', lastName: rest.join(' ') || 'Support' }
}

async function give(operator: Operator, command: SupportCommand, config: Config, say: Say): Promise<number> {
  const { email } = command
  const user = { email, ...namesOf(command.name, email) }
  const given = await operator.giveSupport(user)
  const name = `${user.firstName} ${user.lastName}`
  if (given === 'given') {
    say(
      `${email} has the Support role from the next sign-in on; the password is unchanged. They were notified by mail.`,
    )
    return 0
  }
  say(
    given === 'made' ? `${name}, ${email}, has the Support role.` : `${email} has the Support role already.`,
  )
  const link = (await operator.passwordLink(email)) ?? ''
  if (config.KARYO_SMTP_URL && !command.printLink) {
    await operator.mailPasswordLink(email, link)
    say('A link to choose a password was sent to them by mail; it works once, within one hour.')
  } else {
    say('This link sets the password. It works once, within one hour, for anybody who has it:')
    say(link)
  }
  if (config.KARYO_SECOND_FACTOR === 'required') say('A second factor must be set up at the first sign-in.')
  return 0
}

async function run(operator: Operator, command: SupportCommand, config: Config, say: Say): Promise<number> {
  const { email, what } = command
  if (what === 'give') return give(operator, command, config, say)
  const unknown = () => {
    say(`No account has the address ${email}.`)
    return 1
  }
  if (what === 'forget') {
    if (!(await operator.forgetSecondFactor(email))) return unknown()
    const next =
      config.KARYO_SECOND_FACTOR === 'required' ? '; a new one must be set up at the next sign-in' : ''
    say(
      `${email} no longer has a second factor and is logged out everywhere${next}. They were notified by mail.`,
    )
    return 0
  }
  const taken = await operator.takeSupport(email)
  if (taken === undefined) return unknown()
  say(
    taken === 'taken'
      ? `${email} no longer has the Support role and is logged out everywhere. The account remains.`
      : `${email} has no Support role.`,
  )
  return 0
}

/** `npm run support-user -- …`. Returns the exit code: 0, or 1 after printing what is wrong. */
export async function runSupportUser(
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
    if (!z.email().max(254).safeParse(command.email).success)
      throw new SetupError(`${command.email} is not an email address, such as ada@laboratory.example`)
    if (config.OIDC_ISSUER)
      throw new SetupError(
        `Users sign in at ${config.OIDC_ISSUER}: give them Support in the claim ${config.OIDC_ROLES_CLAIM} there, and reset their second factor there.`,
      )
    const { brand } = brandOf(config)
    return await withOpenDatabase(config, say, async (database, secret) => {
      await knowKind(config, database)
      const open = (role: 'karyo_identity' | 'karyo_worker', schema: string) =>
        connect({ url: database.url, secret, role, schema, max: 2 })
      const [identity, worker] = [open('karyo_identity', 'identity'), open('karyo_worker', 'public')]
      const boss = await startBoss(roleUrl(database.url, secret, 'karyo_worker'), () => undefined)
      try {
        const sendMail = mailOutbox(boss)
        const operator = identityOperator({
          ...{ pool: identity.pool, issuer: `${config.publicOrigin}/identity` },
          ...{
            laboratoryName: brand.name,
            supportEmail: brand.contact.email,
            supportPhone: brand.contact.phone,
          },
          sendMail: (mail) => sendMail(worker.db, mail),
          onAct: ({ sub, type, ...detail }: OperatorAct) =>
            worker.auditLine(worker.db, {
              actor: {
                subject: '',
                name: `${userInfo().username} at ${hostname()}, by npm run support-user`,
              },
              action: type,
              entity: { kind: 'account', id: sub, institution: null },
              detail,
            }),
        })
        return await run(operator, command, config, say)
      } finally {
        await boss.stop({ graceful: false })
        await Promise.all([identity.close(), worker.close()])
      }
    })
  } catch (error) {
    say(explain(error))
    return 1
  }
}

if (import.meta.main)
  process.exitCode = await runSupportUser(process.argv.slice(2), process.env, (line) =>
    process.stdout.write(`${line}\n`),
  )
