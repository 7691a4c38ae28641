import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { grouped } from '#domain/text/figures.ts'
import { connect } from '../database/connection/connect.ts'
import { SetupError } from '../database/setup-error.ts'
import { type Finding, type VerificationResult, verifyTrail } from '../features/audit/verify.ts'
import { headsIn, headsOf, witnessFile } from '../features/audit/witness.ts'
import { readConfig } from '../start/config.ts'
import { installationSecret } from '../start/secret.ts'
import { withDatabase } from './backup.ts'
import { explain } from './explain.ts'
import { runPerson } from './person.ts'

type Say = (line: string) => void

const USAGE = `Usage: npm run audit -- verify [FILE…]
       npm run audit -- person "LAST NAME" "FIRST NAME" YYYY-MM-DD [--export DIR | --erase]
Reads the whole audit trail and names the first line that was altered, removed or added. The portal may be running.
Each FILE contains seals that were kept elsewhere, for example by a log collector.
The second says, writes into DIR, or erases what the portal holds about a person who asks for it.`

const FINDINGS_NAMED = 20

const WORDS: Record<Finding['what'], string> = {
  altered: 'was altered',
  removed: 'was removed',
  added: 'was added',
  seal: 'and later lines',
}

const counted = (count: number, one: string) => `${grouped(count)} ${one}${count === 1 ? '' : 's'}`

function report({ findings: all, ...counts }: VerificationResult, say: Say): number {
  const { seals, lines, withoutMark, unsealed, witnessed, ofOtherSecret } = counts
  const findings = all.filter(({ line }) => line > (ofOtherSecret?.lastLine ?? 0))
  say(`Checked ${counted(lines, 'line')} in ${counted(seals, 'seal')}; ${unsealed} not sealed yet.`)
  if (withoutMark > 0)
    say(
      `Of these, ${counted(withoutMark, 'line')} from before lines were marked: protected only since they were sealed.`,
    )
  say(
    witnessed > 0
      ? `${counted(witnessed, 'seal')} identical to the copies kept elsewhere.`
      : 'No seals were kept elsewhere: anybody with the secret could have rewritten the trail.',
  )
  if (ofOtherSecret)
    say(
      `The first ${counted(ofOtherSecret.seals, 'seal')}, to line ${ofOtherSecret.lastLine}, and their lines were written with another secret. If KARYO_SECRET has been changed, set the former one as KARYO_OLD_SECRETS and verify again: without it nothing can be said of these lines. If it has not, they are forged.`,
    )
  for (const { line, what, words } of findings.slice(0, FINDINGS_NAMED))
    say(`Line ${line} ${WORDS[what]}. ${words}`)
  if (findings.length > FINDINGS_NAMED) say(`And ${findings.length - FINDINGS_NAMED} more.`)
  const isIntact = findings.length === 0
  if (!isIntact) say(`The audit trail is NOT intact: ${counted(findings.length, 'finding')}.`)
  else say(ofOtherSecret ? 'Nothing else was found.' : 'The audit trail is intact.')
  return isIntact && !ofOtherSecret ? 0 : 1
}

/** `npm run audit -- verify [FILE…]`. Returns the exit code: 1 if the trail is not whole or cannot be read. */
export async function runAudit(
  args: readonly string[],
  environment: NodeJS.ProcessEnv,
  say: Say,
): Promise<number> {
  const [what, ...files] = args
  if (what === 'person') return runPerson(files, environment, say)
  if (what !== 'verify') {
    say(USAGE)
    return 1
  }
  try {
    const config = readConfig(environment)
    const witnesses = await headsOf(witnessFile(config.DATA_DIR))
    for (const file of files) {
      const heads = headsIn(await readFile(path.resolve(file), 'utf8'))
      if (heads.length === 0) throw new SetupError(`${file} contains no seals`)
      witnesses.push(...heads)
    }
    const verified = await withDatabase(config, say, async (url) => {
      const secret = config.KARYO_SECRET ?? (await installationSecret(config.DATA_DIR))
      const worker = connect({ url, secret, role: 'karyo_worker', max: 1 })
      try {
        return await verifyTrail(worker, [...config.KARYO_OLD_SECRETS, secret], witnesses)
      } finally {
        await worker.close()
      }
    })
    return report(verified, say)
  } catch (error) {
    say(explain(error))
    return 1
  }
}

if (import.meta.main)
  process.exitCode = await runAudit(process.argv.slice(2), process.env, (line) =>
    process.stdout.write(`${line}\n`),
  )
