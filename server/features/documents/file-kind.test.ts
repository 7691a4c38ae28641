import { expect, test } from 'vitest'
import { kindOf } from './file-kind.ts'
import { HARMLESS, REFUSED, SAMPLES } from './testing/files.ts'

test.each(Object.entries(SAMPLES))('a %s file is accepted as its own kind', async (ending, content) => {
  const office = 'application/vnd.openxmlformats-officedocument'
  const mediaTypes: Record<string, string> = {
    ...{ pdf: 'application/pdf', png: 'image/png', jpg: 'image/jpeg', tif: 'image/tiff', heic: 'image/heic' },
    docx: `${office}.wordprocessingml.document`,
    xlsx: `${office}.spreadsheetml.sheet`,
    ...{ rtf: 'application/rtf', txt: 'text/plain', csv: 'text/csv' },
  }
  expect(await kindOf(content, `Nguyễn.${ending.toUpperCase()}`)).toEqual({ mediaType: mediaTypes[ending] })
})

test.each(Object.entries(REFUSED))('%s is refused with the reason', async (name, content) => {
  const found = await kindOf(content, name)
  expect('refused' in found && found.refused).toMatch(/^(The|Files) .+\.$/)
})

test('an archive whose names would be longer together than itself is refused without reading them all', async () => {
  const header = Buffer.alloc(30)
  header.write('PK\x03\x04', 'latin1')
  header.writeUInt16LE(0xffff, 26)
  const content = Buffer.concat([
    SAMPLES.docx ?? Buffer.alloc(0),
    ...Array.from({ length: 10_000 }, () => header),
  ])
  expect(await kindOf(content, 'letter.docx')).toHaveProperty('refused')
})

test.each(Object.entries(HARMLESS))('%s is accepted', async (name, content) => {
  expect(await kindOf(content, name)).toHaveProperty('mediaType')
})

test("only text is accepted under a text file's name, and text under no other", async () => {
  for (const [ending, content] of Object.entries(SAMPLES))
    for (const other of Object.keys(SAMPLES)) {
      const bothText = ['txt', 'csv'].includes(ending) && ['txt', 'csv'].includes(other)
      const found = await kindOf(content, `a.${other}`)
      expect(['mediaType' in found, ending, other]).toEqual([other === ending || bothText, ending, other])
    }
})
