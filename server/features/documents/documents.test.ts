import { createHash, randomBytes, randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { mkdir, rename, rm } from 'node:fs/promises'
import { connect, type Socket } from 'node:net'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { SIGNED } from '#domain/orders/attestation.ts'
import { laboratoryMessage } from '../../testing/laboratory.ts'
import { problemIn, problemOfCall, startPortal, type TestPortal } from '../../testing/portal.ts'
import { CHILD, FOREIGN, PARENT } from '../../testing/world.ts'
import { REFUSED, SAMPLES } from './testing/files.ts'

const [creator, submitter, viewer] = ['OrderCreator@P1', 'OrderSubmitter@P1', 'OrderViewer@P1']
const MB = 1024 * 1024

let portal: TestPortal
beforeAll(async () => {
  portal = await startPortal()
})
afterAll(() => portal?.stop())

const pdf = SAMPLES.pdf ?? Buffer.alloc(0)
const pdfOf = (bytes: number) => Buffer.concat([Buffer.from('%PDF-1.7\n'), randomBytes(bytes - 9)])

interface UploadOptions {
  content?: Uint8Array
  filename?: string
  uploadKey?: string
  by?: string
  h?: string
}
function upload(id: number, options: UploadOptions = {}, on = portal) {
  const {
    content = pdf,
    filename = 'notes.pdf',
    uploadKey = randomUUID(),
    by = creator,
    h = PARENT,
  } = options
  const file = { filename, mediaType: 'application/octet-stream', content }
  const body = { uploadKey, type: 'Consent Form' as const, description: ' Signed ', file }
  return on.as(by).documents.upload({ params: { h, id }, body })
}
const list = (id: number) => portal.as(viewer).documents.list({ params: { h: PARENT, id } })
const order = (id: number) => portal.as(viewer).orders.get({ params: { hospital: PARENT, id } })
const audits = async (id: number, action: string) =>
  portal.worker.db
    .selectFrom('audit_event')
    .select(['actor_subject', 'detail'])
    .where('action', '=', action)
    .where('entity_id', '=', String(id))
    .execute()
const isStored = (content: Uint8Array) =>
  portal.files.get(createHash('sha256').update(content).digest('hex')).then(
    () => true,
    () => false,
  )

describe('uploading', () => {
  test('adds a document, which is listed, counted, noted in the order’s timeline and downloadable', async () => {
    const { id } = await portal.draft()
    const filename = 'Überweisung Nguyễn 報告.pdf'
    const added = await upload(id, { filename })
    expect(added).toEqual({
      ...{ id: expect.any(Number), type: 'Consent Form', description: 'Signed', filename },
      ...{ mediaType: 'application/pdf', bytes: pdf.length, uploadedBy: `Test ${creator}` },
      uploadedAt: expect.any(String),
    })
    const second = await upload(id, { filename: 'b.csv', content: SAMPLES.csv ?? pdf })
    expect(await list(id)).toEqual([second, added])
    const { events, documents } = await order(id)
    expect(documents).toBe(2)
    expect(events.filter(({ kind }) => kind === 'document-added').map(({ detail }) => detail)).toEqual([
      `Consent Form: ${filename}`,
      'Consent Form: b.csv',
    ])
    const path = `/api/orders/${PARENT}/${id}/documents/${added.id}`
    const response = await portal.request(path, { as: viewer })
    expect(Buffer.from(await response.arrayBuffer()).equals(pdf)).toBe(true)
    expect(Object.fromEntries(response.headers)).toMatchObject({
      'content-type': 'application/pdf',
      'cache-control': 'private, no-store',
      'x-content-type-options': 'nosniff',
      'content-disposition': expect.stringContaining(`filename*=UTF-8''${encodeURIComponent(filename)}`),
    })
    expect(response.headers.get('content-disposition')).toMatch(/^attachment;/)
    expect(await audits(id, 'document.add')).toHaveLength(2)
    expect(await audits(id, 'document.read')).toEqual([
      { actor_subject: viewer, detail: { document: added.id } },
    ])
  })

  test('a repeated upload returns the stored document, and the same content may be uploaded twice', async () => {
    const { id } = await portal.draft()
    const uploadKey = randomUUID()
    const [first, again] = await Promise.all([upload(id, { uploadKey }), upload(id, { uploadKey })])
    expect(again).toEqual(first)
    const other = await upload(id)
    expect((await list(id)).map((one) => one.id)).toEqual([other.id, first.id])
    expect(await audits(id, 'document.add')).toHaveLength(2)
  })

  test('returns a file of 18 MB byte for byte', async () => {
    const { id } = await portal.draft()
    const content = pdfOf(18 * MB)
    const { id: documentId } = await upload(id, { content })
    const back = await portal.as(viewer).documents.download({ params: { h: PARENT, id, documentId } })
    expect(Buffer.from(back).equals(content)).toBe(true)
  })

  test('accepts 20 MB, and not one byte more', async () => {
    const { id } = await portal.draft()
    expect((await upload(id, { content: pdfOf(20 * MB) })).bytes).toBe(20 * MB)
    expect(await problemOfCall(upload(id, { content: pdfOf(20 * MB + 1) }))).toMatchObject({
      status: 413,
      code: 'file-too-large',
      title: 'File limit has been exceeded. Maximum size is 20MB.',
    })
    expect(await list(id)).toHaveLength(1)
  })

  test.each(['page.html', 'picture.svg', 'page.txt', 'program.pdf', 'archive.zip', 'photo.png', 'noending'])(
    'refuses %s with an error at the file, and stores nothing',
    async (filename) => {
      const { id } = await portal.draft()
      const content = Buffer.concat([REFUSED[filename] ?? Buffer.alloc(0), Buffer.from(' ')])
      const refused = await problemOfCall(upload(id, { filename, content }))
      expect(refused).toMatchObject({ status: 415, code: 'file-not-allowed' })
      expect(refused.errors).toEqual([{ path: '/file', rule: 'kind', message: refused.detail }])
      expect(await list(id)).toEqual([])
      expect(await isStored(content)).toBe(false)
    },
  )

  test('requires a type and a file, and reports all errors together', async () => {
    const { id } = await portal.draft()
    const form = new FormData()
    form.append('uploadKey', randomUUID())
    form.append('description', 'x'.repeat(301))
    const response = await portal.request(`/api/orders/${PARENT}/${id}/documents`, {
      ...{ as: creator, method: 'POST', body: form },
    })
    expect(response.status).toBe(422)
    const { errors = [] } = await problemIn(response)
    expect(errors.map(({ path }) => path).sort()).toEqual(['/description', '/file', '/type'])
    expect(errors.map(({ message }) => message)).toEqual(
      expect.arrayContaining(['Please select a document type.', 'Please select a file (20MB max).']),
    )
  })

  test('view-only users can neither add nor remove documents; another institution’s order does not exist', async () => {
    const { id } = await portal.draft()
    const { id: documentId } = await upload(id)
    const params = { h: PARENT, id, documentId }
    const stranger = 'OrderSubmitter@F1'
    const { documents: of } = portal.as(stranger)
    for (const refused of [
      () => upload(id, { by: viewer }),
      () => portal.as(viewer).documents.remove({ params }),
    ])
      expect(await problemOfCall(refused())).toMatchObject({ status: 403, code: 'forbidden' })
    for (const refused of [
      () => of.list({ params }),
      () => of.download({ params }),
      () => of.remove({ params }),
      () => of.download({ params: { ...params, h: FOREIGN } }),
      () => of.remove({ params: { ...params, h: FOREIGN } }),
      () => of.list({ params: { h: FOREIGN, id } }),
      () => upload(id, { by: stranger, h: FOREIGN }),
      () => portal.as(submitter).documents.download({ params: { ...params, h: CHILD } }),
      () => portal.as(submitter).documents.download({ params: { ...params, documentId: 999_999 } }),
      () => upload(999_999),
    ])
      expect(await problemOfCall(refused())).toMatchObject({ status: 404, code: 'not-found' })
    expect(await list(id)).toHaveLength(1)
  })

  test('a document can be removed from a draft only: what was submitted with an order stays', async () => {
    const { id } = await portal.draft()
    const uploadKey = randomUUID()
    const [storedId, gone] = [await upload(id), await upload(id, { uploadKey })]
    const remove = (documentId: number) =>
      portal.as(creator).documents.remove({ params: { h: PARENT, id, documentId } })
    await remove(gone.id)
    expect(await list(id)).toEqual([storedId])
    const params = { h: PARENT, id, documentId: gone.id }
    for (const refused of [() => remove(gone.id), () => portal.as(viewer).documents.download({ params })])
      expect(await problemOfCall(refused())).toMatchObject({ status: 404 })
    expect(await problemOfCall(upload(id, { uploadKey }))).toMatchObject({
      ...{ code: 'wrong-state', detail: 'This document has since been removed.' },
    })
    expect((await order(id)).events.at(-1)).toMatchObject({ kind: 'document-removed' })
    await portal.as(submitter).orders.submit({ params: { hospital: PARENT, id }, headers: {}, query: SIGNED })
    expect(await problemOfCall(remove(storedId.id))).toMatchObject({ status: 409, code: 'wrong-state' })
    // A document can still be added later.
    await upload(id)
    expect(await list(id)).toHaveLength(2)
  })

  test('an upload whose connection drops midway leaves nothing, and can be repeated', async () => {
    const { id } = await portal.draft()
    const uploadKey = randomUUID()
    const content = pdfOf(MB)
    const half = content.subarray(0, MB / 2)
    const request = Buffer.concat([await beginningOf(id, uploadKey, content.length), half])
    const arrived = once(portal.app.server, 'connection') as Promise<[Socket]>
    const socket = connect(Number(new URL(portal.origin).port), '127.0.0.1')
    socket.write(request)
    const [there] = await arrived
    await expect.poll(() => there.bytesRead).toBe(request.length)
    const dropped = new Promise((resolve) => there.once('close', resolve))
    socket.destroy()
    await dropped
    expect(await list(id)).toEqual([])
    expect(await isStored(half)).toBe(false)
    expect((await order(id)).events.map(({ kind }) => kind)).toEqual(['draft-begun'])
    expect((await upload(id, { uploadKey, content })).bytes).toBe(MB)
  })
})

/** The start of an upload request as sent over the wire, up to the file's content. */
async function beginningOf(id: number, uploadKey: string, bytes: number): Promise<Buffer> {
  const part = (name: string, rest: string) =>
    `--edge\r\nContent-Disposition: form-data; name="${name}"${rest}`
  const start = [
    part('uploadKey', `\r\n\r\n${uploadKey}\r\n`),
    part('type', '\r\n\r\nOther\r\n'),
    part('file', '; filename="a.pdf"\r\nContent-Type: application/pdf\r\n\r\n'),
  ].join('')
  const head = [
    `POST /api/orders/${PARENT}/${id}/documents HTTP/1.1`,
    'Host: localhost',
    `Authorization: Bearer ${await portal.tokenOf(creator)}`,
    'Content-Type: multipart/form-data; boundary=edge',
    `Content-Length: ${start.length + bytes + '\r\n--edge--\r\n'.length}`,
  ]
  return Buffer.from(`${head.join('\r\n')}\r\n\r\n${start}`)
}

describe('an installation', () => {
  test('with a virus scan refuses infected files, and stores nothing while the scan is unavailable', async () => {
    const verdicts = { next: 'clean' as 'clean' | 'virus' | 'away' }
    const checking = await startPortal({
      virusCheck: {
        startLine: '',
        async check() {
          if (verdicts.next === 'away') throw new Error('ECONNREFUSED')
          return verdicts.next === 'clean' ? { clean: true } : { clean: false, virus: 'Test.Signature' }
        },
      },
    })
    try {
      const { id } = await checking.draft()
      verdicts.next = 'virus'
      const found = await problemOfCall(upload(id, {}, checking))
      expect(found).toMatchObject({ status: 415, code: 'file-not-allowed' })
      expect(found.detail).toBe('The virus scan found Test.Signature in this file. The file was not saved.')
      verdicts.next = 'away'
      expect(await problemOfCall(upload(id, {}, checking))).toMatchObject({
        status: 503,
        code: 'unavailable',
      })
      const listed = () => checking.as(viewer).documents.list({ params: { h: PARENT, id } })
      expect(await listed()).toEqual([])
      await expect(checking.files.get(createHash('sha256').update(pdf).digest('hex'))).rejects.toThrow(
        'ENOENT',
      )
      verdicts.next = 'clean'
      await upload(id, {}, checking)
      expect(await listed()).toHaveLength(1)
    } finally {
      await checking.stop()
    }
  })

  test('without its storage neither accepts nor returns documents, and recovers when it is back', async () => {
    const { dir } = portal
    const { id } = await portal.draft()
    const storedId = await upload(id)
    const away = { status: 503, code: 'unavailable' }
    const read = () =>
      portal.as(viewer).documents.download({ params: { h: PARENT, id, documentId: storedId.id } })
    await rename(dir, `${dir}-away`)
    await mkdir(dir)
    try {
      expect(await problemOfCall(upload(id))).toMatchObject(away)
      expect(await problemOfCall(read())).toMatchObject(away)
      expect(await portal.as(viewer).documents.list({ params: { h: PARENT, id } })).toHaveLength(1)
    } finally {
      await rm(dir, { recursive: true })
      await rename(`${dir}-away`, dir)
    }
    expect((await read()).byteLength).toBe(pdf.byteLength)
    await upload(id)
    expect(await portal.as(viewer).documents.list({ params: { h: PARENT, id } })).toHaveLength(2)
  })

  test('without documents says so', async () => {
    const without = await startPortal({ flags: { Document_Management: false } })
    try {
      const { id } = await without.draft()
      expect(await problemOfCall(upload(id, {}, without))).toMatchObject({ status: 403, code: 'not-offered' })
    } finally {
      await without.stop()
    }
  })
})

test('[ORDER-09] documents are uploaded for an order, which is cancelled: then it accepts no further ones', async () => {
  const { id } = await portal.submitted()
  const added = await upload(id)
  const params = { hospital: PARENT, id, sameHospital: PARENT }
  const body = { reason: 'Ordered by mistake', type: 'Order' as const }
  const cancellation = await portal.as(submitter).orders.cancel({ params, body })
  expect(cancellation.displayStatus).toBe('Cancellation requested')
  expect(await problemOfCall(upload(id))).toMatchObject({ status: 409, code: 'wrong-state' })
  await portal.receive(laboratoryMessage(`${id}X`, { order: id, number: '', status: 'X' }))
  expect((await order(id)).displayStatus).toBe('Cancelled')
  expect(await problemOfCall(upload(id))).toMatchObject({ status: 409, code: 'wrong-state' })
  expect(await list(id)).toEqual([added])
})
