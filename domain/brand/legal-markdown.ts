import type { LegalSection, LegalText } from './brand.ts'

/** What is wrong with a text; `line` counts from 1. */
export interface TextFault {
  line: number
  rule: string
}

interface Block {
  line: number
  /** The level of a heading; 0 for a paragraph or a list. */
  level: 0 | 1 | 2
  /** The paragraph or heading, or the points of a list. */
  content: string | string[]
}

/** Markdown that is not read: it would be shown as it is written, and HTML must never be taken for text. */
const NOT_READ: readonly (readonly [RegExp, string])[] = [
  [/<[a-z/!?]/i, 'HTML is not read: write plain text'],
  [/\]\(|^\[[^\]]+\]:/, 'links are not read: write the address itself'],
  [/\*\*|__|(^|\s)[*_]\S[^*_]*[*_](\s|[.,;:)]|$)/, 'bold and italics are not read: write plain text'],
  [/^#{3,}|^#+[^#\s]/, 'headings are "# " for the title and "## " for a section'],
  [/^\d+[.)]\s/, 'numbered lists are not read: begin each point with "- "'],
  [/^(```|~~~|>|\|)/, 'quotations, tables and code are not read: write paragraphs and lists of "- "'],
]

const CONTROL = /[\p{Cc}\u202a-\u202e\u2066-\u2069]/u

function blocksOf(lines: readonly string[], faults: TextFault[]): Block[] {
  const blocks: Block[] = []
  let open = false
  lines.forEach((text, index) => {
    const line = index + 1
    const trimmed = text.trim()
    if (trimmed === '') {
      open = false
      return
    }
    const wrong = CONTROL.test(trimmed) ? 'has a character that cannot be seen' : ruleBroken(trimmed)
    if (wrong) faults.push({ line, rule: wrong })
    const [, marks, title] = /^(#{1,2})\s+(.*)$/.exec(trimmed) ?? []
    const [, point] = /^[-*]\s+(.*)$/.exec(trimmed) ?? []
    const last = blocks.at(-1)
    if (marks !== undefined && title !== undefined) {
      blocks.push({ line, level: marks.length === 1 ? 1 : 2, content: title })
      open = false
    } else if (point !== undefined) {
      if (open && Array.isArray(last?.content)) last.content.push(point)
      else blocks.push({ line, level: 0, content: [point] })
      open = true
    } else if (open && last && Array.isArray(last.content)) {
      last.content.push(`${last.content.pop()} ${trimmed}`)
    } else if (open && last) {
      last.content += ` ${trimmed}`
    } else {
      blocks.push({ line, level: 0, content: trimmed })
      open = true
    }
  })
  return blocks
}

const ruleBroken = (text: string) => NOT_READ.find(([pattern]) => pattern.test(text))?.[1]

/** The `Effective:` and `Version:` lines below the title, taken out of the text. */
function takeHead(lines: string[], faults: TextFault[], wantsVersion: boolean) {
  const take = (name: string, pattern: RegExp, example: string): string => {
    const at = lines.findIndex((line) => line.startsWith(`${name}:`))
    const value = at < 0 ? '' : (lines[at] ?? '').slice(name.length + 1).trim()
    if (at >= 0) lines[at] = ''
    if (!pattern.test(value))
      faults.push({ line: Math.max(at, 0) + 1, rule: `needs a line "${name}: ${example}" below its title` })
    return value
  }
  const effective = take('Effective', /^\S.{0,99}$/, 'January 1, 2026')
  return { effective, version: wantsVersion ? take('Version', /^[\w.-]{1,50}$/, '2026-01') : '' }
}

/** The text with the values in its gaps, such as `{phone}`. */
function filled(text: string, gaps: ReadonlyMap<string, string>, report: (rule: string) => void): string {
  return text.replace(/\{([^{}]*)\}/g, (mark, name: string) => {
    const value = gaps.get(name)
    if (value === undefined)
      report(`there is no {${name}}: there are ${[...gaps.keys()].map((one) => `{${one}}`).join(', ')}`)
    return value ?? mark
  })
}

/**
 * Reads a legal text from a small part of Markdown: a title, `Effective:`, paragraphs, lists, sections. Whatever else is
 * found is a fault, so that nothing is shown otherwise than it was meant. The result is text, never HTML.
 */
export function readLegalText(
  markdown: string,
  { gaps, wantsVersion }: { gaps: ReadonlyMap<string, string>; wantsVersion: boolean },
): { text: LegalText & { version: string }; faults: TextFault[] } {
  const faults: TextFault[] = []
  const lines = markdown.replace(/^\ufeff/, '').split(/\r?\n/)
  const head = takeHead(lines, faults, wantsVersion)
  const [title, ...blocks] = blocksOf(lines, faults)
  if (title?.level !== 1) faults.push({ line: title?.line ?? 1, rule: 'must begin with its title, "# …"' })
  const introduction: string[] = []
  const sections: { line: number; title: string; body: LegalSection['body'][number][] }[] = []
  for (const { line, level, content } of blocks) {
    const fill = (text: string) => filled(text, gaps, (rule) => faults.push({ line, rule }))
    const section = sections.at(-1)
    if (level === 1) faults.push({ line, rule: 'has a second title: begin a section with "## "' })
    else if (level === 2) sections.push({ line, title: fill(String(content)), body: [] })
    else if (section) section.body.push(typeof content === 'string' ? fill(content) : content.map(fill))
    else if (typeof content === 'string') introduction.push(fill(content))
    else faults.push({ line, rule: 'a list can stand in a section only' })
  }
  if (introduction.length + sections.length === 0) faults.push({ line: 1, rule: 'says nothing' })
  for (const { line, title: name, body } of sections) {
    if (body.length === 0) faults.push({ line, rule: `the section "${name}" says nothing` })
    if (sections.some((other) => other.line < line && other.title === name))
      faults.push({ line, rule: `there is a section "${name}" above already` })
  }
  return {
    text: {
      ...head,
      title: typeof title?.content === 'string' ? title.content : '',
      introduction,
      sections: sections.map(({ title: name, body }) => ({ title: name, body })),
    },
    faults: faults.sort((a, b) => a.line - b.line),
  }
}
