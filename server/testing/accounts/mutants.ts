import { spawnSync } from 'node:child_process'
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'

/**
 * Reintroduces each defect in a copy of the project, and walks until the model finds it: `node
 * server/testing/accounts/mutants.ts [ID…]`. Exits with 1 if one is not found.
 */
const ROOT = path.join(import.meta.dirname, '../../..')
const WALKS = process.env.ACCOUNT_WALKS ?? '1000'
const IDENTITY = 'adapters/identity/embedded'
const FUNCTIONS = 'server/database/functions'

interface Mutant {
  id: string
  what: string
  /** One or several, relative to the project's root. */
  file: string | readonly string[]
  from: string | RegExp
  to: string
}

const MUTANTS: Mutant[] = [
  {
    ...{ id: 'SEC-04', what: 'a reset and a new password leave pending tickets as they are' },
    file: `${IDENTITY}/credentials.ts`,
    from: `  await voidTickets(transaction, sub)
  const removed = await removeRecentFactors`,
    to: '  const removed = await removeRecentFactors',
  },
  {
    ...{ id: 'SEC-04-factors', what: 'a reset removes no factor' },
    file: `${IDENTITY}/recent-factors.ts`,
    from: 'if (removed.length === 0) return []',
    to: 'if (removed.length >= 0) return []',
  },
  {
    ...{
      id: 'SEC-04-undo',
      what: 'whoever undoes a change of address leaves later links to undo as they are',
    },
    file: `${IDENTITY}/credentials.ts`,
    from: `purpose = 'undo-email-change' and expires_at >= `,
    to: `purpose = 'undo-email-change' and false and expires_at >= `,
  },
  {
    ...{ id: 'SEC-04-hospital', what: 'a change of address is undone, and the hospital linked since stays' },
    file: `${IDENTITY}/recent-factors.ts`,
    from: 'where h.issuer = l.issuer and',
    to: 'where false and h.issuer = l.issuer and',
  },
  {
    ...{ id: 'SEC-06', what: 'an invitation is taken up by who made it' },
    // The function that accepts the invitation, and the policy that makes it visible.
    file: [`${FUNCTIONS}/accept-invitation.sql`, 'server/database/migrations/0028-second-person.sql'],
    from: /and invited_by (<>|is distinct from) own_id\(\)/g,
    to: '',
  },
  {
    ...{ id: 'SEC-06-second', what: 'nobody waits for a second person' },
    file: 'server/testing/accounts/rig.ts',
    from: 'requiresSecondApproval = true',
    to: 'requiresSecondApproval = false',
  },
  {
    ...{ id: 'SEC-07', what: 'an invitation outlives the right of who sent it' },
    file: `${FUNCTIONS}/inviter-may.sql`,
    from: `  select case
    when by_support then is_support_now(inviter)`,
    to: `  select case
    when not by_support then true
    when by_support then is_support_now(inviter)`,
  },
  {
    ...{ id: 'SEC-08', what: 'the password of the first sign-up stays, and verifying does not ask for it' },
    file: `${IDENTITY}/routes/links.ts`,
    from: `(await checkPassword(deps, typed, source)) !== 'right'`,
    to: `(typed.email === '' && (await checkPassword(deps, typed, source)) !== 'right')`,
  },
  {
    ...{ id: 'SEC-10', what: 'a key that was shown once is shown to the next set-up too' },
    file: `${IDENTITY}/second-factor.ts`,
    from: 'when t.confirmed_at is not null or t.set_up = excluded.set_up',
    to: 'when true or t.set_up = excluded.set_up',
  },
]

/** After how many walks the defect was found; null if it was not. */
function foundAfter({ file, from, to }: Mutant): number | null {
  const dir = mkdtempSync(path.join(tmpdir(), 'account-mutant-'))
  try {
    cpSync(ROOT, dir, {
      recursive: true,
      filter: (source) => !/\/(node_modules|\.git|\.data|\.cache|dist|test-results)(\/|$)/.test(source),
    })
    symlinkSync(path.join(ROOT, 'node_modules'), path.join(dir, 'node_modules'))
    for (const one of [file].flat()) {
      const changed = path.join(dir, one)
      const text = readFileSync(changed, 'utf8')
      const mutated = text.replace(from, to)
      if (mutated === text) throw new Error(`${one} has no such place any more: ${from}`)
      writeFileSync(changed, mutated)
    }
    const run = spawnSync(
      path.join(dir, 'node_modules/.bin/vitest'),
      ['run', '--project', 'database', 'server/system-tests/accounts-model.test.ts'],
      { cwd: dir, env: { ...process.env, ACCOUNT_WALKS: WALKS, ACCOUNT_MUTANT: 'yes' }, encoding: 'utf8' },
    )
    const output = `${run.stdout}${run.stderr}`
    const after = /Property failed after (\d+) tests/.exec(output)?.[1]
    const breach = /Breach: ([^\n]+)|error: '?([^\n]+)/.exec(output)?.[1]
    if (after !== undefined) console.log(`  ${breach ?? output.slice(-2000)}`)
    else if (run.status !== 0) throw new Error(output.slice(-3000))
    return after === undefined ? null : Number(after)
  } finally {
    rmSync(dir, { recursive: true, force: true })
  }
}

const selected = process.argv.slice(2)
for (const mutant of MUTANTS.filter(({ id }) => selected.length === 0 || selected.includes(id))) {
  const after = foundAfter(mutant)
  console.log(
    `${mutant.id} (${mutant.what}): ${after === null ? `not found in ${WALKS}` : `found after ${after}`}`,
  )
  if (after === null) process.exitCode = 1
}
