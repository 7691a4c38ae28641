import { randomBytes } from 'node:crypto'
import { readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { errorCode, fileError } from '../database/setup-error.ts'

/** The installation's secret if none is configured: generated at the first start, readable by the owner only. */
export async function installationSecret(dataDir: string): Promise<string> {
  const file = path.join(dataDir, 'secret')
  try {
    return (await readFile(file, 'utf8')).trim()
  } catch (error) {
    if (errorCode(error) !== 'ENOENT') throw fileError(`The secret ${file} cannot be read`, error)
  }
  const secret = randomBytes(32).toString('base64url')
  await writeFile(file, `${secret}\n`, { mode: 0o600, flag: 'wx' }).catch((error: unknown) => {
    throw fileError(`The secret ${file} cannot be written`, error)
  })
  return secret
}
