import { deflateSync } from 'node:zlib'
import PDFDocument from 'pdfkit'
import { afterAll, expect, test } from 'vitest'
import { pdfOpener } from './open.ts'

const opener = pdfOpener()
afterAll(() => opener.close())

/** A PDF with this number of pages, as a laboratory prints it. */
function printed(pages: number, options: PDFKit.PDFDocumentOptions = {}): Promise<Buffer> {
  return new Promise((resolve) => {
    const document = new PDFDocument(options)
    const chunks: Buffer[] = []
    document.on('data', (chunk: Buffer) => chunks.push(chunk))
    document.on('end', () => resolve(Buffer.concat(chunks)))
    document.text('Page 1')
    for (let page = 2; page <= pages; page++) document.addPage().text(`Page ${page}`)
    document.end()
  })
}

/** A file of these objects with a correct cross-reference table, as minimal writers produce it. */
function written(...objects: string[]): Buffer {
  let text = '%PDF-1.4\n'
  const offsets = objects.map((object, index) => {
    const at = text.length
    text += `${index + 1} 0 obj\n${object}\nendobj\n`
    return String(at).padStart(10, '0')
  })
  const table = ['0000000000 65535 f ', ...offsets.map((offset) => `${offset} 00000 n `)]
  const at = text.length
  text += `xref\n0 ${table.length}\n${table.join('\n')}\ntrailer\n<</Size ${table.length}/Root 1 0 R>>\n`
  return Buffer.from(`${text}startxref\n${at}\n%%EOF\n`, 'latin1')
}

test('[MSG-07] counts the pages of a PDF', async () => {
  for (const pages of [1, 7])
    expect(await opener.open(await printed(pages))).toEqual({ isReadable: true, pages })
})

test('reads a PDF with restricted printing or copying, as it needs no password', async () => {
  expect(await opener.open(await printed(2, { ownerPassword: 'owner' }))).toEqual({
    isReadable: true,
    pages: 2,
  })
})

const intact = await printed(3)
test.each<[string, Uint8Array, string]>([
  ['18 bytes that begin as one', Buffer.from('%PDF-1.4\n%%EOF\n   '), 'is damaged'],
  ['nothing', new Uint8Array(), 'is cut off'],
  ['its first half', intact.subarray(0, intact.length / 2), 'is cut off'],
  [
    'its first half with an end',
    Buffer.concat([intact.subarray(0, intact.length / 2), Buffer.from('%%EOF')]),
    'is damaged',
  ],
  ['one behind a password', await printed(1, { userPassword: 'secret' }), 'needs a password'],
  ['one without a page', written('<</Type/Catalog/Pages 2 0 R>>', '<</Type/Pages/Kids[]/Count 0>>'), ''],
  [
    'one whose page is not there',
    written('<</Type/Catalog/Pages 2 0 R>>', '<</Type/Pages/Kids[3 0 R]/Count 1>>'),
    '',
  ],
  ['another kind of file', Buffer.from('{\\rtf1 Report}\n%%EOF'), 'is damaged'],
])('[MSG-07] does not accept %s as a report', async (_name, content, reason) => {
  expect(await opener.open(content)).toMatchObject({
    isReadable: false,
    reason: expect.stringContaining(reason),
  })
})

test('[MSG-07] gives up on one that unpacks without end, and opens the next one', async () => {
  const bounded = pdfOpener({ withinMs: 50_000, mostMegabytes: 200 })
  const zeros = deflateSync(Buffer.alloc(256 * 1024 * 1024))
  const head = `%PDF-1.5\n1 0 obj\n<</Type/XRef/Size 9000000/W[1 8 8]/Root 2 0 R/Filter/FlateDecode/Length ${zeros.length}>>\nstream\n`
  const bomb = Buffer.concat([
    Buffer.from(head),
    zeros,
    Buffer.from('\nendstream\nendobj\nstartxref\n9\n%%EOF\n'),
  ])
  expect(await bounded.open(bomb)).toMatchObject({ isReadable: false })
  expect(await bounded.open(intact)).toEqual({ isReadable: true, pages: 3 })
  await bounded.close()
})

test('answers concurrent requests each for its own file', async () => {
  const [one, none, two] = await Promise.all([
    opener.open(await printed(1)),
    opener.open(Buffer.from('%PDF-1.4 %%EOF')),
    opener.open(await printed(2)),
  ])
  expect([one, none, two]).toMatchObject([{ pages: 1 }, { isReadable: false }, { pages: 2 }])
})
