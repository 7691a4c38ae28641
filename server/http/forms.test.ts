import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { problemIn, startPortal, type TestPortal } from '../testing/portal.ts'
import { PARENT } from '../testing/world.ts'

const as = 'OrderSubmitter@P1'
const BOUNDARY = 'between'

let portal: TestPortal
let path = ''
beforeAll(async () => {
  portal = await startPortal()
  const { id } = await portal.draft()
  path = `/api/orders/${PARENT}/${id}/documents`
})
afterAll(() => portal?.stop())

function field(name: string, value: string, filename?: string): string {
  const file = filename === undefined ? '' : `; filename="${filename}"\r\nContent-Type: text/plain`
  return `--${BOUNDARY}\r\nContent-Disposition: form-data; name="${name}"${file}\r\n\r\n${value}\r\n`
}
const END = `--${BOUNDARY}--\r\n`
const FIELDS = field('uploadKey', randomUUID()) + field('type', 'Other')
const FILE = field('file', 'Notes', 'notes.txt')

const send = (body: string, boundary = `; boundary=${BOUNDARY}`) =>
  portal.request(path, {
    ...{ as, method: 'POST', body, headers: { 'content-type': `multipart/form-data${boundary}` } },
  })

test.each<[string, string, string?]>([
  ['names no boundary', FIELDS + FILE + END, ''],
  ['names an empty one', FIELDS + FILE + END, '; boundary='],
  ['is none', 'Notes'],
  ['ends after a part', FIELDS + FILE],
  ['ends inside the file', `${FIELDS}${FILE.slice(0, -4)}`],
  ['ends inside a heading', `${FIELDS}--${BOUNDARY}\r\nContent-Disp`],
  ['has a field twice', field('type', 'Consent') + FIELDS + FILE + END],
  ['has a file under a field’s name', field('type', 'Other', 'type.txt') + FIELDS + END],
  ['has two files', FIELDS + FILE + FILE + END],
  ['has a field that no form has', field('__proto__', 'x') + FIELDS + FILE + END],
  ['has more fields than any form', FIELDS + field('more', 'x').repeat(40) + FILE + END],
])('refuses a form that %s, and stores nothing', async (_what, body, boundary) => {
  const response = await send(body, boundary)
  expect([response.status, (await problemIn(response)).code]).toEqual([400, 'invalid-request'])
  const list = await portal.request(path, { as })
  expect(await list.json()).toEqual([])
})

test('reports a file in place of a field and a field in place of a file in one reply', async () => {
  const response = await send(FIELDS + field('description', 'x', 'x.txt') + field('file', 'Notes') + END)
  const { code, errors = [] } = await problemIn(response)
  expect([code, ...errors.map((error) => error.path)]).toEqual(['invalid-fields', '/description', '/file'])
})
