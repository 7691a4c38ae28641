import { expect, test } from 'vitest'
import { dice, pick } from '#adapters/laboratory/testing/mutations.ts'
import { ANNOTATIONS, BEYOND_COLUMN, columnsOf } from '#domain/manifest/columns.ts'
import { goodOrder, testContext } from '#domain/orders/testing/good-order.ts'
import { cases, isThorough } from '#domain/testing/cases.ts'
import { readManifest } from './manifest-file.ts'
import { manifestFault, naiveRecords } from './testing/manifest-referee.ts'

/** Files per test run; set `REFEREED_MANIFESTS=100000` for more. */
const REFEREED = cases(3_000)

const [exome] = testContext(goodOrder()).tests
if (!exome) throw new Error('the world has a test')
const columns = [...columnsOf(exome), BEYOND_COLUMN]
const HEADINGS = columns.map(({ heading }) => heading)

type Roll = () => number
const below = (end: number, roll: Roll) => Math.floor(roll() * end)
const CELLS = [
  ...['', '', 'Linh', 'O’Neil', 'Nguyễn', '2019-03-14', 'Male', 'Blood', '60601', 'a, b', 'c; d', 'x "y" z'],
  ...['two\nlines', '=1+1', "'quoted", ' spaced ', 'IL', 'Yes', 'G40.309', '0', '"', 'tab\there'],
]

/**
 * A random file as a person might write it: some of the headings, in any order, with others in between, and
 * rows of any length.
 */
function generated(roll: Roll): string {
  const separator = pick([',', ';', '\t'], roll)
  const end = pick(['\n', '\r\n', '\r'], roll)
  const written = (cell: string) => (/[",;\t\n\r]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell)
  const some = HEADINGS.filter((heading) => /^(First|Last) name$/.test(heading) || roll() < 0.2)
  const others = ['Notes to self', '', 'Outcome', ...some].filter(() => roll() < 0.5)
  const headings = [...new Set([...some, ...others])].sort(() => roll() - 0.5)
  const rows = Array.from({ length: 1 + below(4, roll) }, () => {
    const length = headings.length + (roll() < 0.3 ? below(7, roll) - 3 : 0)
    return Array.from({ length: Math.max(0, length) }, () => pick(CELLS, roll))
  })
  return [headings, ...rows].map((row) => row.map(written).join(separator)).join(end)
}

/** One to three defects: a character changed, inserted or deleted, a line doubled, all quotes removed. */
function mutated(text: string, roll: Roll): string {
  const at = below(text.length, roll)
  const sign = pick([',', ';', '\t', '"', '\n', '\r', ' ', 'x', 'é', '\uFEFF'], roll)
  const once = pick(
    [
      () => text.slice(0, at) + sign + text.slice(at + 1),
      () => text.slice(0, at) + sign + text.slice(at),
      () => text.slice(0, at) + text.slice(at + 1 + below(9, roll)),
      () => `${text}\n${text.split('\n').at(-1)}`,
      () => text.replaceAll('"', ''),
    ],
    roll,
  )()
  return roll() < 0.5 ? once : mutated(once, roll)
}

/** The most frequent separator in the headings; null if two are equally frequent. */
function separatorOf(text: string): string | null {
  const [line = ''] = text.replace(/"[^"]*"/g, '').split(/\r?\n|\r/, 1)
  const counts = [',', ';', '\t'].map((one) => ({ one, many: line.split(one).length }))
  const [most, next] = counts.sort((one, other) => other.many - one.many)
  return most && next && most.many > next.many ? most.one : null
}

/** The characters of words: these must be found again even if the quotes are malformed. */
const words = (text: string): string[] => text.match(/[\p{L}\d]+/gu) ?? []

/** What of a file is lost or misread, or null. */
function faultIn(text: string, counts: Record<string, number>): string | null {
  const file = readManifest(new TextEncoder().encode(text), columns)
  const count = (what: string) => {
    counts[what] = (counts[what] ?? 0) + 1
  }
  if ('refused' in file) {
    count('refused')
    return null
  }
  const plain = text.replace(/^\uFEFF/, '')
  const separator = separatorOf(plain)
  const records = separator === null ? null : naiveRecords(plain, separator)
  if (records === null) {
    count('byWords')
    const ignored = new Set(file.ignored)
    const isOwn = (heading: string) => HEADINGS.some((one) => one.toLowerCase() === heading.toLowerCase())
    if (ignored.size > 0 || ANNOTATIONS.some((one) => plain.includes(one))) return null
    const all = new Set(words(file.rows.flatMap(({ cells }) => Object.entries(cells).flat()).join(' ')))
    const lost = words(plain).find((word) => !all.has(word) && !words(HEADINGS.join(' ')).includes(word))
    return lost === undefined || isOwn(lost) ? null : `“${lost}” is lost`
  }
  count('cellByCell')
  if (file.rows.some(({ cells }) => cells[BEYOND_COLUMN.heading])) count('beyond')
  return manifestFault(records, HEADINGS, ANNOTATIONS, file)
}

test.each(['as it was written', 'with something gone wrong'] as const)(
  '[MSG-04] of a manifest %s nothing is lost or misread silently',
  (how) => {
    const roll = dice(how === 'as it was written' ? 4 : 5)
    const counts: Record<string, number> = {}
    for (let n = 0; n < REFEREED; n += 1) {
      const original = generated(roll)
      const text = how === 'as it was written' ? original : mutated(original, roll)
      const fault = faultIn(text, counts)
      if (fault !== null) throw new Error(`${fault}: ${JSON.stringify(text)}`)
    }
    if (isThorough) console.info(how, counts)
    expect(counts.cellByCell).toBeGreaterThan(REFEREED / 3)
    expect(counts.beyond).toBeGreaterThan(REFEREED / 20)
  },
)
