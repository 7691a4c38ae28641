import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, test } from 'vitest'

/**
 * What a locale prints, how it sorts and what it parses as a date differ between browsers and their versions.
 * Dates, figures and sorting have one place each (domain/dates/dates.ts, domain/text/figures.ts,
 * domain/text/order.ts); any other use of the locale is listed here with its reason.
 */
const MAY: Record<string, string> = {
  'domain/dates/dates.ts': 'reads the parts of the laboratory’s clock, each a figure',
  'domain/specimens/clock.ts': 'reads the parts of a clinic’s clock, each a figure',
  'domain/text/order.ts': 'sorts names in a language that is said',
  'appointment/form/countries.ts': 'the names of countries in the visitor’s language are only shown',
  'ui/phone.ts': 'the names of countries are only shown',
  'portal/features/counseling/words.ts': 'the names of languages are only shown',
  'server/sites/language.ts': 'reads the parts of a language tag',
}

const LOCALE = /\bIntl\.(?!DateTimeFormatPartTypes)\w+|\.toLocale(?:Date|Time)?String\(|\.localeCompare\(/
/**
 * Anything but a complete ISO date or instant is parsed differently by each browser: `new Date('12 Mar
 * 2026')`.
 */
const FREE_TEXT_DATE = /\bnew Date\(\s*['"](?!\d{4}-\d{2}-\d{2}(?:T[\d:.]+Z)?['"])/
/** Functions that one of the three engines has had for less than about two years, or not at all. */
const TOO_NEW =
  /\bTemporal\.|\bRegExp\.escape\b|\bUint8Array\.from(?:Base64|Hex)\b|\bMath\.sumPrecise\b|\bError\.isError\b|\bPromise\.try\b|\bIntl\.DurationFormat\b|\brequestIdleCallback\b|\bscheduler\.|\bnavigation\.(?:navigate|addEventListener)\b|\bIterator\.(?:from|concat|zip)\b|\bArray\.fromAsync\b|\b(?:values|keys|entries)\(\)\.(?:map|filter|some|every|find|toArray|reduce|take|drop|forEach)\(|\.(?:isSubsetOf|isSupersetOf|isDisjointFrom|symmetricDifference)\(|\.(?:showOpenFilePicker|showSaveFilePicker)\(|\bstartViewTransition\(|\.getOrInsert(?:Computed)?\(/
/** The same for styles, unless a missing one affects only appearance (SUPPORTED). */
const TOO_NEW_STYLE =
  /@scope\b|@starting-style\b|@function\b|\banchor(?:-name|-size)?\s*[:(]|position-anchor|interpolate-size|calc-size\(|animation-timeline|view-transition|:(?:open|user-invalid|user-valid)\b|\bif\(|reading-flow|field-sizing|text-box|corner-shape|scroll-marker|:heading\b/
const SUPPORTED: Record<string, string> = {
  'ui/fields/long-text.module.css': 'used only where CSS.supports says so (LongText)',
}

const SKIPPED = /(^|\/)(node_modules|dist|\.cache|\.data|\.git|test-results)$/
const find = (pattern: string) =>
  globSync(pattern, { cwd: import.meta.dirname, exclude: (name) => SKIPPED.test(name) })
    .map((file) => file.split(path.sep).join('/'))
    .sort()
const read = (file: string) => readFileSync(path.join(import.meta.dirname, file), 'utf8')
/** Line by line, without comments: `file:line match`. */
const findPattern = (files: string[], pattern: RegExp) =>
  files.flatMap((file) =>
    read(file)
      .split('\n')
      .flatMap((line, index) => {
        const found = /^\s*(?:\/\/|\/?\*)/.test(line) ? null : pattern.exec(line)
        return found ? [`${file}:${index + 1} ${found[0].trim()}`] : []
      }),
  )

const isTest = (file: string) => /\.test\.tsx?$|(^|\/)testing\/|^(e2e|faults|bench|scripts)\//.test(file)
const sources = find('**/*.{ts,tsx}').filter((file) => !isTest(file))
/** Code that runs in a browser, or is rendered for it. */
const ofBrowsers = sources.filter((file) =>
  /^(portal|appointment|catalogue|ui|brand|domain|contract)\//.test(file),
)
const styles = find('**/*.css')

describe('[WEB-01] dates, figures and sorting do not depend on how a browser’s locale prints', () => {
  test('only the listed places use the locale', () => {
    const wrong = findPattern(sources, LOCALE).filter((match) => !((match.split(':')[0] as string) in MAY))
    expect(wrong).toEqual([])
  })

  test('each of those still does', () => {
    expect(Object.keys(MAY).filter((file) => !LOCALE.test(read(file)))).toEqual([])
  })

  test('no date is parsed from text that only some browsers understand', () => {
    expect(findPattern(sources, FREE_TEXT_DATE)).toEqual([])
  })

  test('no browser needs a function that is younger than two years', () => {
    expect(findPattern(ofBrowsers, TOO_NEW)).toEqual([])
  })

  test('the same for styles, unless their support is checked first', () => {
    const wrong = findPattern(styles, TOO_NEW_STYLE).filter(
      (match) => !((match.split(':')[0] as string) in SUPPORTED),
    )
    expect(wrong).toEqual([])
  })

  test.each([
    ["new Intl.DateTimeFormat('en-CA')", LOCALE],
    ["count.toLocaleString('en-US')", LOCALE],
    ['at.toLocaleDateString()', LOCALE],
    ['one.localeCompare(other)', LOCALE],
    ["new Date('12 Mar 2026')", FREE_TEXT_DATE],
    ["new Date('2026-03')", FREE_TEXT_DATE],
    ['map.values().map(double)', TOO_NEW],
    ['Temporal.Now.instant()', TOO_NEW],
    ['  field-sizing: content;', TOO_NEW_STYLE],
    ['  top: anchor(bottom);', TOO_NEW_STYLE],
  ])('%s would be found', (line, pattern) => expect(line).toMatch(pattern))

  test.each([
    ["new Date('2026-03-12')", FREE_TEXT_DATE],
    ["new Date('2026-03-12T15:04:00Z')", FREE_TEXT_DATE],
    ['  color: var(--mantine-color-anchor);', TOO_NEW_STYLE],
  ])('%s is not reported', (line, pattern) => expect(line).not.toMatch(pattern))
})
