import { deflateRawSync, gzipSync } from 'node:zlib'
import { hostileText } from './hostile.ts'
import type { RandomSource } from './random-source.ts'

const pdf = '%PDF-1.7\n1 0 obj<</Type/Catalog>>endobj\ntrailer<</Root 1 0 R>>\n%%EOF\n'
const png = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)
const html = '<html><script>alert(document.domain)</script></html>'

/** A ZIP archive with one entry that claims to have `claimed` bytes when unpacked. */
function zip(name: string, content: Buffer, claimed = content.length): Buffer {
  const packed = deflateRawSync(content)
  const head = Buffer.alloc(30)
  head.writeUInt32LE(0x04034b50, 0)
  head.writeUInt16LE(20, 4)
  head.writeUInt16LE(8, 8)
  head.writeUInt32LE(packed.length, 18)
  head.writeUInt32LE(claimed, 22)
  head.writeUInt16LE(name.length, 26)
  return Buffer.concat([head, Buffer.from(name), packed])
}

/** Files that no clinic sends on purpose: bombs, files of two kinds, and content that does not match its name. */
const CONTENTS: readonly (() => Buffer)[] = [
  () => Buffer.alloc(0),
  () => Buffer.from(pdf),
  () => png,
  () => Buffer.from(html),
  () => Buffer.from(`${pdf}${html}`),
  () => Buffer.from(`${html}${pdf}`),
  () => Buffer.concat([png, Buffer.from(html)]),
  () => Buffer.concat([Buffer.from('GIF89a/*'), Buffer.from(html), Buffer.from('*/=1')]),
  () => Buffer.concat([Buffer.from(pdf), zip('META-INF/MANIFEST.MF', Buffer.from('Main-Class: X'))]),
  () => zip('[Content_Types].xml', Buffer.alloc(8 * 1024 * 1024)),
  () => zip('word/document.xml', Buffer.from('<x/>'), 0xfffffffe),
  () => zip('../../../../etc/passwd', Buffer.from('root')),
  () => zip('word/vbaProject.bin', Buffer.from('macro')),
  () => gzipSync(Buffer.alloc(4 * 1024 * 1024)),
  () => Buffer.from('MZ\x90\0\x03', 'latin1'),
  () => Buffer.from('\x7fELF\x02\x01\x01', 'latin1'),
  () => Buffer.from('#!/bin/sh\nrm -rf /\n'),
  () => Buffer.from('a,b\r\n=cmd|"/c calc"!A1,@SUM(1)\r\n'),
  () => Buffer.from('<?xml version="1.0"?><!DOCTYPE a [<!ENTITY b SYSTEM "file:///etc/passwd">]><a>&b;</a>'),
  () => Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>'),
  () => Buffer.from([0xff, 0xd8, 0xff, 0xe0, 0, 16]),
  () => Buffer.from([0x49, 0x49, 0x2a, 0, 0xff, 0xff, 0xff, 0xff]),
  () => Buffer.concat([Buffer.from([0, 0, 0, 0x18]), Buffer.from('ftypheic'), Buffer.alloc(16, 0xff)]),
  () => Buffer.from('{\\rtf1{\\object\\objdata 00}}'),
  () => Buffer.from('text', 'utf16le'),
  () => Buffer.from('"a\n'.repeat(5000)),
  () => Buffer.from(','.repeat(50_000)),
]
const ENDINGS = [
  'pdf',
  'png',
  'jpg',
  'tiff',
  'heic',
  'docx',
  'xlsx',
  'rtf',
  'txt',
  'csv',
  'html',
  'exe',
  'pdf.exe',
]
const STEMS = [
  ...[
    'notes',
    '../../../../etc/cron.d/x',
    '..\\..\\x',
    '/etc/passwd',
    'C:\\x',
    'a\0b',
    '.',
    '..',
    'CON',
    '-rf',
  ],
  ...['a\u202efdp', 'Ergebnis für Zoë', '報告', 'x'.repeat(4000), ' ', 'a\r\nX-Header: 1', 'a"; filename="b'],
]

export interface HostileFile {
  name: string
  mediaType: string
  content: Buffer
}

/** One file in five is what it claims to be. */
export function hostileFile(random: RandomSource): HostileFile {
  if (random.chance(0.2)) return { name: 'notes.txt', mediaType: 'text/plain', content: Buffer.from('Notes') }
  const stem = random.chance(0.2) ? hostileText(random).toWellFormed() : random.one(STEMS)
  return {
    name: `${stem}.${random.one(ENDINGS)}`,
    mediaType: random.one(['application/pdf', 'text/plain', 'text/html', 'image/png', 'x/y', '']),
    content: random.one(CONTENTS)(),
  }
}

/** A form as bytes; a `broken` one is truncated, has no boundary or describes its content wrongly. */
export function formOf(
  random: RandomSource,
  fields: Record<string, unknown>,
  file: HostileFile | null,
): { type: string; payload: Buffer } {
  const boundary = random.chance(0.03) ? 'x' : '----fuzz'
  const quoted = (text: string) => text.replaceAll(/["\r\n]/g, (one) => encodeURIComponent(one))
  const sections: Buffer[] = Object.entries(fields).map(([name, value]) => {
    const written = typeof value === 'string' ? value : JSON.stringify(value)
    return Buffer.from(
      `--${boundary}\r\ncontent-disposition: form-data; name="${quoted(name)}"\r\n\r\n${written}\r\n`,
    )
  })
  if (file) {
    const head = `content-disposition: form-data; name="file"; filename="${quoted(file.name)}"`
    const type = file.mediaType && `content-type: ${file.mediaType}\r\n`
    sections.push(Buffer.from(`--${boundary}\r\n${head}\r\n${type}\r\n`), file.content, Buffer.from('\r\n'))
  }
  const body = Buffer.concat([...sections, Buffer.from(`--${boundary}--\r\n`)])
  const cut = random.chance(0.05) ? body.subarray(0, random.int(0, body.length)) : body
  const isLengthWrong = random.chance(0.04)
    ? random.one(['', '; boundary=', '; boundary=other', ';'])
    : `; boundary=${boundary}`
  return { type: `multipart/form-data${isLengthWrong}`, payload: cut }
}
