import { Hl7Context, Hl7Field, Hl7Message, Hl7Segment } from '@medplum/core'
import { escapeText, unescapeText } from './escapes.ts'
import { type Refused, refused } from './refusal.ts'
import { readTime, zoneOf } from './times.ts'

/** The header of every message (MSH). */
interface Header {
  /** MSH-10. */
  controlId: string
  /** MSH-3 and MSH-4 in HL7 notation with the usual delimiters: `APPLICATION|FACILITY`. */
  sender: string
  /** MSH-9 as `ORU^R01`, or `ACK` alone. */
  type: string
  /** MSH-7. */
  sentAt: Date | null
  /** The offset of MSH-7, which is that of every time of the message without one: `-0500`; '' if none. */
  zone: string
}

/** Maximum length of an identifier (EI.1 and MSH-10 of the Laboratory Results Interface guide). */
export const LONGEST_ID = 199

/** `strayAfter`: the segment followed by a line that is not a segment; null if there is none. */
export type ParsedMessage = { kind: 'parsed'; message: Hl7Message; strayAfter: string | null } | Refused
/** `malformed`: why it is not read although its header is readable; null if its form is correct. */
export type OpenedMessage =
  | { kind: 'opened'; header: Header; message: Hl7Message; malformed: Refused | null }
  | Refused

/**
 * Splits a message into segments, with the delimiters that MSH-1 and MSH-2 announce. Segments may end in CR,
 * LF or both. Never throws: what cannot be read is `refused` with the segment and field at fault.
 */
export function parseMessage(raw: string): ParsedMessage {
  const text = raw.replace(/^[\s\uFEFF]+/, '')
  const unknown = { controlId: '', sender: '', type: '' }
  if (!text.startsWith('MSH')) {
    const first = /^[A-Z][A-Z0-9]{2}(?=\W)/.exec(text)?.[0]
    const reason = `MSH is missing: a message begins with MSH, this one with ${first ?? 'something else'}`
    return refused(unknown, 'AR', 'sequence', reason, ['MSH'])
  }
  const context = delimitersOf(text)
  if (typeof context === 'string') return refused(unknown, 'AR', 'dataType', context, ['MSH', 2])
  const { lines, strayAfter } = segmentLines(text, context)
  const segments = lines.map((line) => Hl7Segment.parse(line, context))
  return { kind: 'parsed', message: new Hl7Message(segments, context), strayAfter }
}

/** A parsed message with its header. Never throws, like `parseMessage`. */
export function openMessage(raw: string): OpenedMessage {
  const parsed = parseMessage(raw)
  if (parsed.kind === 'refused') return parsed
  const msh = parsed.message.header
  const header = headerOf(msh)
  if (header.type === '')
    return refused(header, 'AE', 'required', 'MSH-9 is missing (message type)', ['MSH', 9])
  if (header.controlId === '')
    return refused(header, 'AE', 'required', 'MSH-10 is missing (message control id)', ['MSH', 10])
  if (header.controlId.length > LONGEST_ID)
    return refused(header, 'AE', 'dataType', `MSH-10 is longer than ${LONGEST_ID} characters`, ['MSH', 10])
  if (header.sender.length > 2 * LONGEST_ID)
    return refused(header, 'AE', 'dataType', 'MSH-3 and MSH-4 are too long', ['MSH', 3])
  const version = textOf(msh, 12)
  if (version !== '' && !/^2\.\d/.test(version))
    return refused(header, 'AR', 'version', `Unsupported version in MSH-12: ${version}`, ['MSH', 12])
  return { kind: 'opened', header, message: parsed.message, malformed: malformedOf(parsed, header) }
}

function malformedOf(
  { message, strayAfter }: Extract<ParsedMessage, { kind: 'parsed' }>,
  header: Header,
): Refused | null {
  const [msh, ...segments] = message.segments
  if (segments.some(({ name }) => name === 'MSH')) {
    const reason = 'The message contains a second MSH: send each message separately'
    return refused(header, 'AR', 'sequence', reason, ['MSH'])
  }
  if (segments.some(({ name }) => name === 'DSC') || (msh && textOf(msh, 14) !== '')) {
    const reason = 'DSC or MSH-14: the message continues in another one: send it as one message'
    return refused(header, 'AR', 'sequence', reason, ['DSC', 1])
  }
  if (strayAfter === null) return null
  const reason = `The line after ${strayAfter} is not a segment: only OBX and NTE may continue on another line`
  return refused(header, 'AE', 'sequence', reason, [strayAfter])
}

/**
 * The text of one component, unescaped and trimmed; '' if absent or HL7's null (`""`). Fields and components
 * count from 1 as in the standard, repetitions from 0.
 */
export function textOf(segment: Hl7Segment, field: number, component = 1, repetition = 0): string {
  // The library's getComponent throws if the repetition is missing.
  const written = segment.getField(field)?.components[repetition]?.[component - 1] ?? ''
  return written === '""' ? '' : unescapeText(written, segment.context).trim()
}

/** The code of a coded field (CE, CWE): the first, else the alternate one. */
export function codeIn(segment: Hl7Segment, field: number): string {
  return textOf(segment, field) || textOf(segment, field, 4)
}

/** A coded field in words: the name of the first code, else of the alternate one, else the original text. */
export function nameIn(segment: Hl7Segment, field: number): string {
  return textOf(segment, field, 2) || textOf(segment, field, 5) || textOf(segment, field, 9)
}

/** The first subcomponent of a component, such as the surname of a family name with its prefix: `Berg&van den&Berg`. */
export function firstPartOf(segment: Hl7Segment, field: number, component = 1, repetition = 0): string {
  const written = segment.getField(field)?.components[repetition]?.[component - 1] ?? ''
  const [first = ''] = written.split(segment.context.subcomponentSeparator, 1)
  return first === '""' ? '' : unescapeText(first, segment.context).trim()
}

/** The repetitions of a field, counted from 0; empty list for an empty field. */
export function repetitionsOf(segment: Hl7Segment, field: number): number[] {
  return (segment.getField(field)?.components ?? []).map((_, repetition) => repetition)
}

/**
 * A repetition as one text, in which a delimiter that the sender forgot to escape is kept; '' for HL7's null.
 */
export function fullTextOf(segment: Hl7Segment, field: number, repetition = 0): string {
  const components = segment.getField(field)?.components[repetition] ?? []
  const written = components.join(segment.context.componentSeparator)
  return written === '""' ? '' : unescapeText(written, segment.context).trim()
}

/** A field's content: one text, the texts of its components, or one such list per repetition. */
export type FieldContent = string | string[] | string[][]

/**
 * A segment in the usual delimiters, `|^~\&`, with every text escaped, and without the spaces around it: of a number that
 * was pasted from a sheet they would make another one. Fields count from 1 as in the standard.
 */
export function segment(name: string, content: Record<number, FieldContent>): Hl7Segment {
  const context = new Hl7Context()
  const written = new Hl7Segment(name === 'MSH' ? [plain('MSH'), plain(context.getMsh2())] : [plain(name)])
  for (const [index, field] of Object.entries(content)) {
    const repetitions: string[][] = Array.isArray(field) ? (isNested(field) ? field : [field]) : [[field]]
    const components = repetitions.map((repetition) =>
      withoutTail(repetition.map((value) => escapeText(value.trim(), context))),
    )
    if (components.some((repetition) => repetition.length > 0))
      written.setField(Number(index), new Hl7Field(components, context))
  }
  return written
}

/**
 * A segment of somebody's message, as text in the usual delimiters: to be written again as it came, wherever it is read
 * by `segmentOf`.
 */
export function usualText(written: Hl7Segment): string {
  const [from, to] = [written.context, new Hl7Context()]
  const isUsual =
    from.fieldSeparator === to.fieldSeparator &&
    from.componentSeparator === to.componentSeparator &&
    from.repetitionSeparator === to.repetitionSeparator &&
    from.escapeCharacter === to.escapeCharacter &&
    from.subcomponentSeparator === to.subcomponentSeparator
  if (isUsual) return written.toString()
  const text = (component: string) =>
    component
      .split(from.subcomponentSeparator)
      .map((part) => escapeText(unescapeText(part, from), to))
      .join(to.subcomponentSeparator)
  const fields = written.fields.map(({ components }) =>
    components.map((repetition) => repetition.map(text).join(to.componentSeparator)),
  )
  return fields.map((repetitions) => repetitions.join(to.repetitionSeparator)).join(to.fieldSeparator)
}

/** Reads a segment in the usual delimiters. */
export function segmentOf(text: string): Hl7Segment {
  return Hl7Segment.parse(text, new Hl7Context())
}

/** Sets a field to what another segment in the usual delimiters has there, unchanged; nothing if that is empty. */
export function copyField(to: Hl7Segment, field: number, from: Hl7Segment | undefined, of = field): void {
  const found = from?.getField(of)
  if (found && found.toString() !== '') to.setField(field, found)
}

/** Sets a field of one repetition whose components have subcomponents: `4700&KARYO^26-104417&LIS`. */
export function setComposed(written: Hl7Segment, field: number, components: string[][]): void {
  const { context } = written
  const texts = components.map((subcomponents) =>
    withoutTail(subcomponents.map((part) => escapeText(part, context))).join(context.subcomponentSeparator),
  )
  written.setField(field, new Hl7Field([withoutTail(texts)], context))
}

/** A complete message: segments in order, each ended by CR. */
export function writeSegments(segments: Hl7Segment[]): string {
  return `${new Hl7Message(segments).toString()}\r`
}

/** Unicode noncharacters, which occur in no text: they replace delimiters that a message does not use. */
const NO_ESCAPE = '\uFDD0'
const NO_SUBCOMPONENT = '\uFDD1'

/** Reads MSH-1 and MSH-2. The escape and subcomponent characters may be omitted if unused (chapter 2.5.4). */
function delimitersOf(text: string): Hl7Context | string {
  const field = text.charAt(3)
  const encoding = text.slice(4, text.indexOf(field, 4))
  const all = [field, ...encoding]
  // Version 2.7 adds a fifth character (truncation).
  const wellFormed = /^[!-/:-@[-`{-~]{3,6}$/.test(all.join(''))
  if (!wellFormed || new Set(all).size !== all.length)
    return 'MSH-2 is not two to five different encoding characters after the field separator of MSH-1'
  const [component, repetition, escaping = NO_ESCAPE, subcomponent = NO_SUBCOMPONENT] = encoding
  return new Hl7Context('\r', field, component, repetition, escaping, subcomponent)
}

/** Segments that we read, also in lower case or indented. */
const READ = /^\s*(MSH|PID|ORC|OBR|OBX|NTE|SPM|ADD|DSC)$/i
/** Segments whose text may continue on the next line. */
const WRAPPED = ['OBX', 'NTE']

/**
 * Splits lines into segments. A line that is not a segment continues the text before it: some senders wrap
 * Base64. `strayAfter`: the segment followed by such a line although it has no such text; null if there is
 * none.
 */
function segmentLines(text: string, context: Hl7Context): { lines: string[]; strayAfter: string | null } {
  const segments: string[][] = []
  let strayAfter: string | null = null
  for (const line of text.split(/[\r\n]+/)) {
    if (line.trim() === '') continue
    const end = line.indexOf(context.fieldSeparator)
    const name = end === -1 ? line.trimEnd() : line.slice(0, end)
    const begins = /^[A-Z][A-Z0-9]{2}$/.test(name) || READ.test(name)
    const last = segments.at(-1)
    // ADD (chapter 2.14.1) continues the segment before it, split anywhere.
    if (name.trim().toUpperCase() === 'ADD' && last) {
      last.push(`${last.pop()}${line.slice(name.length + 1)}`)
      continue
    }
    if (begins || !last) segments.push([name.trim().toUpperCase() + line.slice(name.length)])
    else {
      last.push(line)
      const behind = last[0]?.slice(0, 3) ?? ''
      if (READ.test(behind) && !WRAPPED.includes(behind)) strayAfter ??= behind
    }
  }
  const wrap = `${context.escapeCharacter}.br${context.escapeCharacter}`
  return { lines: segments.map((lines) => lines.join(wrap)), strayAfter }
}

function headerOf(msh: Hl7Segment): Header {
  const [code, trigger] = [textOf(msh, 9, 1), textOf(msh, 9, 2)]
  return {
    controlId: textOf(msh, 10),
    sender: `${inUsualDelimiters(msh.getField(3))}|${inUsualDelimiters(msh.getField(4))}`,
    type: trigger === '' ? code : `${code}^${trigger}`,
    sentAt: readTime(textOf(msh, 7)),
    zone: zoneOf(textOf(msh, 7)),
  }
}

function inUsualDelimiters(field: Hl7Field | undefined): string {
  const usual = new Hl7Context()
  const components = (field?.components[0] ?? []).map((component) =>
    component
      .split(field?.context.subcomponentSeparator ?? '&')
      .map((part) => escapeText(unescapeText(part, field?.context ?? usual), usual))
      .join('&'),
  )
  return components.join('^')
}

function plain(text: string): Hl7Field {
  return new Hl7Field([[text]])
}

function isNested(field: string[] | string[][]): field is string[][] {
  return Array.isArray(field[0])
}

function withoutTail(components: string[]): string[] {
  return components.slice(0, components.findLastIndex((component) => component !== '') + 1)
}
