import { readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { variables } from '../start/configuration/variables.ts'

// docs/hospital-it.md, as far as the product can say whether it is true.

const page = await readFile('docs/hospital-it.md', 'utf8')
const section = (heading: string) => page.split(`\n## ${heading}\n`)[1]?.split('\n## ')[0] ?? ''
const rowsOf = (text: string) =>
  [...text.matchAll(/^\|(?!---)(.*)\|$/gm)].map(([, row = '']) => row.split('|').map((cell) => cell.trim()))
const codesIn = (text: string) => [...text.matchAll(/`([^`]+)`/g)].map(([, code = '']) => code)

test('every setting that the page names exists, and every address that the portal may contact is named', () => {
  const known = Object.keys(variables.shape)
  const named = codesIn(page)
    .flatMap((code) => code.split(':'))
    .filter((code) => /^[A-Z]+(_[A-Z]+)+$/.test(code))
  expect(named.filter((name) => !known.includes(name))).toEqual([])
  const addresses = known.filter((name) => /_URL$|_DSN$|_ENDPOINT$|_ISSUER$|_STANDBYS$/.test(name))
  // Of an address that is named: where its tokens come from, and the page for a link.
  const parts = ['KARYO_LAB_FHIR_TOKEN_URL', 'OIDC_ACCOUNT_URL']
  expect(addresses.filter((name) => !named.includes(name) && !parts.includes(name))).toEqual([])
})

test('every table that the page names exists', async () => {
  const schema = await readFile('server/database/schema/schema.txt', 'utf8')
  const migrations = await readFile('server/database/migrations/0002-identity.sql', 'utf8')
  const tables = rowsOf(section('Storage and retention')).flatMap(([, where = '']) => codesIn(where))
  expect(tables.length).toBeGreaterThan(15)
  for (const name of tables) {
    const isThere = new RegExp('^' + name + '( \\(|$)', 'm').test(schema)
    expect(isThere || migrations.includes(`create table ${name} (`), name).toBe(true)
  }
})

test('the licenses are those of the packages', async () => {
  const { packages } = z
    .object({
      packages: z.record(
        z.string(),
        z.object({
          license: z.string().optional(),
          dev: z.boolean().optional(),
          devOptional: z.boolean().optional(),
        }),
      ),
    })
    .parse(JSON.parse(await readFile('package-lock.json', 'utf8')))
  const used = Object.entries(packages).filter(([name, one]) => name !== '' && !one.dev && !one.devOptional)
  const named = rowsOf(section('Third parties and licenses'))
    .slice(1)
    .map(([license = '']) => license)
  const licenses = new Set(used.map(([, { license }]) => license ?? 'not stated'))
  expect([...licenses].toSorted()).toEqual(named.toSorted())
})
