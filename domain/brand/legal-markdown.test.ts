import { expect, test } from 'vitest'
import { readLegalText } from './legal-markdown.ts'

const GAPS = new Map([['phone', '<b>(312) 555-0142</b>']])
const HEAD = '# Terms\n\nEffective: May 1, 2026\nVersion: 2026-05\n\n'
const read = (markdown: string, wantsVersion = true) => readLegalText(markdown, { gaps: GAPS, wantsVersion })
const faultsOf = (body: string) => read(HEAD + body).faults.map(({ line, rule }) => `${line}: ${rule}`)

test('a title, paragraphs and lists over several lines, sections, and gaps', () => {
  const body = [
    ...['One', 'paragraph.', '', 'Another: 1 < 2 & 3 > 2, "quoted".', '', '## Asking', '- first', '  point'],
    ...['- second', '', 'Call {phone}.', '', '* third', ''],
  ]
  expect(read(HEAD + body.join('\r\n'))).toEqual({
    faults: [],
    text: {
      ...{ title: 'Terms', effective: 'May 1, 2026', version: '2026-05' },
      introduction: ['One paragraph.', 'Another: 1 < 2 & 3 > 2, "quoted".'],
      sections: [
        {
          title: 'Asking',
          body: [['first point', 'second'], 'Call <b>(312) 555-0142</b>.', ['third']],
        },
      ],
    },
  })
})

test.each([
  ['<script>alert(1)</script>', '6: HTML is not read: write plain text'],
  ['Text <!-- hidden', '6: HTML is not read: write plain text'],
  ['<img src=x onerror=alert(1)>', '6: HTML is not read: write plain text'],
  ['[here](javascript:alert(1))', '6: links are not read: write the address itself'],
  ['very **bold**', '6: bold and italics are not read: write plain text'],
  ['very *slanted*.', '6: bold and italics are not read: write plain text'],
  ['### Deeper', '6: headings are "# " for the title and "## " for a section'],
  ['##Close', '6: headings are "# " for the title and "## " for a section'],
  ['1. first', '6: numbered lists are not read: begin each point with "- "'],
  ['| a | b |', '6: quotations, tables and code are not read: write paragraphs and lists of "- "'],
  ['Call {fax}', '6: there is no {fax}: there are {phone}'],
  ['# Again', '6: has a second title: begin a section with "## "'],
  ['- a point', '6: a list can stand in a section only'],
  ['right\u202eleft', '6: has a character that cannot be seen'],
  ['Text\n\n## Empty', '8: the section "Empty" says nothing'],
  ['## A\n\nText\n\n## A\n\nText', '10: there is a section "A" above already'],
  ['', '1: says nothing'],
])('%j is refused with its line and rule', (body, fault) => {
  expect(faultsOf(body)).toContain(fault)
})

test('the lines below the title are asked for, the version only where it counts', () => {
  const rules = (wantsVersion: boolean) =>
    read('# Terms\n\nText', wantsVersion).faults.map(({ rule }) => rule)
  const [effective, version] = ['Effective: January 1, 2026', 'Version: 2026-01'].map(
    (line) => `needs a line "${line}" below its title`,
  )
  expect(rules(true)).toEqual([effective, version])
  expect(rules(false)).toEqual([effective])
  expect(read('Text').faults.map(({ rule }) => rule)).toContain('must begin with its title, "# …"')
})
