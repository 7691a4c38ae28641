import { writeFile } from 'node:fs/promises'
import path from 'node:path'
import { runAudit } from '../../commands/audit.ts'
import { runBackup } from '../../commands/backup.ts'
import { runImport } from '../../commands/import.ts'
import { runRestore } from '../../commands/restore.ts'

/** The commands that need a database. */
export const COMMANDS = ['backup', 'restore', 'audit', 'import'] as const

/** What a command with good arguments prints, in one line; its files are below `root`. */
export async function lineOfCommand(
  name: (typeof COMMANDS)[number],
  root: string,
  environment: NodeJS.ProcessEnv,
): Promise<string> {
  const lines: string[] = []
  const say = (line: string) => lines.push(line)
  const settings = { ...environment, DATA_DIR: path.join(root, `of-${name}`) }
  const archive = path.join(root, `${name}.tar.gz`)
  if (name === 'restore') await writeFile(archive, '')
  await {
    backup: () => runBackup([archive], settings, say),
    restore: () => runRestore([archive], settings, say),
    audit: () => runAudit(['verify'], settings, say),
    import: () => runImport(['npi', 'data/npi.csv'], settings, say),
  }[name]()
  return lines.join(' ')
}
