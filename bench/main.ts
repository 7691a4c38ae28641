import { spawn } from 'node:child_process'
import { globSync } from 'node:fs'
import path from 'node:path'

/** A bench with small settings that takes longer hangs. */
const LIMIT_MS = 5 * 60_000

/** Modules that the benches use, which are no benches themselves. */
const NOT_BENCHES = ['database-work', 'harness', 'load', 'main', 'memory-of', 'portal', 'testbed']

const names = globSync('*.ts', { cwd: import.meta.dirname })
  .filter((file) => !file.endsWith('.test.ts'))
  .map((file) => path.basename(file, '.ts'))
  .filter((name) => !NOT_BENCHES.includes(name))
  .sort()

for (const name of names) {
  const child = spawn(process.execPath, [path.join(import.meta.dirname, `${name}.ts`), '--small'], {
    stdio: 'inherit',
    timeout: LIMIT_MS,
  })
  const code = await new Promise<number | null>((resolve) => child.once('exit', resolve))
  if (code === 0) continue
  console.error(`bench/${name}.ts failed`)
  process.exitCode = 1
}
