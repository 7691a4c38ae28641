import { execFile } from 'node:child_process'
import { access, mkdir, mkdtemp, readFile, rename, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { promisify } from 'node:util'
import type { LaunchOptions } from '@playwright/test'

const root = path.resolve(import.meta.dirname, '..')
const packed = path.join(root, 'node_modules/@sparticuz/chromium')

/** Browser features that no test needs, many of which would call out to the Internet. */
const QUIET = [
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-default-apps',
  '--disable-domain-reliability',
  '--disable-sync',
  '--metrics-recording-only',
  '--no-first-run',
  '--no-pings',
]

/**
 * How Playwright starts the browser: on Linux x64 the Chromium in the npm package `@sparticuz/chromium`,
 * unpacked once into `.cache`; elsewhere the system's Chrome.
 */
export async function browserOptions(): Promise<LaunchOptions> {
  if (process.platform !== 'linux' || process.arch !== 'x64') return { channel: 'chrome', args: QUIET }
  const dir = await unpack()
  const executablePath = path.join(dir, 'chromium')
  const { stdout } = await promisify(execFile)('ldd', [executablePath])
  // The package includes NSS and expat, which a bare server does not have.
  const libraries = /not found/.test(stdout) ? { LD_LIBRARY_PATH: path.join(dir, 'al2023/lib') } : {}
  const env = { ...process.env, ...libraries, FONTCONFIG_FILE: path.join(dir, 'fonts.conf') }
  return { executablePath, args: [...QUIET, '--font-render-hinting=none'], chromiumSandbox: false, env }
}

async function unpack(): Promise<string> {
  const { version } = JSON.parse(await readFile(path.join(packed, 'package.json'), 'utf8'))
  const dir = path.join(root, '.cache', `chromium-${version}`)
  if (await exists(dir)) return dir
  await mkdir(path.dirname(dir), { recursive: true })
  const unfinished = await mkdtemp(`${dir}-`)
  // The package unpacks into the temporary directory, and assumes that existing files there are complete.
  const before = process.env.TMPDIR
  process.env.TMPDIR = unfinished
  try {
    const { default: chromium, inflate } = await import('@sparticuz/chromium')
    await chromium.executablePath()
    await inflate(path.join(packed, 'bin/al2023.tar.br'))
  } finally {
    if (before === undefined) delete process.env.TMPDIR
    else process.env.TMPDIR = before
  }
  await writeFile(path.join(unfinished, 'fonts.conf'), fontsConf(dir))
  try {
    await rename(unfinished, dir)
  } catch (error) {
    // A concurrent run was faster.
    await rm(unfinished, { recursive: true })
    if (!(await exists(dir))) throw error
  }
  return dir
}

/** The same font on every system. */
function fontsConf(dir: string): string {
  return `<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig><dir>${dir}/fonts</dir><cachedir>${dir}/fonts-cache</cachedir></fontconfig>
`
}

function exists(file: string): Promise<boolean> {
  return access(file).then(
    () => true,
    () => false,
  )
}
