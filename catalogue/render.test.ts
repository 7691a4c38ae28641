import { type DefaultTreeAdapterTypes, parse } from 'parse5'
import { describe, expect, test } from 'vitest'
import type { CatalogueData, CatalogueTest } from '#contract/catalogue-site.ts'
import type { SiteOrigins } from '#contract/site.ts'
import { testIndex } from '#domain/catalogue/search.ts'
import { turnaroundInDays } from '#domain/turnaround/turnaround.ts'
import { brand, privacyNotice } from '#server/testing/brand.ts'
import { renderCatalogue } from './render.tsx'

function made(code: string, testName: string, more: Partial<CatalogueTest> = {}): CatalogueTest {
  return {
    ...{
      code,
      testName,
      displayCode: '',
      testType: 'Panel',
      category: 'ngs',
      geneCount: 2,
      turnaroundDays: 20,
    },
    ...{
      genes: ['FBN1', 'TTN'],
      geneChoice: 'all',
      specimens: ['Blood'],
      specimenNote: '',
      listPriceCents: 100_050,
    },
    ...{
      cptCodes: ['81403', '81403'],
      sex: '',
      relatives: 0,
      method: 'NGS',
      description: `All of ${testName}.`,
    },
    ...{ consents: [], addOns: [], pair: [], parental: [] },
    ...more,
  }
}

const TESTS = [
  made('2001', 'Harbor Panel', { addOns: ['2002'], pair: ['2003'] }),
  made('2002', 'Meadow <Panel> & "Co"', { genes: ['TTN', 'CFTR'] }),
  made('2003', 'Lantern Test', { displayCode: 'LT-1', genes: [], geneCount: 0, listPriceCents: 0 }),
  made('2004', 'Quarry Panel', { sex: 'Male', offeredFor: 'Adults only (from 18 years)' }),
  made('2005', 'Willow Panel'),
]
const DATA: CatalogueData = {
  categories: [
    { category: 'ngs', name: 'Gene panels', description: 'Panels of genes.' },
    { category: 'wes', name: 'Exomes', description: 'All genes.' },
  ],
  tests: new Map(TESTS.map((one) => [one.code, one])),
  index: testIndex(
    TESTS.map((one) => ({ ...one, name: one.testName, categoryName: 'Gene panels', orderedOften: 0 })),
    [],
  ),
  examples: ['harbor', 'TTN'],
}
const origins = {
  portal: 'https://portal.example',
  catalogue: 'https://tests.example',
  appointment: 'https://form.example',
}

function pageAt(
  address: string,
  { site = origins, data = DATA }: { site?: SiteOrigins; data?: CatalogueData } = {},
) {
  const { pathname, searchParams: query } = new URL(address, 'https://tests.example')
  const page = renderCatalogue({
    ...{ path: decodeURIComponent(pathname), query, origins: site, data },
    ...{ brand, privacyNotice, icon: '/catalogue/icon.svg' },
  })
  const all: DefaultTreeAdapterTypes.Element[] = []
  const walk = (node: DefaultTreeAdapterTypes.Node) => {
    if ('tagName' in node) all.push(node)
    if ('childNodes' in node) node.childNodes.forEach(walk)
  }
  walk(parse(`<html><head>${page.head}</head><body>${page.body}</body></html>`))
  return { ...page, all, named: (tag: string) => all.filter(({ tagName }) => tagName === tag) }
}
type Element = DefaultTreeAdapterTypes.Element
const attribute = (one: Element | undefined, name: string) =>
  one?.attrs.find((its) => its.name === name)?.value
function textOf(node: DefaultTreeAdapterTypes.Node | undefined): string {
  if (node === undefined) return ''
  if (node.nodeName === '#text') return (node as DefaultTreeAdapterTypes.TextNode).value
  return 'childNodes' in node ? node.childNodes.map(textOf).join('') : ''
}
const robotsOf = ({ named }: ReturnType<typeof pageAt>) =>
  attribute(
    named('meta').find((meta) => attribute(meta, 'name') === 'robots'),
    'content',
  )
const hrefsOf = ({ named }: ReturnType<typeof pageAt>) => named('a').map((link) => attribute(link, 'href'))

const FOUND = [
  '/',
  '/category/ngs',
  '/category/Gene%20Panels',
  '/category/ngs?q=lantern&sort=price',
  '/test/2001',
  '/test/2002',
  '/test/lt-1',
  '/search',
  '/search?q=harbor',
  '/search?q=%3C/script%3E%3Cscript%3Ealert(1)%3C/script%3E',
  '/compare',
  '/compare?test=2001&test=2002&test=2003',
  '/checkout',
  '/checkout?item=2001~2002&item=2003',
  '/cart',
  '/privacy',
]
const LOST = [
  '/nothing',
  '/test/9999',
  '/test',
  '/category/none',
  '/category',
  '/test/2001/more',
  '/constructor',
]

describe.each([...FOUND, ...LOST])('%s', (address) => {
  const page = pageAt(address)
  const of = (tag: string) => page.named(tag)

  test(`is ${LOST.includes(address) ? 'not ' : ''}found, with a title, a description and one heading`, () => {
    expect(page.status).toBe(LOST.includes(address) ? 404 : 200)
    expect(textOf(of('title')[0])).toContain(brand.name)
    expect(of('meta').some((meta) => attribute(meta, 'name') === 'description')).toBe(true)
    expect(of('h1')).toHaveLength(1)
  })

  test('has nothing that the content security policy forbids, and its data can be read', () => {
    for (const script of of('script')) {
      expect(attribute(script, 'type')).toBe('application/ld+json')
      expect(JSON.parse(textOf(script))).toHaveProperty('@type')
    }
    expect(of('style')).toEqual([])
    const names = page.all.flatMap(({ attrs }) => attrs.map(({ name }) => name))
    expect(names.filter((name) => name === 'style' || name.startsWith('on'))).toEqual([])
    expect(page.body).not.toContain('undefined')
  })

  test('has one address for search engines, or none', () => {
    const canonical = of('link').find((link) => attribute(link, 'rel') === 'canonical')
    expect(robotsOf(page) === 'noindex').toBe(canonical === undefined)
    if (canonical) expect(attribute(canonical, 'href')).toMatch(/^https:\/\/tests\.example\/catalogue\//)
  })
})

test('[OPS-17] without a counseling partner no page links to an appointment', () => {
  expect(hrefsOf(pageAt('/'))).toContain('https://form.example/gc-appointment-form')
  const page = pageAt('/', { site: { ...origins, appointment: null } })
  expect(hrefsOf(page).filter((href) => href?.includes('appointment'))).toEqual([])
  expect(page.body).not.toContain('null')
  expect(textOf(page.named('main')[0])).toContain('Contact us')
})

test('[OPS-17] the example searches are those of the catalog, and there may be none', () => {
  expect(hrefsOf(pageAt('/'))).toEqual(
    expect.arrayContaining(['/catalogue/search?q=harbor', '/catalogue/search?q=TTN']),
  )
  expect(pageAt('/', { data: { ...DATA, examples: [] } }).body).not.toContain('For example')
})

test('a search for a gene leads to exomes and genomes, if the catalog has any', () => {
  expect(hrefsOf(pageAt('/search?q=TTN'))).toContain('/catalogue/category/wes')
  const none = { ...DATA, categories: DATA.categories.filter(({ category }) => category === 'ngs') }
  expect(pageAt('/search?q=TTN', { data: none }).body).not.toContain('Exomes and genomes')
})

test('a category has one canonical address, however it is named, filtered and ordered', () => {
  for (const address of ['/category/ngs', '/category/Gene%20Panels', '/category/ngs?q=lantern&sort=price'])
    expect(pageAt(address).head).toContain(
      'rel="canonical" href="https://tests.example/catalogue/category/ngs"',
    )
})

test('what was typed stands in the page as text', () => {
  const page = pageAt('/search?q=%3Cimg%20src=x%3E')
  expect(textOf(page.named('h1')[0])).toBe('Tests for “<img src=x>”')
  expect(page.named('img').map((image) => attribute(image, 'src'))).toEqual(['/catalogue/icon.svg'])
})

test('a test can be ordered at once, and its structured data names it', () => {
  const page = pageAt('/test/2003')
  expect(hrefsOf(page)).toContain('https://portal.example/create?test=LT-1&ctc=2003&new-cart=true')
  expect(page.head).toContain('"@type":"MedicalTest","name":"Lantern Test"')
  expect(page.body).toContain('No charge')
  expect(pageAt('/test/2001').body).toContain('81403 × 2')
})

test('[SUBJ-06] a test for adults only says so in lists, on its page and in a comparison', () => {
  for (const address of ['/category/ngs', '/test/2004', '/compare?test=2001&test=2004'])
    expect(textOf(pageAt(address).named('body')[0]), address).toContain('Adults only (from 18 years)')
  expect(pageAt('/test/2001').body).not.toContain('Adults only')
})

test('at most four tests are compared, and one is added by its name', () => {
  const columns = (address: string) =>
    pageAt(address)
      .named('th')
      .filter((head) => attribute(head, 'scope') === 'col')
      .map(textOf)
  expect(columns('/compare?test=2001&test=2002&test=2003&test=2004&test=2005')).toHaveLength(4)
  expect(columns('/compare?test=2001&test=9999&test=2001&add=lantern')).toEqual([
    'Harbor Panel',
    'Lantern Test',
  ])
  expect(pageAt('/compare?test=2001&add=zzzzzz').body).toContain('No other test was found')
  expect(columns('/compare?test=2001&add=2002')).toEqual(['Harbor Panel', 'Meadow <Panel> & "Co"'])
  // A code means its test and no other one.
  expect(columns('/compare?test=2001&add=2001')).toEqual(['Harbor Panel'])
})

test('the checkout orders the cart of its address; what is no test of the catalog is named and left out', () => {
  const page = pageAt('/checkout?item=2001~2002~9999&item=9999&item=2003')
  expect(hrefsOf(page)).toContain('https://portal.example/create?test=2001&test=2002&test=2003&new-cart=true')
  expect(textOf(page.named('main')[0])).toContain('9999 is not in the catalog, and is left out.')
  expect(hrefsOf(page)).toContain('/catalogue/checkout?item=2001~2002~9999&item=2003')
  // 2001 and its add-on test at $1,000.50 each; 2003 is free.
  expect(page.body).toContain('$2,001')
  expect(pageAt('/checkout?item=2001&addOn=2002&addOn=2004').body).toContain(
    'test=2001&amp;test=2002&amp;new-cart',
  )
})

test('a test has one time on every page, and a category and a cart compare times in any unit', () => {
  const time = (amount: number, unit: 'hours' | 'calendar-days') => ({
    turnaround: { ...turnaroundInDays(amount), unit, holidays: [] },
  })
  const timed = [
    made('3001', 'Genome', { ...time(49, 'calendar-days'), turnaroundDays: 1 }),
    made('3002', 'Rapid genome', { ...time(48, 'hours'), turnaroundDays: 90 }),
    made('3003', 'Panel', { turnaroundDays: 30 }),
  ]
  const data = { ...DATA, tests: new Map(timed.map((one) => [one.code, one])) }
  const at = (address: string) => textOf(pageAt(address, { data }).named('main')[0])
  for (const address of [
    '/category/ngs',
    '/test/3002',
    '/checkout?item=3002',
    '/compare?test=3001&test=3002',
  ])
    expect(at(address), address).toContain('48 hours')
  expect(at('/checkout?item=3001&item=3002&item=3003')).toContain('Last result in49 calendar days')
  expect(at('/checkout?item=3002&item=3003')).toContain('Last result in30 business days')
  expect(at('/category/ngs?sort=turnaround')).toMatch(/Rapid genome.*Panel.*Genome/)
})
