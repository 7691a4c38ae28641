import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { MOST_VIEWS } from '#contract/saved-views.ts'
import { administer } from '#server/database/connection/connect.ts'
import { problemOfCall, startPortal, type TestPortal } from '../../testing/portal.ts'

const VIEWER = 'OrderViewer@P1'

let portal: TestPortal
let id = 0
beforeAll(async () => {
  portal = await startPortal()
  id = (await portal.as(VIEWER).physicians.current()).id
})
afterAll(() => portal?.stop())
beforeEach(() =>
  administer(portal.database.url, (db) => db.updateTable('physician').set({ saved_views: '[]' }).execute()),
)

const views = (as = VIEWER, of = id) => portal.as(as).physicians.views({ params: { id: of } })
const save = (name: string, search: string, replace = false) =>
  portal.as(VIEWER).physicians.saveView({ params: { id, name }, body: { search, replace } })
const rename = (name: string, to: string) =>
  portal.as(VIEWER).physicians.renameView({ params: { id, name }, body: { name: to } })
const remove = (name: string) => portal.as(VIEWER).physicians.removeView({ params: { id, name } })

test('a view is saved under a name, renamed and deleted, and others do not see it', async () => {
  await save('Late ones', 'late=true')
  expect(await save('À lire / 読む', 'unread=true')).toEqual([
    { name: 'Late ones', search: 'late=true' },
    { name: 'À lire / 読む', search: 'unread=true' },
  ])
  await rename('À lire / 読む', 'To read')
  expect((await views()).map(({ name }) => name)).toEqual(['Late ones', 'To read'])
  const other = (await portal.as('OrderCreator@P1').physicians.current()).id
  expect(await views('OrderCreator@P1', other)).toEqual([])
  expect(await remove('Late ones')).toEqual([{ name: 'To read', search: 'unread=true' }])
  expect(await remove('Late ones')).toHaveLength(1)
})

test('an existing name, in any capitals, is replaced only if requested', async () => {
  await save('Late', 'late=true')
  await save('Other', 'page=1')
  for (const refused of [() => save('LATE', 'x=1'), () => rename('Other', 'late')])
    expect(await problemOfCall(refused())).toMatchObject({
      ...{ code: 'already-there', status: 409, detail: 'You already have a view named “Late”.' },
    })
  expect(await save('LATE', 'late=true&page=1', true)).toEqual([
    { name: 'LATE', search: 'late=true&page=1' },
    { name: 'Other', search: 'page=1' },
  ])
  expect((await rename('late', 'late')).map(({ name }) => name)).toEqual(['late', 'Other'])
  expect(await problemOfCall(rename('none', 'some'))).toMatchObject({ status: 404 })
})

test('two tabs that save views concurrently lose neither', async () => {
  const names = Array.from({ length: 12 }, (_, n) => `View ${n}`)
  await Promise.all(names.map((name) => save(name, `q=${name}`)))
  expect((await views()).map(({ name }) => name).sort()).toEqual(names.toSorted())
  await Promise.all([
    rename('View 0', 'First'),
    remove('View 1'),
    save('View 2', 'q=new', true),
    save('Last', ''),
  ])
  const after = await views()
  expect(after).toHaveLength(12)
  expect(after.map(({ name }) => name)).toEqual(expect.arrayContaining(['First', 'View 2', 'Last']))
  expect(after.find(({ name }) => name === 'View 2')?.search).toBe('q=new')
})

test('a name must have content and be short, and the number of views is limited', async () => {
  for (const name of ['  ', 'x'.repeat(61)])
    expect(await problemOfCall(save(name, ''))).toMatchObject({ code: 'invalid-fields' })
  const long = '\u{8AAD}'.repeat(60)
  expect((await save(long, 'q=1')).at(-1)?.name).toBe(long)
  for (let n = 1; n < MOST_VIEWS; n++) await save(`View ${n}`, '')
  expect(await problemOfCall(save('One more', ''))).toMatchObject({ code: 'not-offered' })
  expect(await save('View 7', 'late=true', true)).toHaveLength(MOST_VIEWS)
})
