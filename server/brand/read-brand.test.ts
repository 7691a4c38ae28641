import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { LegalText } from '#domain/brand/brand.ts'
import { SECOND_BRAND, shipped } from '../testing/brand.ts'
import { readBrand, SHIPPED_BRAND } from './read-brand.ts'

let dir: string
beforeAll(async () => {
  dir = await mkdtemp(path.join(tmpdir(), 'karyo-brand-'))
})
afterAll(() => rm(dir, { recursive: true, force: true }))

let count = 0
/** A copy of the shipped brand in which one file has another text; null removes it. */
async function changed(file: string, change: (text: string) => string | Buffer | null) {
  const copy = path.join(dir, String(count++))
  await cp(SHIPPED_BRAND, copy, { recursive: true })
  const at = path.join(copy, file)
  const text = change(await readFile(at, 'utf8'))
  await (text === null ? rm(at) : writeFile(at, text))
  return copy
}

const faultOf = (from: string): string => {
  try {
    readBrand(from)
    return 'it was taken'
  } catch (error) {
    return error instanceof Error ? `${error.name}: ${error.message}` : String(error)
  }
}

/** What `brand.json` says with a member at `field` set to `value`; undefined removes it. */
const having = (field: string, value: unknown) => (json: string) => {
  const data = JSON.parse(json)
  const names = field.split('.')
  const last = names.pop() ?? ''
  const owner = names.reduce((part, name) => part[name], data)
  if (value === undefined) delete owner[last]
  else owner[last] = value
  return JSON.stringify(data)
}

describe('each fault of brand.json is named by field and rule', () => {
  test.each<[string, unknown, string]>([
    ['name', undefined, 'field name: must be a text of 1 to 60 characters'],
    ['name', '', 'field name: must be a text of 1 to 60 characters, without spaces around it'],
    [
      'name',
      'Lab\nBcc: all@evil.example',
      'field name: must be one line, without characters that cannot be seen',
    ],
    ['name', 'Lab\u202esbaL', 'field name: must be one line, without characters that cannot be seen'],
    [
      'name',
      'Labor Zürich, Ωμέγα, Генетика, 遺伝 🧬',
      'field name: has “🧬”, which the fonts of printed documents lack',
    ],
    ['nmae', 'Lab', 'does not know nmae: there are name, legalName,'],
    ['accent.3', '#fff', 'field accent.3: must be a color, such as #0f6b6b'],
    ['accent.3', 'red;}body{display:none', 'field accent.3: must be a color, such as #0f6b6b'],
    ['accent', ['#000000'], 'field accent: must be a list of 10 to 10'],
    ['accent.7', '#7dbfbb', 'field accent.7: #7dbfbb is unreadable: white text on it has a contrast of'],
    ['contact.email', 'help', 'field contact.email: must be an email address'],
    ['contact.phone', 'call us', 'field contact.phone: must be a telephone number'],
    ['contact.address', [], 'field contact.address: must be a list of 1 to 6'],
    ['website.home', 'http://lab.example', 'field website.home: must be an https address'],
    ['website.home', 'https://me:secret@lab.example', 'field website.home: must be an https address'],
    ['website.search', 'mailto:help@lab.example', 'field website.search: must be an https address'],
    ['website.contact', 'javascript:alert(1)', 'field website.contact: must be an https address, or mailto:'],
    [
      'website.menus.0.href',
      'java\tscript:alert(1)',
      'field website.menus.0.href: must be an https address, or',
    ],
    [
      'website.menus.1.entries.2.href',
      '//evil.example',
      'field website.menus.1.entries.2.href: must be an https',
    ],
    [
      'website.footer.0.href',
      'mailto:a@b.example?cc=all@evil.example',
      'field website.footer.0.href: must be',
    ],
    ['website.footer.0.label', 'Careers', 'field website.footer: has a label twice'],
    [
      'website.menus.0.label',
      'What we can do for you now',
      'field website.menus.0.label: must be a text of 1 to 24',
    ],
    ['website.menus', 'none', 'field website.menus: must be a list of 0 to 6'],
    ['partner', { name: 'Partner' }, 'field partner.website: must be an https address'],
    ['languages', ['es'], 'field languages: must contain en'],
    ['languages', ['en', 'xx'], 'field languages.1: must be one of en, es,'],
    ['languages', ['en', 'en'], 'field languages: has a language twice'],
    [
      'userConditions',
      undefined,
      'field userConditions: must be an object with npi, geneticCounselor, delegate',
    ],
  ])('%s as %j', async (field, value, fault) => {
    const found = faultOf(await changed('brand.json', having(field, value)))
    expect(found).toMatch(/^BrandInvalid: brand\.json/)
    expect(found).toContain(fault)
  })

  test('what can be left out: the partner, the languages, the entries of a menu, the foot', async () => {
    for (const field of ['partner', 'languages', 'website.menus.1.entries', 'website.footer']) {
      const copy = await changed('brand.json', having(field, undefined))
      expect(faultOf(copy), field).toBe('it was taken')
    }
  })
})

test.each<[string, string, (text: string) => string | Buffer | null, string]>([
  ['is missing', 'terms.md', () => null, 'terms.md: is missing'],
  ['is of another encoding', 'terms.md', () => Buffer.from([0x23, 0x20, 0xe9]), 'terms.md: is not UTF-8'],
  ['is too large', 'icon.svg', () => ' '.repeat(600_000), 'icon.svg: is larger than 512 kB'],
  ['is no JSON', 'brand.json', (text) => text.slice(0, -5), 'brand.json: is not JSON ('],
  ['has a script', 'icon.svg', (text) => text.replace('<rect', '<script/><rect'), 'icon.svg: has a <script>'],
  ['has HTML', 'privacy-notice.md', (text) => `${text}\n<b>x</b>\n`, 'HTML is not read: write plain text'],
])('a file that %s', async (_, file, change, fault) => {
  expect(faultOf(await changed(file, change))).toContain(fault)
})

test('all faults of all files are named at once', async () => {
  const copy = await changed('brand.json', having('contact.phone', 'none'))
  await writeFile(path.join(copy, 'icon.svg'), '<p/>')
  await writeFile(path.join(copy, 'terms.md'), 'Terms')
  const found = faultOf(copy)
  for (const part of ['brand.json, field contact.phone: ', 'terms.md, line 1: ', 'icon.svg: '])
    expect(found).toContain(part)
  expect(faultOf(path.join(dir, 'nowhere'))).toContain('brand.json: is missing; terms.md: is missing')
})

test('any change of any file is another version', async () => {
  const versions = new Set([shipped.version])
  for (const file of ['brand.json', 'terms.md', 'privacy-notice.md', 'icon.svg'])
    versions.add(readBrand(await changed(file, (text) => `${text}\n`)).version)
  expect(versions.size).toBe(5)
})

test('the second brand shares no word with the first', () => {
  const texts = (value: unknown): string[] =>
    typeof value === 'string'
      ? [value]
      : value && typeof value === 'object'
        ? Object.values(value).flatMap(texts)
        : []
  const { brand: second, ...legal } = readBrand(SECOND_BRAND)
  const all = texts({ ...shipped, brand: { ...shipped.brand, languages: [] } })
  expect(
    texts({ ...legal, brand: { ...second, languages: [] } }).filter((text) => all.includes(text)),
  ).toEqual([])
})

test('the menus of the specification, in its order', () => {
  const { menus } = shipped.brand.website
  expect(menus.map(({ label, entries }) => [label, entries.map((entry) => entry.label)])).toEqual([
    ['Partners', []],
    ['Providers', ['Ordering', 'Support', 'Resources']],
    ['Tests', ['Comprehensive', 'Reproductive', 'Specialized Modality']],
    ['About Us', []],
    ['News & Updates', []],
  ])
})

const sectionText = ({ sections }: LegalText, title: string): string =>
  (sections.find((section) => section.title === title)?.body ?? []).flat().join('\n')

const { terms, privacyNotice, userConditions } = shipped

/** What section 1 of the specification asks of the terms: where it stands, and what it has to say there. */
const TERMS: readonly (readonly [title: string, pattern: RegExp])[] = [
  ['Privacy practices', /notice of privacy practices/],
  ['Consent to process your personal data', /You consent to our processing of the personal data/],
  ['Confidentiality', /You keep confidential what you learn/],
  ['Who may use the portal', /The portal is for health care professionals/],
  ['Compliance with laws', /follow the laws that apply/],
  ['Limitation of liability', /we are not liable/],
]

test('[APP-07] the terms cover all six subjects and the three conditions for users', () => {
  for (const [title, pattern] of TERMS) expect(sectionText(terms, title), title).toMatch(pattern)
  const conditions = sectionText(terms, 'Conditions for users')
  for (const condition of Object.values(userConditions)) expect(conditions).toContain(condition)
  expect(userConditions.npi).toMatch(
    /Physicians and non-physician providers must give .*NPI.*must match the name/,
  )
  expect(userConditions.geneticCounselor).toMatch(
    /may not order Medicare-billable tests under their own name/,
  )
  expect(userConditions.delegate).toMatch(/without an NPI.*delegating provider’s agreement/)
})

test('the terms carry the version that is recorded with an acceptance', () => {
  expect(terms.version).toMatch(/^\d{4}-\d{2}$/)
})

test('the privacy notice has its date, its periods and every right', () => {
  expect(privacyNotice.effective).toBe('December 31, 2024')
  const all = privacyNotice.sections.flatMap(({ body }) => body.flat()).join('\n')
  expect(all).toMatch(/a copy within 15 days/)
  expect(all).toMatch(/written denial .*within 60 days/)
  expect(sectionText(privacyNotice, 'Your right to an accounting of disclosures')).toMatch(
    /the six years before/,
  )
  for (const right of [
    'see your information',
    'amended',
    'accounting',
    'restriction',
    'confidential communication',
  ])
    expect(
      privacyNotice.sections.some(({ title }) => title.startsWith('Your right') && title.includes(right)),
    ).toBe(true)
  expect(sectionText(privacyNotice, 'Complaints')).toMatch(/Office for Civil Rights/)
})
