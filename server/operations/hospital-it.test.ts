import { readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { PUBLIC_TABLES } from '../database/testing/public-tables.ts'
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

/** Tables without anything of people: which version a cache has, which migrations there are, what the laboratory set. */
const WITHOUT_PEOPLE = [
  ...['actor_version', 'institutions_version', 'migration', 'installation', 'retention_policy'],
  ...['consent', 'test_consent', 'add_on_test'],
]

test('every table that the page names exists, and it says of each table with what people entered how long it is kept', async () => {
  const schema = await readFile('server/database/schema/schema.txt', 'utf8')
  const all = [...schema.matchAll(/^([a-z_]+(?:\.[a-z_]+|\."user")?)(?: \(row-level security\))?$/gm)].map(
    ([, name = '']) => name.replaceAll('"', ''),
  )
  expect(all.length).toBeGreaterThan(100)
  const tables = rowsOf(section('Storage and retention'))
    .flatMap(([, where = '']) => codesIn(where))
    .filter((name) => /^[a-z_.]+$/.test(name))
  expect(tables.filter((name) => !all.includes(name))).toEqual([])
  const others: readonly string[] = [...PUBLIC_TABLES, ...WITHOUT_PEOPLE]
  expect(all.filter((name) => !tables.includes(name) && !others.includes(name))).toEqual([])
})

test('every way in and out is in the tables of data flows: listeners by their settings, imported addresses by their files', () => {
  const flows = section('Data flows and ports')
  const ports = Object.keys(variables.shape).filter((name) => /(^|_)PORT$/.test(name) && !/SIM_/.test(name))
  expect(ports).toContain('KARYO_EHR_PORT')
  expect(ports.filter((name) => !codesIn(flows).some((code) => code.split(':').includes(name)))).toEqual([])
  for (const words of ['`ehr-results.csv`', '`ehr-advice.csv`', 'file of launches', 'file of hospitals'])
    expect(flows).toContain(words)
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
  const counts = new Map<string, number>()
  for (const [, { license = 'not stated' }] of used) counts.set(license, (counts.get(license) ?? 0) + 1)
  // As many as ten and more are given to the nearest ten.
  const rounded = [...counts].map(([license, count]) =>
    count < 10 ? [license, String(count)] : [license, `about ${Math.round(count / 10) * 10}`],
  )
  const named = rowsOf(section('Third parties and licenses')).slice(1)
  expect(named.toSorted()).toEqual(rounded.toSorted())
})
