import { readFileSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { z } from 'zod'

const root = path.resolve(import.meta.dirname, '../..')
const ABBREVIATED = 12

/**
 * The one version, of package.json: in the account menu (specification §2), the API, `/healthz`, the figures,
 * traces and error reports, and recorded in a database when it is begun.
 */
export const VERSION = z
  .object({ version: z.string() })
  .parse(JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8'))).version

/** The commit that runs, shortened; '' where the files came without one. */
export async function runningCommit(dir = root): Promise<string> {
  // `git archive` writes the commit into the first (.gitattributes), scripts/prepare.mjs the second in a checkout.
  for (const file of ['COMMIT', '.cache/commit']) {
    const text = await readFile(path.join(dir, file), 'utf8').catch(() => '')
    if (/^[\da-f]{40}\s*$/.test(text)) return text.slice(0, ABBREVIATED)
  }
  return ''
}
