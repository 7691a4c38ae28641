import { existsSync, globSync, readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'

const text = readFileSync('docs/asvs.md', 'utf8')
/** `| 6.2.1 | 1 | … | met | … | … |` */
const rows = [
  ...text.matchAll(/^\| (\d+\.\d+\.\d+) \| ([123]) \| ([^|]+) \| ([^|]+) \| ([^|]+) \| ([^|]*) \|$/gm),
].map(([, id = '', level = '', , status = '', , evidence = '']) => ({
  id,
  level,
  status: status.trim(),
  evidence,
}))
/** ``- K7 `file` “title”`` */
const tests = new Map(
  [...text.matchAll(/^- (\w+): `([^`]+)` “([^”]+)”$/gm)].map(([, key = '', file = '', title = '']) => [
    key,
    { file, title },
  ]),
)

test('each requirement is in the table once, with a test or document if it is met', () => {
  expect(rows.length).toBeGreaterThan(180)
  expect(new Set(rows.map(({ id }) => id)).size).toBe(rows.length)
  const untested = rows.filter(({ status, evidence }) => status === 'met' && !/\w/.test(evidence))
  expect(untested).toEqual([])
})

/** Whether `npm test` runs a file: unit tests by their pattern, and journeys in a browser. */
const isRun = (file: string) =>
  (/\.test\.tsx?$/.test(file) && !/(^|\/)(node_modules|dist|\.cache|\.data|faults|bench)\//.test(file)) ||
  /^e2e\/[^/]+\.test\.ts$/.test(file)
/** Modifiers that skip a test, or let it pass although it fails. */
const NOT_RUN = /\.(skip|skipIf|runIf|todo|fails|fixme)\b|@long/
/** The test call of a title: the last one that begins before it. */
function callBefore(source: string, at: number): string {
  const calls = [...source.slice(0, at).matchAll(/\b(?:test|it|describe)((?:\.\w+)*)\s*[(`]/g)]
  return calls.at(-1)?.[0] ?? ''
}
const collected = globSync('**/*.test.{ts,tsx}', {
  exclude: (name) => /^(node_modules|dist|\.cache|\.data|\.git)$/.test(name),
}).filter(isRun)
/** Requirement IDs in the titles of tests that run. */
const testedIds = new Set(
  collected.flatMap((file) =>
    [
      ...readFileSync(file, 'utf8').matchAll(
        /\b(?:test|it|describe)(?:\.each\b[^'"`]*?)?\(\s*['"`]\[([A-Z0-9 -]+)\]/g,
      ),
    ].flatMap(([, ids = '']) => ids.split(' ')),
  ),
)

/** Why the named evidence shows nothing; null if it does. */
function notShowing(name: string): string | null {
  if (/^[A-Z]+-\d+$/.test(name))
    return testedIds.has(name) ? null : `${name}: no test that runs has it in its title`
  const one = tests.get(name)
  if (!one) return `${name}: is not in the list`
  if (!existsSync(one.file) || !isRun(one.file)) return `${name}: npm test does not run ${one.file}`
  const source = readFileSync(one.file, 'utf8')
  const at = source.indexOf(one.title)
  if (at < 0) return `${name}: ${one.file} has no such test`
  return NOT_RUN.test(callBefore(source, at)) ||
    NOT_RUN.test(one.title) ||
    /describe\.(skip|todo)/.test(source)
    ? `${name}: is not run`
    : null
}
const namesIn = (text: string) => text.match(/\b([A-Z]+-\d+|[a-z]+\d*)\b/g) ?? []

test('every test named in the table exists and runs', () => {
  const named = rows.flatMap(({ evidence }) => namesIn(evidence)).filter((key) => key !== 'document')
  expect(new Set(named).size).toBeGreaterThan(100)
  expect([...new Set(named)].map(notShowing).filter(Boolean)).toEqual([])
})

test('the list of tests contains only those that are needed', () => {
  const named = new Set([...namesIn(text.slice(0, text.indexOf('\n## Tests'))), ...namesIn(security)])
  expect([...tests.keys()].filter((key) => !named.has(key))).toEqual([])
})

const security = readFileSync('docs/security.md', 'utf8')
const CLAIMING = [
  ...[
    'Who gets in',
    'Accounts of the embedded provider',
    'What they can do',
    'What users send',
    'What leaves',
  ],
  'The browser',
]
const MARK = /\[(shown: [^\]]+|not shown|document)\]/g
/** The claims in a section of docs/security.md, item by item. */
function claimsOf(section: string): string[] {
  const body = security.split(`\n## ${section}\n`)[1]?.split('\n## ')[0] ?? ''
  return body
    .split(/\n(?=- )/)
    .map((item) => item.trim())
    .filter(Boolean)
}

describe('docs/security.md', () => {
  test.each(CLAIMING)('in “%s” ends each claim with its evidence', (section) => {
    const claims = claimsOf(section)
    expect(claims.length).toBeGreaterThan(3)
    expect(claims.filter((claim) => !/\[(shown: [^\]]+|not shown|document)\]$/.test(claim))).toEqual([])
  })

  test('[SEC-20] whatever it names as showing a claim is a test that runs', () => {
    const named = [...security.matchAll(MARK)].flatMap(([, mark = '']) =>
      mark.startsWith('shown: ') ? mark.slice('shown: '.length).trim().split(/\s+/) : [],
    )
    const cells = [...security.matchAll(/^\|(?:[^|\n]*\|){3} ([^|\n]*) \|$/gm)]
      .map(([, cell = '']) => cell)
      .filter(
        (cell) => cell !== 'not shown' && cell !== 'shown by' && /^[\w -]+$/.test(cell) && !/^-+$/.test(cell),
      )
      .filter((cell) => security.indexOf(cell) > security.indexOf('\n## What takes much'))
      .flatMap((cell) => cell.split(' '))
    expect(named.length).toBeGreaterThan(120)
    expect([...new Set([...named, ...cells])].map(notShowing).filter(Boolean)).toEqual([])
  })
})

describe('evidence is rejected', () => {
  test.each([
    ['if the test is skipped', "describe('a', () => { it.skip('the door is shut', () => {}) })", true],
    ['if its table of cases is skipped', "test.skip.each([1])('the door is shut', () => {})", true],
    [
      'but not if it runs',
      "test.skip('x', () => {})\ntest.each([\n  ['a'],\n])('the door is shut', () => {})",
      false,
    ],
  ])('%s', (_what, source, skipped) => {
    expect(NOT_RUN.test(callBefore(source, source.indexOf('the door is shut')))).toBe(skipped)
  })

  test('if it does not exist, or npm test does not run it', () => {
    expect(notShowing('nosuchkey')).toContain('is not in the list')
    expect(notShowing('SEC-999')).toContain('no test that runs')
    expect(['faults/clock.faults.ts', 'e2e/app.ts', 'node_modules/a/b.test.ts'].some(isRun)).toBe(false)
  })
})

test('the counts at the top match the rows', () => {
  const counts = Object.fromEntries(
    [...text.matchAll(/^\| (met|not shown|not met|operator’s|not applicable) \| (\d+) \|/gm)].map(
      ([, what = '', count = '']) => [what, Number(count)],
    ),
  )
  for (const what of ['met', 'not shown', 'not met', 'operator’s'])
    expect([what, counts[what]]).toEqual([what, rows.filter(({ status }) => status === what).length])
})

test('no request of ours follows a redirect, and all requests are listed', () => {
  const sources = globSync(['server/**/*.ts', 'adapters/**/*.ts'], {
    exclude: (name) => /\.test\.ts$|^testing$|^node_modules$/.test(name),
  }).filter((file) => !/\.test\.ts$|\/testing\//.test(file))
  const fetchCalls = sources.flatMap((file) => {
    const [, ...after] = readFileSync(file, 'utf8').split(/\bfetch\(/)
    return after.map((rest) => ({ file, follows: !rest.slice(0, 400).includes("redirect: 'error'") }))
  })
  expect(fetchCalls.filter(({ follows }) => follows)).toEqual([])
  expect([...new Set(fetchCalls.map(({ file }) => file))].sort()).toEqual([
    'adapters/clearinghouse/https.ts',
    'adapters/counseling-partner/https.ts',
    'adapters/ehr/smart/fetch-json.ts',
    'adapters/http/bounded-fetch.ts',
    'adapters/identity/discovery.ts',
    'adapters/laboratory/fhir/client.ts',
    'adapters/npi-registry/registry-api.ts',
    'adapters/telemetry/sentry.ts',
    'server/commands/check.ts',
  ])
})

/** Our own sources, without tests, by path. */
function sourcesOf(...folders: string[]) {
  const files = folders.flatMap((folder) => globSync(`${folder}/**/*.{ts,tsx}`))
  return files
    .filter((file) => !/\.test\.tsx?$|\/testing\/|node_modules/.test(file))
    .map((file) => ({ file, source: readFileSync(file, 'utf8') }))
}
const naming = (pattern: RegExp, ...folders: string[]) =>
  sourcesOf(...folders)
    .filter(({ source }) => pattern.test(source))
    .map(({ file }) => file)
    .sort()

test('no shell is used: only PostgreSQL’s programs and our own, with argument lists', () => {
  expect(naming(/child_process/, 'server', 'adapters')).toEqual([
    'server/database/embedded/cluster.ts',
    'server/database/embedded/embedded.ts',
    'server/database/embedded/processes.ts',
  ])
  expect(
    naming(
      /\bexec(Sync)?\(['"`]|shell: true|import \{[^}]*\bexec(Sync)?\b[^}]*\} from 'node:child_process'/,
      'server',
      'adapters',
    ),
  ).toEqual([])
})

test('no regular expression is built from user input', () => {
  // Allowed: the laboratory's own patterns of member IDs, a cookie's name, the (escaped) delimiters of a
  // message, our own words, the names of scripts, and the letters of amino acids.
  expect(naming(/new RegExp\((?!['"])/, 'server', 'adapters', 'domain', 'contract')).toEqual([
    'adapters/hl7/escapes.ts',
    'adapters/identity/embedded/routes/interaction.ts',
    'adapters/pdf/fonts.ts',
    'domain/coverage/payer.ts',
    'domain/hgvs/protein.ts',
    'domain/log/redact.ts',
    'server/features/coverage/reference/coverage-rows.ts',
  ])
})

test('only SHA-256 is used as a hash, alone or in an HMAC', () => {
  const hashing = sourcesOf('server', 'adapters', 'domain', 'contract').flatMap(({ source }) =>
    [...source.matchAll(/\bcreateH(?:ash|mac)\(([^,)]*)/g)].map(([, algorithm]) => algorithm),
  )
  expect(hashing.length).toBeGreaterThan(10)
  expect(new Set(hashing)).toEqual(new Set(["'sha256'"]))
})

test('the pages use no obsolete browser features: plug-ins, old frames, code from text', () => {
  const old =
    /<(object|embed|applet|frameset|marquee)\b|document\.(write|domain)\b|\beval\(|new Function\(|javascript:/
  const files = globSync([
    '{portal,appointment,catalogue,ui}/**/*.{ts,tsx,html}',
    'adapters/identity/embedded/pages/*.ts',
  ])
  const found = files.filter(
    (file) => !/\.test\.tsx?$|\/dist\//.test(file) && old.test(readFileSync(file, 'utf8')),
  )
  expect(files.length).toBeGreaterThan(300)
  expect(found).toEqual([])
})
