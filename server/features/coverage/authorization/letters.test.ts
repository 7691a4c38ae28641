import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { piecesOf } from '#server/features/documents/testing/pdf-text.ts'
import { problemOfCall, startPortal, type TestPortal } from '#server/testing/portal.ts'
import { PARENT, readyOrder } from '#server/testing/world.ts'

const creator = 'OrderCreator@P1'
/** A user with an NPI who may submit orders. */
const PROVIDER = 'provider'

let portal: TestPortal
beforeAll(async () => {
  portal = await startPortal()
})
afterAll(() => portal?.stop())

const at = (id: number) => ({ params: { hospital: PARENT, id } })
const read = (id: number) => portal.as(creator).coverage.authorization(at(id))
const save = (id: number, version: number, text: string) =>
  portal.as(creator).coverage.saveLetter({ ...at(id), body: { version, text } })
const sign = (id: number, version: number, text: string) =>
  portal.as(PROVIDER).coverage.signLetter({ ...at(id), body: { version, text } })
const packet = (id: number) => portal.as(creator).coverage.packet(at(id))
const textOf = (pdf: Uint8Array) =>
  piecesOf(pdf)
    .map(({ text }) => text)
    .join(' ')

test('a draft that was changed to another patient has a letter of its own', async () => {
  const document = readyOrder()
  const born = document.patients[0]?.dateOfBirth ?? ''
  const { id } = await portal.draft(document)
  await sign(id, 0, 'Needed for Linh.')
  await save(id, 1, 'Needed for Linh still.')
  const rename = (firstName: string, dateOfBirth: string) =>
    portal.as(creator).orders.patch({
      ...{ params: { hospital: PARENT, id }, headers: {} },
      body: [
        { op: 'replace', path: '/patients/0/firstName', value: firstName },
        { op: 'replace', path: '/patients/0/dateOfBirth', value: dateOfBirth },
      ],
    })
  await rename('Linhh', born)
  expect((await read(id)).letter.text).toBe('Needed for Linh still.')
  await rename('Somebody', '2001-02-03')
  const { letter } = await read(id)
  expect(letter).toMatchObject({ version: 2, editedAt: null, text: expect.stringContaining('Somebody') })
  // Whoever has read the first patient's cannot save it here.
  expect(await problemOfCall(save(id, 1, 'Needed for Linh still.'))).toMatchObject({
    code: 'version-conflict',
  })
  expect(textOf(await packet(id))).not.toContain('Needed for Linh')
  expect((await sign(id, 2, 'Needed for Somebody.')).letter.version).toBe(3)
  expect((await save(id, 3, 'Needed for Somebody too.')).letter).toMatchObject({
    ...{ version: 4, text: 'Needed for Somebody too.', signed: null },
  })
  // The first patient's signed letter is still theirs.
  await rename('Linh', born)
  expect((await read(id)).letter).toMatchObject({
    text: 'Needed for Linh.',
    signed: { signature: 'Test provider' },
  })
})

test('the packet names a document that was uploaded while the draft was for another patient, and does not enclose it', async () => {
  const { id } = await portal.draft(readyOrder())
  const upload = (filename: string) =>
    portal.as(creator).documents.upload({
      params: { h: PARENT, id },
      body: {
        ...{ uploadKey: randomUUID(), type: 'Report', description: '' },
        file: { filename, mediaType: 'text/plain', content: Buffer.from(filename) },
      },
    })
  await upload('about-linh.txt')
  await portal.as(creator).orders.patch({
    ...{ params: { hospital: PARENT, id }, headers: {} },
    body: [
      { op: 'replace', path: '/patients/0/firstName', value: 'Somebody' },
      { op: 'replace', path: '/patients/0/dateOfBirth', value: '2001-02-03' },
    ],
  })
  await upload('about-somebody.txt')
  expect((await read(id)).others).toEqual(['about-linh.txt'])
  const text = textOf(await packet(id))
  expect(text).toContain('about-somebody.txt')
  expect(text).not.toContain('about-linh.txt')
})
