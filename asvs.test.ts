import { existsSync, globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

const text = readFileSync('docs/asvs.md', 'utf8')
/** `| 6.2.1 | 1 | … | met | … | … |` */
const rows = [
  ...text.matchAll(/^\| (\d+\.\d+\.\d+) \| ([123]) \| ([^|]+) \| ([^|]+) \| ([^|]+) \| ([^|]*) \|$/gm),
].map(([, id = '', level = '', , stands = '', , shown = '']) => ({ id, level, stands: stands.trim(), shown }))
/** ``- K7 `file` “title”`` */
const tests = new Map(
  [...text.matchAll(/^- (\w+): `([^`]+)` “([^”]+)”$/gm)].map(([, key = '', file = '', title = '']) => [
    key,
    { file, title },
  ]),
)

test('each requirement stands in the table once, and what is met is shown by a test or is a document', () => {
  expect(rows.length).toBeGreaterThan(180)
  expect(new Set(rows.map(({ id }) => id)).size).toBe(rows.length)
  const unshown = rows.filter(({ stands, shown }) => stands === 'met' && !/\w/.test(shown))
  expect(unshown).toEqual([])
})

test('every test that the table names is there', () => {
  const named = rows
    .flatMap(({ shown }) => shown.match(/\b[a-z]+\d*\b/g) ?? [])
    .filter((key) => key !== 'document')
  const missing = [...new Set(named)].filter((key) => {
    const one = tests.get(key)
    return !one || !existsSync(one.file) || !readFileSync(one.file, 'utf8').includes(one.title)
  })
  expect(missing).toEqual([])
})

test('the counts at its top are those of its rows', () => {
  const said = Object.fromEntries(
    [...text.matchAll(/^\| (met|not shown|not met|operator’s|not applicable) \| (\d+) \|/gm)].map(
      ([, what = '', count = '']) => [what, Number(count)],
    ),
  )
  for (const what of ['met', 'not shown', 'not met', 'operator’s'])
    expect([what, said[what]]).toEqual([what, rows.filter(({ stands }) => stands === what).length])
})

test('no request of ours follows a redirect, and all of them are known', () => {
  const sources = globSync(['server/**/*.ts', 'adapters/**/*.ts'], {
    exclude: (name) => /\.test\.ts$|^testing$|^node_modules$/.test(name),
  }).filter((file) => !/\.test\.ts$|\/testing\//.test(file))
  const asking = sources.flatMap((file) => {
    // A line that begins with `.fetch(` is a query’s.
    const [, ...after] = readFileSync(file, 'utf8').split(/(?<!^ *\.)\bfetch\(/m)
    return after.map((rest) => ({ file, follows: !rest.slice(0, 400).includes("redirect: 'error'") }))
  })
  expect(asking.filter(({ follows }) => follows)).toEqual([])
  expect([...new Set(asking.map(({ file }) => file))].sort()).toEqual([
    'adapters/clearinghouse/https.ts',
    'adapters/counseling-partner/https.ts',
    'adapters/identity/discovery.ts',
    'adapters/laboratory/fhir/client.ts',
    'adapters/npi-registry/registry-api.ts',
    'adapters/telemetry/sentry.ts',
  ])
})

/** Our own sources, without tests, by their path. */
function sourcesOf(...parts: string[]) {
  const files = parts.flatMap((part) => globSync(`${part}/**/*.{ts,tsx}`))
  return files
    .filter((file) => !/\.test\.tsx?$|\/testing\/|node_modules/.test(file))
    .map((file) => ({ file, source: readFileSync(file, 'utf8') }))
}
const naming = (pattern: RegExp, ...parts: string[]) =>
  sourcesOf(...parts)
    .filter(({ source }) => pattern.test(source))
    .map(({ file }) => file)
    .sort()

test('no shell is ever asked: programs are PostgreSQL’s and our own, with lists of arguments', () => {
  expect(naming(/child_process/, 'server', 'adapters')).toEqual([
    'server/database/cluster.ts',
    'server/database/embedded.ts',
    'server/database/processes.ts',
  ])
  expect(
    naming(
      /\bexec(Sync)?\(['"`]|shell: true|import \{[^}]*\bexec(Sync)?\b[^}]*\} from 'node:child_process'/,
      'server',
      'adapters',
    ),
  ).toEqual([])
})

test('no regular expression is made of what somebody sent', () => {
  // The laboratory's own patterns of member ids, a cookie's name, the separators of a message (escaped), and words of ours.
  expect(naming(/new RegExp\((?!['"])/, 'server', 'adapters', 'domain', 'contract')).toEqual([
    'adapters/identity/embedded/routes/interaction.ts',
    'adapters/laboratory/escapes.ts',
    'domain/coverage/payer.ts',
    'domain/log/redact.ts',
    'server/features/coverage/coverage-rows.ts',
  ])
})

test('no other hash than SHA-256 is used, alone or in an HMAC', () => {
  const hashing = sourcesOf('server', 'adapters', 'domain', 'contract').flatMap(({ source }) =>
    [...source.matchAll(/\bcreateH(?:ash|mac)\(([^,)]*)/g)].map(([, algorithm]) => algorithm),
  )
  expect(hashing.length).toBeGreaterThan(10)
  expect(new Set(hashing)).toEqual(new Set(["'sha256'"]))
})

test('the pages ask for nothing that browsers have given up: no plug-in, no frame of old, nothing run out of text', () => {
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
