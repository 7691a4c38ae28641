import { crc32 } from 'node:zlib'

/** A zip archive with uncompressed entries. */
function zipOf(entries: Record<string, string>): Buffer {
  const names = Object.keys(entries)
  const locals: Buffer[] = []
  const centrals: Buffer[] = []
  let offset = 0
  for (const name of names) {
    const content = Buffer.from(entries[name] ?? '')
    const common = Buffer.alloc(26)
    common.writeUInt16LE(20, 0)
    common.writeUInt32LE(crc32(content), 10)
    common.writeUInt32LE(content.length, 14)
    common.writeUInt32LE(content.length, 18)
    common.writeUInt16LE(Buffer.byteLength(name), 22)
    const local = Buffer.concat([Buffer.from('PK\x03\x04'), common, Buffer.from(name), content])
    const rest = Buffer.alloc(14)
    rest.writeUInt32LE(offset, 10)
    centrals.push(Buffer.concat([Buffer.from('PK\x01\x02\x14\x00'), common, rest, Buffer.from(name)]))
    locals.push(local)
    offset += local.length
  }
  const directory = Buffer.concat(centrals)
  const end = Buffer.alloc(18)
  end.writeUInt16LE(names.length, 4)
  end.writeUInt16LE(names.length, 6)
  end.writeUInt32LE(directory.length, 8)
  end.writeUInt32LE(offset, 12)
  return Buffer.concat([...locals, directory, Buffer.from('PK\x05\x06'), end])
}

const office = (part: string, kind: string) => ({
  '[Content_Types].xml': `<Types><Override PartName="/${part}" ContentType="application/vnd.${kind}.main+xml"/></Types>`,
  [part]: '<x/>',
})
const word = 'openxmlformats-officedocument.wordprocessingml.document'
const excel = 'openxmlformats-officedocument.spreadsheetml.sheet'

/** The smallest file of each kind, by extension. */
export const SAMPLES: Record<string, Buffer> = {
  pdf: Buffer.from('%PDF-1.7\n1 0 obj\n<<>>\nendobj\n%%EOF\n'),
  png: Buffer.from(
    'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
    'base64',
  ),
  jpg: Buffer.from('ffd8ffe000104a46494600010100000100010000ffd9', 'hex'),
  tif: Buffer.from('49492a00080000000000000000000000', 'hex'),
  heic: Buffer.from('00000018667479706865696300000000686569636d696631', 'hex'),
  docx: zipOf(office('word/document.xml', word)),
  xlsx: zipOf(office('xl/workbook.xml', excel)),
  rtf: Buffer.from('{\\rtf1\\ansi Notes}'),
  txt: Buffer.from('\ufeffBMI 21 < 25, Nguyễn\r\n\tMZ twins\n'),
  csv: Buffer.from('BMI;value\n"a ""quoted"" one";<5 & >2\n'),
}

/** Files that resemble what is refused, by name. */
export const HARMLESS: Record<string, Buffer> = {
  'chart.docx': zipOf({ ...office('word/document.xml', word), 'word/embeddings/Sheet1.xlsx': 'x' }),
  'letter.docx': zipOf({ ...office('word/document.xml', word), 'word/embeddings/Letter.docx': 'x' }),
  'slides.docx': zipOf({
    ...office('word/document.xml', word),
    ...{ 'word/embeddings/': '', 'word/embeddings/Slides.PPTX': 'x' },
  }),
  'printed.xlsx': zipOf({
    ...office('xl/workbook.xml', excel),
    'xl/printerSettings/printerSettings1.bin': 'x',
  }),
  'share.rtf': Buffer.from('{\\rtf1\\ansi \\\\\\\\server\\\\objects}'),
}

/** Files that are dangerous or pretend to be another kind, by name. */
export const REFUSED: Record<string, Buffer> = {
  'page.html': Buffer.from('<!doctype html><p>hello'),
  'picture.svg': Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'),
  'page.txt': Buffer.from('  <HTML><body>hello'),
  'picture.csv': Buffer.from('a,b\n<svg onload="alert(1)">,2'),
  'image.txt': Buffer.from('see <img src=x onerror=alert(1)>'),
  'data.txt': Buffer.from('<?xml version="1.0"?><a/>'),
  'script.txt': Buffer.from('#!/bin/sh\nrm -rf .'),
  'batch.txt': Buffer.from('@echo off\r\ndel *'),
  'paper.txt': Buffer.from('%PDF-1.7\n'),
  'letter.txt': Buffer.from('{\\rtf1\\ansi Notes}'),
  'control.txt': Buffer.from('a\u0007b'),
  'null.csv': Buffer.from('a\0b'),
  'latin.csv': Buffer.from('M\xfcller', 'latin1'),
  'wide.txt': Buffer.from('\ufeffhello', 'utf16le'),
  'program.exe': Buffer.concat([Buffer.from('MZ\x90\x00'), Buffer.alloc(200)]),
  'program.pdf': Buffer.concat([Buffer.from('MZ\x90\x00'), Buffer.alloc(200)]),
  'linux.pdf': Buffer.concat([Buffer.from('\x7fELF'), Buffer.alloc(200)]),
  'page.pdf': Buffer.from('<html>%PDF-1.7'),
  'report.pdf.exe': Buffer.from('%PDF-1.7\n'),
  'photo.png': SAMPLES.jpg ?? Buffer.alloc(0),
  'photo.pdf': SAMPLES.png ?? Buffer.alloc(0),
  'archive.zip': zipOf({ 'a.txt': 'hello' }),
  'archive.docx': zipOf({ 'a.txt': 'hello' }),
  'sheet.docx': SAMPLES.xlsx ?? Buffer.alloc(0),
  'java.docx': zipOf({ 'META-INF/MANIFEST.MF': 'Main-Class: A', 'A.class': 'x' }),
  'both.docx': zipOf({ ...office('word/document.xml', word), 'META-INF/MANIFEST.MF': 'Main-Class: A' }),
  'macro.xlsx': zipOf({ ...office('xl/workbook.xml', excel), 'xl/vbaProject.bin': 'x' }),
  'object.docx': zipOf({ ...office('word/document.xml', word), 'word/embeddings/oleObject1.bin': 'x' }),
  'object.xlsx': zipOf({ ...office('xl/workbook.xml', excel), 'xl/embeddings/oleObject1.bin': 'x' }),
  'inner.docx': zipOf({
    ...office('word/document.xml', word),
    'word/embeddings/Microsoft_Excel_Macro-Enabled_Worksheet.xlsm': 'x',
  }),
  ...Object.fromEntries(
    ['Excel_97-2003_Worksheet.xls', 'Excel_Binary_Worksheet.xlsb', 'Word_97_-_2003_Document.doc']
      .concat('PowerPoint_97-2003_Presentation.ppt', 'Word_Document.docx.bin')
      .map((name) => [
        `inner-${name}.docx`,
        zipOf({ ...office('word/document.xml', word), [`word/embeddings/Microsoft_${name}`]: 'x' }),
      ]),
  ),
  'capitals.docx': zipOf({ ...office('word/document.xml', word), 'word/Embeddings/OleObject1.bin': 'x' }),
  'capitals.xlsx': zipOf({ ...office('xl/workbook.xml', excel), 'xl/VBAPROJECT.BIN': 'x' }),
  'control.docx': zipOf({ ...office('word/document.xml', word), 'word/activeX/activeX1.xml': 'x' }),
  'control.xlsx': zipOf({ ...office('xl/workbook.xml', excel), 'xl/activeX/activeX1.bin': 'x' }),
  'object.rtf': Buffer.from('{\\rtf1{\\object\\objemb{\\*\\objdata 0105}}}'),
  'control.rtf': Buffer.from('{\\rtf1{\\object\\objocx}}'),
  'macro.xlsm': zipOf(office('xl/workbook.xml', 'ms-excel.sheet.macroEnabled')),
  'other.xlsx': zipOf(office('xl/workbook.xml', 'ms-excel.sheet.macroEnabled')),
  noending: SAMPLES.pdf ?? Buffer.alloc(0),
  'empty.pdf': Buffer.alloc(0),
  'moving.gif': Buffer.from('GIF89a'),
}
