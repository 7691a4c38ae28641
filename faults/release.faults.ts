import { execFile } from 'node:child_process'
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { MAIN_FONTS, SCRIPT_FONTS } from '#adapters/pdf/fonts.ts'
import { VERSION } from '#server/start/version.ts'
import { cycloneDx } from './cyclonedx.ts'

const run = promisify(execFile)
const ROOT = path.resolve(import.meta.dirname, '..')
const OUT = path.join(ROOT, '.cache/release')
const base = `karyo-${VERSION}-${process.platform}-${process.arch}`

/** Starts the portal from the archive, waits until it is ready, asks for pages, and stops it. */
const DRIVER = `
const { spawn } = require('node:child_process')
const child = spawn('./karyo', ['start'], { stdio: ['ignore', 'pipe', 'inherit'] })
let printed = ''
child.stdout.on('data', (text) => { printed += text })
const port = process.env.PORT
const text = async (path) => (await fetch('http://localhost:' + port + path)).text()
const until = Date.now() + 180000
;(async () => {
  for (;;) {
    const health = await text('/healthz').then(JSON.parse).catch(() => undefined)
    if (health?.status === 'ready') {
      const registry = await fetch('http://192.0.2.1/', { signal: AbortSignal.timeout(1000) }).then(() => 'reached', () => 'out of reach')
      const pages = await Promise.all(['/', '/catalogue/', '/gc-appointment-form', '/api/docs'].map(text))
      process.stdout.write(JSON.stringify({ health, registry, pages: pages.map((one) => one.length) }))
      child.kill('SIGTERM')
      return
    }
    if (child.exitCode !== null || Date.now() > until) { process.stderr.write(printed); process.exit(1) }
    await new Promise((resolve) => setTimeout(resolve, 200))
  }
})()
`

let dir: string
beforeAll(async () => {
  dir = await mkdtemp(path.join(tmpdir(), 'karyo-release-'))
  await run(process.execPath, [path.join(ROOT, 'scripts/release.ts')], { cwd: ROOT })
  await run('tar', ['-xzf', path.join(OUT, `${base}.tar.gz`), '-C', dir])
})
afterAll(() => rm(dir, { recursive: true, force: true }))

test('[OPS-12] a release is one archive with checksums, notes and a bill of materials that names every package in it', async () => {
  expect((await readdir(OUT)).toSorted()).toEqual(
    ['SHA256SUMS', ...['cdx.json', 'notes.md', 'tar.gz'].map((end) => `${base}.${end}`)].toSorted(),
  )
  const { stdout } = await run('sha256sum', ['--check', 'SHA256SUMS'], { cwd: OUT })
  expect(stdout.match(/: OK$/gm)).toHaveLength(3)
  expect(await readFile(path.join(OUT, `${base}.notes.md`), 'utf8')).toMatch(
    new RegExp(`^# Karyo ${VERSION}\\n`),
  )

  const bill = JSON.parse(await readFile(path.join(dir, base, 'sbom.cdx.json'), 'utf8'))
  expect(cycloneDx.safeParse(bill).error).toBeUndefined()
  expect(bill.metadata.component.name).toBe('karyo')
  // What leads to a package that is not in it is no bill.
  expect(cycloneDx.safeParse({ ...bill, components: bill.components.slice(1) }).success).toBe(false)
  const named = new Set(bill.components.map((one: { purl: string }) => decodeURIComponent(one.purl)))
  const { packages } = JSON.parse(await readFile(path.join(dir, base, 'package-lock.json'), 'utf8'))
  const missing: string[] = []
  for (const file of await readdir(path.join(dir, base, 'node_modules'), { recursive: true })) {
    const folder = path.join('node_modules', path.dirname(file))
    if (path.basename(file) !== 'package.json' || packages[folder] === undefined) continue
    const { name, version } = JSON.parse(await readFile(path.join(dir, base, 'node_modules', file), 'utf8'))
    if (!named.has(`pkg:npm/${name}@${version}`)) missing.push(folder)
    if (packages[folder].dev) missing.push(`${folder} is for development only`)
  }
  expect(missing).toEqual([])
  expect(named.size).toBeGreaterThan(200)
})

test('it has the fonts of printed documents, and none of their other weights', async () => {
  const files = [...Object.values(MAIN_FONTS), ...SCRIPT_FONTS.map(({ file }) => file)]
  const fonts = path.join('node_modules', '@expo-google-fonts')
  const inArchive = await readdir(path.join(dir, base, fonts), { recursive: true })
  expect(inArchive.filter((file) => /\.ttf(\.png)?$/.test(file)).toSorted()).toEqual(
    files.map((file) => path.relative(path.join(ROOT, fonts), file)).toSorted(),
  )
})

test('its links lead nowhere but into itself, so that it runs on another machine', async () => {
  const { stdout } = await run('find', [path.join(dir, base), '-type', 'l', '-printf', '%l\\n'], {
    maxBuffer: 64 * 1024 * 1024,
  })
  const links = stdout.split('\n').filter(Boolean)
  expect(links.length).toBeGreaterThan(0)
  expect(links.filter((link) => path.isAbsolute(link))).toEqual([])
})

test('[OPS-12] it starts offline with nothing but the archive: no npm, no network, no Node of the machine', async () => {
  const root = path.join(dir, base)
  const driver = path.join(dir, 'driver.cjs')
  await writeFile(driver, DRIVER)
  const node = path.join(root, 'node_modules/node/bin/node')
  const environment = { PATH: '/usr/bin:/bin', PORT: '3999', DATA_DIR: path.join(dir, 'data'), HOME: dir }
  // A network namespace of its own has only itself. Without the right to make one, the rest is still tried.
  const isolated = ['--net', 'sh', '-c', 'ip link set lo up && exec "$0" "$1"', node, driver]
  const mayIsolate = await run('unshare', ['--net', 'true']).then(
    () => true,
    () => false,
  )
  const { stdout } = await run(mayIsolate ? 'unshare' : node, mayIsolate ? isolated : [driver], {
    ...{ cwd: root, env: environment },
  })
  const answered = JSON.parse(stdout)
  const commit = (await run('git', ['-C', ROOT, 'rev-parse', 'HEAD'])).stdout.slice(0, 12)
  expect(answered).toMatchObject({
    health: { status: 'ready', version: VERSION, commit },
    registry: 'out of reach',
  })
  expect(answered.pages.filter((length: number) => length < 500)).toEqual([])
})
