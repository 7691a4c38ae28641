import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import type { Questionnaire } from '#domain/questions/questionnaire.ts'
import { HISTORY, item } from '#domain/questions/testing/questionnaires.ts'
import { type DataFileProblem, DataFilesInvalid } from '#server/csv/data-table.ts'
import { administer } from '#server/database/connection/connect.ts'
import { problemOfCall, startPortal, type TestPortal } from '#server/testing/portal.ts'
import { CATALOGUE } from '#server/testing/world.ts'
import { importCatalogue } from '../import.ts'
import { NamedInCatalogue } from '../named.ts'
import { readQuestionnaires } from './questionnaire-files.ts'

let portal: TestPortal
beforeAll(async () => {
  portal = await startPortal()
})
afterAll(() => portal?.stop())

const catalogue = () => portal.as('OrderViewer@P1').catalogue
const load = (questionnaires: Questionnaire[], askedBy = CATALOGUE.askedBy) =>
  administer(portal.database.url, (db) => importCatalogue(db, { ...CATALOGUE, questionnaires, askedBy }))
const askedBy = async (code: string) =>
  ((await catalogue().test({ params: { code }, query: {} })).questionnaires ?? []).map(
    ({ id, version }) => `${id} ${version}`,
  )

const next: Questionnaire = {
  ...{ ...HISTORY, version: '2' },
  items: [...HISTORY.items, item('relapse', 'boolean', 'Did it come back?')],
}

test('a test’s questions follow each import, and every version can be read afterwards', async () => {
  expect([await askedBy('WES1'), await askedBy('TRI6')]).toEqual([['history 1'], []])
  await load([next], [{ testCode: '', category: 'wes', questionnaire: 'history' }])
  expect([await askedBy('WES1'), await askedBy('TRI6'), await askedBy('EPI2')]).toEqual([
    ['history 2'],
    ['history 2'],
    [],
  ])
  await load([], [])
  expect(await askedBy('WES1')).toEqual([])
  const read = (version: string) =>
    catalogue().questionnaire({ params: { questionnaire: 'history', version } })
  expect(await read('1')).toEqual(HISTORY)
  expect(await read('2')).toEqual(next)
  expect((await problemOfCall(read('3'))).code).toBe('not-found')
})

test('a version’s content never changes', async () => {
  await load([HISTORY])
  const changed = load([{ ...next, version: '1' }])
  await expect(changed).rejects.toThrow(
    'history.json: version 1 was imported before with other content, in whose words orders have been answered: give it a new version',
  )
  expect(await askedBy('WES1')).toEqual(['history 1'])
})

/** A catalogue's folder with these questionnaires by file name, and this `questionnaires.csv`. */
function read(files: Record<string, unknown>, rows?: string[]) {
  const dir = mkdtempSync(join(tmpdir(), 'karyo-questions-'))
  onTestFinished(() => rmSync(dir, { recursive: true }))
  mkdirSync(join(dir, 'questionnaires'))
  for (const [name, content] of Object.entries(files))
    writeFileSync(join(dir, 'questionnaires', name), JSON.stringify(content))
  if (rows)
    writeFileSync(join(dir, 'questionnaires.csv'), ['testCode,category,questionnaire', ...rows].join('\n'))
  const problems: DataFileProblem[] = []
  const found = readQuestionnaires(
    dir,
    new NamedInCatalogue((_, name) => ['1600', 'wes'].includes(name)),
    problems,
  )
  return { found, words: problems.length === 0 ? [] : new DataFilesInvalid(problems).message.split('\n') }
}

const file = (id: string, question: Record<string, unknown> = {}) => ({
  ...{
    resourceType: 'Questionnaire',
    id,
    url: `https://laboratory.test/${id}`,
    version: '1',
    title: 'Title',
  },
  ...{ status: 'active', subjectType: ['Patient'] },
  item: [{ linkId: 'first', type: 'string', text: 'First?', ...question }],
})

test('a folder without questionnaires asks nothing', () => {
  expect(read({})).toEqual({ found: { questionnaires: [], askedBy: [] }, words: [] })
})

test('a folder’s questionnaires are read with the tests that ask them', () => {
  const { found, words } = read({ 'a.json': file('a'), 'b.json': file('b') }, ['1600,,b', ',wes,a'])
  expect(words).toEqual([])
  expect(found.questionnaires.map(({ id }) => id)).toEqual(['a', 'b'])
  expect(found.askedBy).toEqual([
    { testCode: '1600', category: '', questionnaire: 'b' },
    { testCode: '', category: 'wes', questionnaire: 'a' },
  ])
})

test('all problems of all files are reported together, with file, linkId and rule', () => {
  const files = {
    'a.json': file('a', { type: 'url', initial: [] }),
    'b.json': file('c'),
    'd.json': { ...file('d'), url: 'https://laboratory.test/c' },
  }
  expect(read(files, ['1600,wes,a', '1700,,d', '1600,,other']).words).toEqual([
    'a.json, linkId first: type is not one of group, display, boolean, integer, decimal, quantity, date, dateTime, string, text, choice, open-choice, attachment',
    'a.json, linkId first: initial is not an element that the portal knows',
    'b.json: the file must be named c.json, like its id',
    'd.json: url is also that of b.json',
    "questionnaires.csv, row 2, column testCode: '1600' is wrong here: a row names either a test or a category",
    "questionnaires.csv, row 3, column testCode: '1700' is not the code of a test in tests.csv",
    "questionnaires.csv, row 4, column questionnaire: 'other' is not a file in questionnaires",
  ])
})
