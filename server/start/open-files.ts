import { type DirectoryFiles, directoryFiles } from '#adapters/files/directory.ts'
import type { Connection } from '../database/connection/connect.ts'
import { SetupError } from '../database/setup-error.ts'

/**
 * Opens the directory of reports and documents. A directory that is unusable at present is opened all the
 * same: orders do not need it. An empty directory is refused if the database names files in it: files stored
 * there would disappear from view once the intended storage is mounted.
 */
export async function openFiles(root: string, { pool }: Pick<Connection, 'pool'>): Promise<DirectoryFiles> {
  const files = directoryFiles(root)
  if (await files.isNew().catch(() => false)) {
    const { rows } = await pool.query<{ named: boolean }>(
      'select exists (select from report) or exists (select from document) as named',
    )
    if (rows[0]?.named)
      throw new SetupError(
        `The database names reports and documents, but ${root} is empty: mount its storage or restore the files there. If they are lost for good, create an empty file .karyo-files in it`,
      )
  }
  await files.ready().catch(() => undefined)
  return files
}
