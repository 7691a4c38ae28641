import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type pg from 'pg'

const FOLDER = join(import.meta.dirname, '../functions')

/**
 * The functions of each release that changed one, by `functionsDigest`, oldest first: add a line when you
 * change a file in functions/. The position is the revision; a program with an older revision leaves a newer
 * one's functions alone while both run.
 */
export const REVISIONS: readonly string[] = [
  '0de2da9d202d',
  'b83c5165f637',
  '125d2ec9d041',
  '2abcd7c80a18',
  '7c96d4278f8c',
  'ed75fabcee10',
  'c8b5fa7fd606',
  '157d9ef55504',
  'dc82c607dd0c',
  'be05b49efd12',
  '4595950faed7',
  '8a7aea3297be',
  '21516f69ec0e',
  'b5cc0f998d3c',
  '15e56e1b2d01',
  '49b160739393',
  '1fab7dc3d359',
  '3a2de54fd991',
  '805c6456eef0',
  '0335915d6f27',
  '84793c47b5ba',
  'c567aa00a7e7',
  'dc6113f4ca39',
  'cfcecebbd5a0',
  'e96826270b82',
  '31b6d9b43909',
  '157abd4f711d',
  'c416d90dedb3',
  'dce81165bd52',
  '886125a40032',
  '85d8cd53d308',
  '8e0334158ae5',
  '2696802f487a',
  '27725f71203c',
  '14680d87f058',
  'b7c676c9891d',
  '9d5001ab1940',
  '2e4f7790582f',
  'f5e75b823303',
  '18aab1571a5b',
  '344a52510562',
]

/**
 * Reads `functions/*.sql`: one function per file, in its current form. A migration that needs one early has a
 * line `-- function: name`.
 */
export async function readFunctions(): Promise<ReadonlyMap<string, string>> {
  const files = (await readdir(FOLDER)).filter((name) => name.endsWith('.sql')).sort()
  const read = async (file: string) =>
    [file.slice(0, -'.sql'.length), await readFile(join(FOLDER, file), 'utf8')] as const
  return new Map(await Promise.all(files.map(read)))
}

/** The first 12 hexadecimal digits of the SHA-256 of all functions. */
export function functionsDigest(functions: ReadonlyMap<string, string>): string {
  return createHash('sha256')
    .update([...functions.values()].join('\n'))
    .digest('hex')
    .slice(0, 12)
}

/** Whether the database has this program's functions, or those of a newer one. */
export async function hasFunctions(client: pg.ClientBase): Promise<boolean> {
  const { rows } = await client.query(
    "select to_regprocedure('functions_revision()') is not null as is_there",
  )
  if (!rows[0]?.is_there) return false
  const { rows: found } = await client.query<{ revision: number }>('select functions_revision() as revision')
  return (found[0]?.revision ?? 0) >= REVISIONS.length
}

/**
 * Creates or replaces all functions, in the transaction of `client`. The revision is a function too, so that
 * a restored database, which has only the functions of its migrations, gets them all again.
 */
export async function applyFunctions(client: pg.ClientBase): Promise<void> {
  const functions = await readFunctions()
  // They may call one another, whatever their alphabetical order.
  await client.query('set local check_function_bodies = off')
  for (const sql of functions.values()) await client.query(sql)
  await client.query(`
    create or replace function functions_revision() returns integer language sql immutable
      as 'select ${REVISIONS.length}';
    revoke execute on function functions_revision() from public`)
}
