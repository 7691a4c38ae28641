import { createReadStream, readFileSync } from 'node:fs'
import path from 'node:path'
import { Readable } from 'node:stream'
import { expect, test } from 'vitest'
import { isNpi } from '#domain/npi/npi.ts'
import { type DisseminationProblem, readDissemination } from './dissemination.ts'

const FILE = path.join(import.meta.dirname, '../../data/npi.csv')
const [HEAD = ''] = readFileSync(FILE, 'utf8').split('\n')
const COLUMNS = HEAD.split(',')
const ADA = {
  ...{ NPI: '1234567893', 'Entity Type Code': '1' },
  ...{ 'Provider Last Name (Legal Name)': 'OKAFOR', 'Provider First Name': 'ADA' },
}

const row = (cells: Record<string, string>) =>
  COLUMNS.map((column) => `"${(cells[column] ?? '').replaceAll('"', '""')}"`).join(',')

async function read(...chunks: (string | Buffer)[]) {
  return readFrom(Readable.from(chunks.map((chunk) => Buffer.from(chunk))))
}
async function readFrom(file: Readable) {
  const problems: DisseminationProblem[] = []
  const records = []
  for await (const record of readDissemination(file, (problem) => problems.push(problem)))
    records.push(record)
  return { records, problems }
}

test('accepts the project’s own file: invented numbers, each once', async () => {
  const { records, problems } = await readFrom(createReadStream(FILE))
  expect(problems).toEqual([])
  const numbers = records.map(({ npi }) => npi)
  expect(new Set(numbers).size).toBe(numbers.length)
  for (const npi of numbers) expect(npi).toMatch(/^(10000\d{5}|1234567893)$/)
  expect(numbers.every(isNpi)).toBe(true)
  expect(records.filter(({ kind }) => kind === 'organization')).toHaveLength(2)
  expect(records.filter(({ active }) => !active)).toHaveLength(1)
  expect(records.flatMap(({ taxonomies }) => taxonomies).filter(({ description }) => !description)).toEqual(
    [],
  )
})

test('reads a person with names, former name, address and taxonomies', async () => {
  const { records } = await read(
    '\uFEFF',
    HEAD,
    '\r\n',
    row({
      ...ADA,
      'Provider Middle Name': ' CHIOMA ',
      'Provider Credential Text': 'M.D., PH.D.',
      'Provider Other Last Name': 'EZE',
      'Provider Other First Name': 'ADA',
      'Provider Business Practice Location Address City Name': 'COLUMBUS',
      'Provider Business Practice Location Address State Name': 'OH',
      'Healthcare Provider Taxonomy Code_1': '999999999X',
      'Healthcare Provider Primary Taxonomy Switch_1': 'N',
      'Healthcare Provider Taxonomy Code_2': '170300000X',
      'Healthcare Provider Primary Taxonomy Switch_2': 'Y',
    }),
    '\r\n',
  )
  expect(records).toEqual([
    {
      ...{ npi: '1234567893', kind: 'person', active: true, credential: 'M.D., PH.D.' },
      ...{ firstName: 'ADA', middleName: 'CHIOMA', lastName: 'OKAFOR', city: 'COLUMBUS', state: 'OH' },
      otherNames: [{ firstName: 'ADA', middleName: '', lastName: 'EZE' }],
      taxonomies: [
        { code: '999999999X', description: '', primary: false },
        { code: '170300000X', description: 'Genetic Counselor, MS', primary: true },
      ],
    },
  ])
})

test.each([
  ['never deactivated', '', '', true],
  ['deactivated', '02/28/2023', '', false],
  ['deactivated and reactivated', '02/28/2023', '05/15/2024', true],
  ['reactivated on the day', '02/28/2023', '02/28/2023', true],
  ['reactivated and deactivated again', '05/15/2024', '12/28/2023', false],
])('reports a number that was %s', async (_what, deactivated, reactivated, active) => {
  const dates = { 'NPI Deactivation Date': deactivated, 'NPI Reactivation Date': reactivated }
  const { records } = await read(HEAD, '\n', row({ ...ADA, ...dates }))
  expect(records).toMatchObject([{ active }])
})

test('expects nothing else for a deactivated number', async () => {
  const { records, problems } = await read(
    HEAD,
    '\n',
    row({ NPI: '1000000004', 'NPI Deactivation Date': '06/30/2025' }),
  )
  expect(problems).toEqual([])
  expect(records).toMatchObject([{ npi: '1000000004', active: false, lastName: '', taxonomies: [] }])
})

test('ignores additional columns, and joins a character split between two chunks', async () => {
  const bytes = Buffer.from(
    `Certification Date,${HEAD}\n01/01/2024,${row({ ...ADA, 'Provider First Name': 'ZOË' })}\n`,
  )
  const middle = bytes.indexOf(Buffer.from('Ë')) + 1
  const { records } = await read(bytes.subarray(0, middle), bytes.subarray(middle))
  expect(records).toMatchObject([{ npi: '1234567893', firstName: 'ZOË' }])
})

test('reports every error, and still returns the valid rows', async () => {
  const rows = [
    row({ ...ADA, NPI: '1234567890' }),
    row(ADA),
    row({ ...ADA, 'Entity Type Code': '3', 'NPI Deactivation Date': '2023-02-28' }),
    row({ ...ADA, 'Entity Type Code': '' }),
    '1000000004,1',
  ]
  const { records, problems } = await read([HEAD, ...rows].join('\n'))
  expect(records).toMatchObject([{ npi: '1234567893' }])
  const kind = 'is neither 1 (a person) nor 2 (an organization)'
  expect(problems).toEqual([
    { row: 2, column: 'NPI', rule: "'1234567890' is not an NPI: ten digits with their check digit" },
    { row: 4, column: 'NPI Deactivation Date', rule: "'2023-02-28' is not a date such as 01/31/2020" },
    { row: 4, column: 'Entity Type Code', rule: `'3' ${kind}` },
    { row: 5, column: 'Entity Type Code', rule: `an empty cell ${kind}` },
    { row: 6, column: null, rule: `the row does not have ${COLUMNS.length} cells like the header` },
  ])
})

test.each([
  ['an empty file', '', 'the file is empty'],
  ['bytes that are not UTF-8', Buffer.concat([Buffer.from(`${HEAD}\n`), Buffer.from([0xc3, 0x28])]), 'UTF-8'],
  ['a quote that is never closed', `${HEAD}\n"1234567893,${'x'.repeat(200_000)}`, 'the file is not CSV'],
])('reports %s, and returns nothing', async (_what, content, rule) => {
  const { records, problems } = await read(content)
  expect(records).toEqual([])
  expect(problems).toEqual([{ row: null, column: null, rule: expect.stringContaining(rule) }])
})

test('reports each missing column once', async () => {
  const { records, problems } = await read('NPI,Entity Type Code\n1234567893,1\n1000000004,1\n')
  expect(records).toEqual([])
  expect(problems).toContainEqual({ row: 1, column: 'Provider First Name', rule: 'the column is missing' })
  expect(new Set(problems.map(({ column }) => column)).size).toBe(problems.length)
})

test('throws if the file can’t be read, instead of reporting rows', async () => {
  await expect(readFrom(createReadStream(import.meta.dirname))).rejects.toThrow('EISDIR')
})

test('closes the file when the consumer stops early', async () => {
  const file = createReadStream(FILE)
  for await (const record of readDissemination(file, () => undefined)) {
    expect(record.npi).toBe('1234567893')
    break
  }
  expect(file.destroyed).toBe(true)
})
