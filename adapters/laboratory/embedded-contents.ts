import type { Bytes, ReportPart } from '#domain/reports/report-update.ts'
import { table } from '#domain/table.ts'
import { decodeBytes } from '../hl7/character-set.ts'
import { isPdf } from './embedded.ts'

/** File types that a report may contain, by their first bytes: the content decides, not its label. */
const FILES: readonly { begins: string; mediaType: string; ending: string }[] = [
  { begins: '{\\rtf', mediaType: 'application/rtf', ending: 'rtf' },
  { begins: '\xff\xd8\xff', mediaType: 'image/jpeg', ending: 'jpg' },
  { begins: '\x89PNG\r\n\x1a\n', mediaType: 'image/png', ending: 'png' },
  { begins: 'GIF8', mediaType: 'image/gif', ending: 'gif' },
  { begins: 'II*\0', mediaType: 'image/tiff', ending: 'tif' },
  { begins: 'MM\0*', mediaType: 'image/tiff', ending: 'tif' },
]

/**
 * An embedded content as a part of a report: a file that can be opened, a text as lines, and anything else as
 * a line saying that it came and cannot be displayed. `name` is the file's name without extension.
 */
export function embeddedPart(
  { content, label: type }: { content: Buffer; label: string },
  { label, name }: { label: string; name: string },
): ReportPart<Bytes> {
  const file = isPdf(content)
    ? { mediaType: 'application/pdf', ending: 'pdf' }
    : FILES.find(({ begins }) => content.subarray(0, begins.length).equals(Buffer.from(begins, 'latin1')))
  if (file) {
    const { mediaType, ending } = file
    return { kind: 'document', label, filename: `${name}.${ending}`, mediaType, content }
  }
  if (content.length === 0) return { kind: 'lines', label, lines: [''] }
  const text = /^(text|tx|ft|st|xml|html)\b|xml|html/.test(type) ? textIn(content, type) : ''
  return { kind: 'lines', label, lines: text === '' ? [hiddenNote(type, content)] : text.split('\n') }
}

/** The line shown in place of a content that cannot be displayed. */
function hiddenNote(type: string, content: Uint8Array): string {
  const kind = type === '' ? 'A file of unknown type' : `A file of type ${type}`
  return `${kind} (${content.byteLength} bytes) came with this result and cannot be shown here. Ask the laboratory for it.`
}

/** The words of a text; for HTML and XML without the markup, which is never executed. */
function textIn(content: Buffer, type: string): string {
  const text = decodeBytes(content).replaceAll('\0', '').replace(/\r\n?/g, '\n')
  if (!/xml|html/.test(type)) return text.trim()
  return withoutHidden(text)
    .replace(/<(br|\/p|\/div|\/tr|\/li|\/h\d|\/paragraph|\/title|\/item)\b[^<>]*>/gi, '\n')
    .replace(/<[^<>]*>/g, ' ')
    .replace(/&(amp|lt|gt|quot|nbsp|#(\d{1,6}));/g, entity)
    .replace(/[^\S\n]+/g, ' ')
    .replace(/ ?(?:\n ?)+/g, '\n')
    .trim()
}

/** Without scripts and styles. In one pass: an expression would look for the end of each that has none. */
function withoutHidden(text: string): string {
  const kept: string[] = []
  let hidden: string | undefined
  let from = 0
  for (const { 0: tag, 1: slash, 2: name = '', index } of text.matchAll(/<(\/?)(script|style)\b[^<>]*>?/gi)) {
    const isEnd = slash !== ''
    if (hidden === undefined && !isEnd) {
      kept.push(text.slice(from, index))
      hidden = name.toLowerCase()
      from = index
    } else if (isEnd && hidden === name.toLowerCase() && tag.endsWith('>')) {
      hidden = undefined
      from = index + tag.length
    }
  }
  // One without an end hides nothing.
  return [...kept, text.slice(from)].join(' ')
}

const ENTITIES = table<string>({ amp: '&', lt: '<', gt: '>', quot: '"', nbsp: ' ' })

function entity(written: string, name: string, code: string | undefined): string {
  const point = Number(code ?? 0)
  if (code !== undefined) return point > 0 && point <= 0x10ffff ? String.fromCodePoint(point) : written
  return ENTITIES[name] ?? written
}
