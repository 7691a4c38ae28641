import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, test } from 'vitest'

/**
 * Whether a file may import another. Both are paths from the root; packages are written `npm:zod` and
 * `node:fs`.
 */
type Rule = (from: string, to: string) => boolean

const files =
  (pattern: RegExp): Rule =>
  (_, to) =>
    pattern.test(to)
/** `adapters/files` is two folders deep, `server/features/orders` three. */
const sameFolder =
  (depth: number): Rule =>
  (from, to) =>
    folder(from, depth) === folder(to, depth)
const samePart = sameFolder(1)
const domain = files(/^domain\//)
const contract = files(/^contract\//)
const ui = files(/^ui\//)
const ports = files(/^adapters\/[^/]+\/port\.ts$/)
/** The fonts of printed documents, ours and the simulated laboratory's. */
const letters = files(/^adapters\/pdf\/letters\.ts$/)
const npm = files(/^npm:/)
const packages = files(/^(npm|node):/)
const store = files(/^server\/(database|jobs)\//)
const otherFeatures = files(/^server\/features\/[^/]+\/public\.ts$/)
/** What the portal's features share: rooms and files that know no feature. */
const portalCommon = files(/^portal\/(?!features\/|pages\/|(main|routes)\.tsx$|vite\.config\.ts$)/)
const portalPublic = files(/^portal\/features\/[^/]+\/public\.ts$/)
/** What has an address: pages, which are loaded when they are opened, and the search parameters that they take. */
const portalAddresses = files(
  /^portal\/(features|pages)\/([\w-]+\/)+(\w+Page\.tsx|search-params\.ts)$|^portal\/features\/account\/SignedIn\.tsx$/,
)
const shared: Rule[] = [contract, domain, ui, npm]
/** What all features build on, excluding what assembles them. */
const serverCommon = files(
  /^server\/(http\/(?!app\.|assemble\.)[^/]+|csv\/[^/]+|heavy\/heavy-work|phone-numbers)\.ts$/,
)

/** The first pattern that matches a file defines what it may import. */
const ARROWS: [file: RegExp, allowed: Rule[]][] = [
  [/^domain\//, [samePart]],
  [/^contract\//, [samePart, domain, npm]],
  [/^ui\//, [samePart, domain, npm]],
  [/^adapters\/(laboratory|ehr)\//, [sameFolder(2), files(/^adapters\/(hl7|http)\//), domain, packages]],
  [/^adapters\//, [sameFolder(2), files(/^adapters\/http\//), domain, packages]],
  [/^simulators\//, [sameFolder(2), domain, files(/^adapters\//), packages]],
  [/^conformance\//, [samePart, domain, files(/^(adapters|simulators)\//), packages]],
  [/^(portal|appointment|catalogue)\/vite\.config\.ts$/, [files(/^scripts\/site-build\.ts$/), packages]],
  [/^(appointment|catalogue)\//, [samePart, ...shared]],
  [/^portal\/features\//, [sameFolder(3), portalPublic, portalCommon, ...shared]],
  [/^portal\/pages\//, [sameFolder(3), portalPublic, portalCommon, ...shared]],
  [/^portal\/routes\.tsx$/, [portalAddresses, portalCommon, ...shared]],
  [/^portal\/main\.tsx$/, [samePart, ...shared]],
  [/^portal\//, [portalCommon, ...shared]],
  [
    /^server\/features\//,
    [sameFolder(3), otherFeatures, serverCommon, store, contract, domain, ports, letters, packages],
  ],
  [/^server\/(database|jobs)\//, [store, contract, domain, ports, packages]],
  [
    /^server\/(main|commands\/(import|backup|check|restore|person|support-user|hospitals|history|launch)|start\/open-[a-z-]+)\.ts$/,
    [samePart, contract, domain, files(/^(adapters|simulators)\//), packages],
  ],
  [/^server\//, [samePart, contract, domain, ports, packages]],
  [/^scripts\/shipped-brand\.ts$/, [files(/^server\/brand\//), packages]],
  [/^scripts\//, [samePart, packages]],
  [/^bench\//, [samePart, packages]],
  [/^e2e\/browser\.ts$/, [packages]],
  [
    /^[^/]+\.config\.ts$/,
    [files(/^(e2e\/browser|scripts\/(shipped-brand|summary|temporary-files))\.ts$/), packages],
  ],
]

/**
 * Tests may import what the tested part may, plus these. A server test may assemble the server as main.ts
 * does, and use the order form's rules and the lines that a clinician reads.
 */
const TEST_ARROWS: [file: RegExp, allowed: Rule[]][] = [
  [/^(e2e|faults|bench)\//, [() => true]],
  [
    /^server\//,
    [files(/^(server|adapters|simulators|data|portal\/order|portal\/features\/create\/(draft|review))\//)],
  ],
  [/^/, [packages, files(/(^|\/)testing\//)]],
]

/** Describes the violation if `from` must not import `to`; null if it may. */
function forbidden(from: string, to: string): string | null {
  if (isTest(to) && !isTest(from)) return `${from} imports ${to}, which is for tests only`
  const find = (table: typeof ARROWS) => table.find(([pattern]) => pattern.test(from))?.[1] ?? []
  const allowed = [...find(ARROWS), ...(isTest(from) ? find(TEST_ARROWS) : [])]
  return allowed.some((rule) => rule(from, to)) ? null : `${from} must not import ${to}`
}

function isTest(file: string): boolean {
  return /\.test\.tsx?$|(^|\/)testing\/|^e2e\/(?!browser\.)|^(faults|bench)\//.test(file)
}

function folder(file: string, depth: number): string {
  return path.posix.dirname(file).split('/').slice(0, depth).join('/')
}

/** Static, dynamic and type imports, and re-exports, in the notation of `forbidden`. */
function importsOf(file: string, text: string): string[] {
  const statements =
    /^\s*(?:import|export)\b(?:[^'"`;]*?\bfrom)?\s*['"]([^'"]+)['"]|\bimport\(\s*['"]([^'"]+)['"]/gm
  return [...text.matchAll(statements)].map(([, first, second]) => target(file, first ?? second ?? ''))
}

function target(from: string, specifier: string): string {
  const name = specifier.replace(/\?.*$/, '')
  if (name.startsWith('.')) return path.posix.join(path.posix.dirname(from), name)
  if (name.startsWith('#')) return name.slice(1)
  return name.startsWith('node:') ? name : `npm:${name}`
}

/** The first import cycle, or null. */
function circle(graph: Map<string, string[]>): string[] | null {
  const done = new Set<string>()
  function walk(file: string, trail: string[]): string[] | null {
    if (trail.includes(file)) return [...trail.slice(trail.indexOf(file)), file]
    if (done.has(file)) return null
    for (const next of graph.get(file) ?? []) {
      const found = walk(next, [...trail, file])
      if (found) return found
    }
    done.add(file)
    return null
  }
  for (const file of graph.keys()) {
    const found = walk(file, [])
    if (found) return found
  }
  return null
}

/** Which features of the portal use which. */
function portalFeatures(graph: Map<string, string[]>): Map<string, string[]> {
  const name = (file: string) => /^portal\/features\/([^/]+)\//.exec(file)?.[1]
  const uses = new Map<string, string[]>()
  for (const [file, targets] of graph) {
    const from = name(file)
    const others = targets.map(name).filter((to) => to !== undefined)
    if (!from || isTest(file)) continue
    uses.set(from, [...(uses.get(from) ?? []), ...others.filter((to) => to !== from)])
  }
  return uses
}

const SKIPPED = /(^|\/)(node_modules|dist|\.cache|\.data|\.git|test-results)$/
function find(pattern: string): string[] {
  return globSync(pattern, {
    cwd: import.meta.dirname,
    exclude: (name) => SKIPPED.test(name),
    withFileTypes: false,
  }).sort()
}
const read = (file: string) => readFileSync(path.join(import.meta.dirname, file), 'utf8')
const sources = find('**/*.{ts,tsx}')
const graph = new Map(sources.map((file) => [file, importsOf(file, read(file))]))

describe('the arrows', () => {
  test('allow every import of every file', () => {
    const wrong = [...graph].flatMap(([from, targets]) => targets.map((to) => forbidden(from, to)))
    expect(wrong.filter((each) => each !== null)).toEqual([])
  })

  test('find imports at all', () => {
    const between = [...graph.values()].flat().filter((to) => graph.has(to))
    expect(between.length).toBeGreaterThan(sources.length / 2)
  })

  test('reach the fast lane of the database only by its door', () => {
    const inside = (file: string) => file.startsWith('server/database/fast-lane/')
    const passed = [...graph].flatMap(([from, targets]) =>
      targets.filter((to) => inside(to) && !inside(from) && to !== 'server/database/fast-lane/fast-lane.ts'),
    )
    expect(passed).toEqual([])
    expect(graph.get('server/database/connection/connect.ts')).toContain(
      'server/database/fast-lane/fast-lane.ts',
    )
  })

  test('contain no import cycles', () => {
    expect(circle(graph)).toBeNull()
  })

  test('allow no cycle between features of the portal', () => {
    const features = portalFeatures(graph)
    expect([...features.values()].flat().length).toBeGreaterThan(0)
    expect(circle(features)).toBeNull()
  })

  test('describe each export of a public.ts of the portal', () => {
    const wrong = find('portal/features/*/public.ts').filter(
      (file) => !/^(\/\*\* .+ \*\/\nexport (type )?\{[^}*]+\} from '\.\/[^']+'\n)+$/.test(read(file)),
    )
    expect(wrong).toEqual([])
  })

  test.each([
    ['domain/orders/status.ts', 'node:fs'],
    ['domain/orders/status.ts', 'npm:zod'],
    ['domain/orders/status.ts', 'contract/orders.ts'],
    ['contract/orders.ts', 'server/http/app.ts'],
    ['contract/orders.ts', 'node:crypto'],
    ['adapters/files/disk.ts', 'contract/errors.ts'],
    ['adapters/files/disk.ts', 'adapters/laboratory/port.ts'],
    ['adapters/files/disk.ts', 'server/start/config.ts'],
    ['adapters/files/disk.ts', 'adapters/hl7/message.ts'],
    ['adapters/hl7/message.ts', 'adapters/laboratory/port.ts'],
    ['adapters/ehr/port.ts', 'adapters/laboratory/port.ts'],
    ['simulators/laboratory/main.ts', 'server/database/connection/connect.ts'],
    ['simulators/laboratory/main.ts', 'simulators/payer/main.ts'],
    ['conformance/run.ts', 'server/start/config.ts'],
    ['ui/table.tsx', 'contract/orders.ts'],
    ['ui/table.tsx', 'portal/api.ts'],
    ['portal/api.ts', 'appointment/main.tsx'],
    ['portal/api.ts', 'server/http/handlers.ts'],
    ['portal/api.ts', 'node:fs'],
    ['portal/api.ts', 'portal/features/orders/public.ts'],
    ['portal/order/words.ts', 'portal/features/reports/public.ts'],
    ['portal/frame/Frame.tsx', 'portal/pages/order/OrderPage.tsx'],
    ['portal/session/session.ts', 'portal/routes.tsx'],
    ['portal/features/reports/ReportsCard.tsx', 'portal/features/documents/DocumentsCard.tsx'],
    ['portal/features/reports/ReportsCard.tsx', 'portal/features/coverage/coverage.module.css'],
    ['portal/features/reports/ReportsCard.tsx', 'portal/pages/order/OrderPage.tsx'],
    ['portal/features/reports/ReportsCard.tsx', 'portal/routes.tsx'],
    ['portal/pages/order/OrderPage.tsx', 'portal/features/reports/ReportsCard.tsx'],
    ['portal/pages/order/OrderPage.tsx', 'portal/pages/sample/SamplePage.tsx'],
    ['portal/routes.tsx', 'portal/features/orders/OrderTable.tsx'],
    ['portal/features/orders/list.test.ts', 'portal/features/create/draft/points.ts'],
    ['server/features/orders/service.ts', 'server/features/catalogue/store.ts'],
    ['server/features/orders/service.ts', 'adapters/files/disk.ts'],
    ['server/features/orders/service.ts', 'server/http/app.ts'],
    ['server/features/orders/service.ts', 'server/main.ts'],
    ['server/features/orders/service.ts', 'server/testing/database.ts'],
    ['server/database/connection/connect.ts', 'server/features/orders/public.ts'],
    ['server/jobs/deliver.ts', 'adapters/laboratory/connect.ts'],
    ['server/http/app.ts', 'adapters/files/disk.ts'],
    ['server/http/app.ts', 'portal/api.ts'],
    ['domain/orders/status.test.ts', 'server/http/app.ts'],
    ['portal/api.test.ts', 'server/http/app.ts'],
    ['adapters/files/disk.test.ts', 'adapters/laboratory/port.ts'],
    ['elsewhere/file.ts', 'domain/lookups.ts'],
  ])('forbid %s to import %s', (from, to) => {
    expect(forbidden(from, to)).toContain(from)
  })

  test.each([
    ['server/features/orders/service.ts', 'server/features/catalogue/public.ts'],
    ['server/features/orders/service.ts', 'adapters/files/port.ts'],
    ['portal/features/orders/OrdersPage.tsx', 'portal/order/words.ts'],
    ['portal/features/treatments/TreatmentPage.tsx', 'portal/features/reports/public.ts'],
    ['portal/pages/order/OrderPage.tsx', 'portal/features/reports/public.ts'],
    ['portal/routes.tsx', 'portal/pages/order/OrderPage.tsx'],
    ['portal/routes.tsx', 'portal/features/kits/search-params.ts'],
    ['server/main.ts', 'adapters/files/disk.ts'],
    ['adapters/laboratory/codec.ts', 'adapters/hl7/message.ts'],
    ['server/flow.test.ts', 'adapters/files/disk.ts'],
    ['simulators/laboratory/main.ts', 'adapters/laboratory/codec.ts'],
    ['adapters/files/disk.test.ts', 'server/testing/database.ts'],
    ['domain/orders/status.test.ts', 'npm:vitest'],
  ])('allow %s to import %s', (from, to) => {
    expect(forbidden(from, to)).toBeNull()
  })

  test('recognize all kinds of import', () => {
    const text = [
      `import './a.ts'`,
      `import b, {\n  type B,\n} from "../b.ts"`,
      `import type { C } from '#domain/c.ts'`,
      `export * from './d.ts'`,
      `export type { E } from 'e/sub'`,
      `const f = await import('node:fs')`,
      `type G = ${'import'}('./g.ts').G`,
      `export const text = 'from'`,
      `import style from './h.css?inline'`,
    ].join('\n')
    expect(importsOf('portal/x/file.ts', text)).toEqual([
      'portal/x/a.ts',
      'portal/b.ts',
      'domain/c.ts',
      'portal/x/d.ts',
      'npm:e/sub',
      'node:fs',
      'portal/x/g.ts',
      'portal/x/h.css',
    ])
  })

  test('detect features of the portal that import each other in a cycle', () => {
    const links: [string, string[]][] = [
      ['portal/features/a/One.tsx', ['portal/features/b/public.ts', 'portal/features/a/two.ts']],
      ['portal/features/b/Two.tsx', ['portal/order/words.ts', 'portal/features/a/public.ts']],
      ['portal/features/b/two.test.ts', ['portal/features/c/public.ts']],
    ]
    expect(circle(portalFeatures(new Map(links)))).toEqual(['a', 'b', 'a'])
  })

  test('detect a cycle', () => {
    const links = { a: ['b', 'npm:x'], b: ['c'], c: ['d', 'b'], d: [] }
    expect(circle(new Map(Object.entries(links)))).toEqual(['b', 'c', 'b'])
  })
})

describe('the source tree', () => {
  test('has no file longer than 400 lines', () => {
    const long = find('**/*.{ts,tsx,mjs,css,sql}').filter(
      (file) => read(file).trimEnd().split('\n').length > 400,
    )
    expect(long).toEqual([])
  })

  test('has default exports only in route modules and configuration files', () => {
    const allowed = /\.config\.ts$|^e2e\/first-start\.ts$|^(portal|appointment|catalogue)\/.*Page\.tsx$/
    const wrong = sources.filter(
      (file) => /^export default|^export \{[^}]*\bas default\b/m.test(read(file)) && !allowed.test(file),
    )
    expect(wrong).toEqual([])
  })

  test('names no package registry', () => {
    const hosts = new RegExp(
      ['registry\\.(npmjs|yarnpkg)', 'npm\\.pkg\\.github', '"resolved": "http'].join('|'),
    )
    const texts = find('**/*').filter((file) =>
      /\.(m?[jt]sx?|json|md|css|sql|html|yml|sh)$|\.npmrc$|\.ci\/run$/.test(file),
    )
    expect(
      [...texts, ...find('.ci/*')].filter((file) => file !== 'arrows.test.ts' && hosts.test(read(file))),
    ).toEqual([])
  })

  test('has at most twenty-one commands in package.json', () => {
    const scripts = Object.keys(JSON.parse(read('package.json')).scripts)
    const preparing = scripts.filter((name) => name.startsWith('pre') && scripts.includes(name.slice(3)))
    expect(scripts.length - preparing.length).toBeLessThanOrEqual(21)
  })
})
