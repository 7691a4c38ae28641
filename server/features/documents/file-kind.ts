import { fileTypeFromBuffer } from 'file-type'
import { table } from '#domain/table.ts'
import { endingOf } from './filename.ts'

interface Kind {
  /** Used in a refusal. */
  name: string
  endings: readonly string[]
  /** As named by `file-type`; the first is sent when the file is downloaded. */
  mediaTypes: readonly [string, ...string[]]
}

const OFFICE = 'application/vnd.openxmlformats-officedocument'

/** Kinds with a file signature. */
const SIGNED: readonly Kind[] = [
  { name: 'a PDF', endings: ['pdf'], mediaTypes: ['application/pdf'] },
  { name: 'a PNG image', endings: ['png'], mediaTypes: ['image/png'] },
  { name: 'a JPEG image', endings: ['jpg', 'jpeg'], mediaTypes: ['image/jpeg'] },
  { name: 'a TIFF image', endings: ['tif', 'tiff'], mediaTypes: ['image/tiff'] },
  { name: 'a HEIC image', endings: ['heic', 'heif'], mediaTypes: ['image/heic', 'image/heif'] },
  { name: 'a Word document', endings: ['docx'], mediaTypes: [`${OFFICE}.wordprocessingml.document`] },
  { name: 'an Excel workbook', endings: ['xlsx'], mediaTypes: [`${OFFICE}.spreadsheetml.sheet`] },
  { name: 'an RTF document', endings: ['rtf'], mediaTypes: ['application/rtf'] },
]

/** Kinds without a signature: recognized by file name, and checked to be text. */
const TEXTS: readonly Kind[] = [
  { name: 'a text file', endings: ['txt'], mediaTypes: ['text/plain'] },
  { name: 'a CSV file', endings: ['csv'], mediaTypes: ['text/csv'] },
]

const ALLOWED = 'Allowed: PDF, PNG, JPEG, TIFF, HEIC, DOCX, XLSX, RTF, TXT and CSV.'

type FileKind = { mediaType: string } | { refused: string }

/**
 * The allowed kind of the content, determined from the content itself; or why it is refused. The file
 * extension must match, so that nobody opens a file as something it is not.
 */
export async function kindOf(content: Uint8Array, filename: string): Promise<FileKind> {
  if (content.byteLength === 0) return { refused: 'The file is empty.' }
  const ending = endingOf(filename)
  if (!ending) return { refused: `The file name has no extension. ${ALLOWED}` }
  const named = [...SIGNED, ...TEXTS].find(({ endings }) => endings.includes(ending))
  if (!named) return { refused: `Files with the extension .${ending} are not accepted. ${ALLOWED}` }
  const wrong = { refused: `The file name ends in .${ending}, but the file is not ${named.name}.` }
  if (TEXTS.includes(named)) return readText(content, named) ?? wrong
  const found = await fileTypeFromBuffer(content)
  if (!found || !named.mediaTypes.includes(found.mime)) return wrong
  if (runs(content, ending))
    return {
      refused:
        'The file contains a program, or an object that may be one. Save it without macros and embedded objects, or as a PDF, and upload it again.',
    }
  return { mediaType: named.mediaTypes[0] }
}

/**
 * Entries of an archive by their names in lower case: macros, also of a document inside; controls; and what makes it a Java
 * program or an app. Of what is embedded, only documents that cannot hold macros pass: an object of another program may be
 * any file, and a workbook or text of an older version runs its macros.
 */
const IN_ARCHIVE = [
  ...[/vbaproject\.bin/, /_macro-enabled_/, /\/activex\//, /meta-inf\/manifest\.mf/, /classes\.dex/],
  /\/embeddings\/(?!$|[^/]+\.(?:docx|xlsx|pptx)$)/,
]
const PROGRAMS = table<(content: Buffer) => boolean>({
  docx: isArchiveOfPrograms,
  xlsx: isArchiveOfPrograms,
  rtf: (content) => content.includes('\\objdata') || content.includes('\\objocx'),
})
function runs(content: Uint8Array, ending: string): boolean {
  const bytes = Buffer.from(content.buffer, content.byteOffset, content.byteLength)
  return PROGRAMS[ending]?.(bytes) ?? false
}

/** Before each entry, and in the directory at the end: where the length of a name is, and where it begins. */
const NAMED_AT = [
  { header: Buffer.from('PK\x03\x04'), lengthAt: 26, nameAt: 30 },
  { header: Buffer.from('PK\x01\x02'), lengthAt: 28, nameAt: 46 },
]

/**
 * By the names of all entries, in lower case: Office reads them so. From every header, not only from those that the directory
 * lists: readers differ in which they believe. Names that are longer together than the file overlap, as no archive's do:
 * they would be read for minutes.
 */
function isArchiveOfPrograms(archive: Buffer): boolean {
  return NAMED_AT.some(({ header, lengthAt, nameAt }) => {
    let left = archive.length
    for (let at = archive.indexOf(header); at >= 0; at = archive.indexOf(header, at + header.length)) {
      if (at + nameAt > archive.length) return false
      const length = archive.readUInt16LE(at + lengthAt)
      left -= length
      if (left < 0) return true
      const name = archive.toString('latin1', at + nameAt, at + nameAt + length)
      const read = name.toLowerCase().replaceAll('\\', '/')
      if (IN_ARCHIVE.some((program) => program.test(read))) return true
    }
    return false
  })
}

/** Another kind's printable signature, markup, or a script's first line. */
const OTHERWISE = /^\s*(<[a-z!?/]|#!|@echo\b|%PDF|%!PS|\{\\rtf|MIME-Version:)/i
const MARKUP =
  /<\/?(!doctype|html|head|body|script|svg|style|iframe|object|embed|img|meta|link|\?xml|\?php)\b/i

/** Null if it is not such a text. */
function readText(content: Uint8Array, { mediaTypes }: Kind): FileKind | null {
  let text: string
  try {
    text = new TextDecoder('utf-8', { fatal: true }).decode(content)
  } catch {
    return {
      refused:
        'The text is not encoded in UTF-8. Save it as UTF-8 (in Excel: “CSV UTF-8”) and upload it again.',
    }
  }
  // biome-ignore lint/suspicious/noControlCharactersInRegex: those are what is looked for.
  if (/[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f]/.test(text)) return null
  if (OTHERWISE.test(text) || MARKUP.test(text)) return null
  return { mediaType: mediaTypes[0] }
}
