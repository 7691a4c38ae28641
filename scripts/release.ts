// `npm run release`: builds once what is shipped and run without npm (docs/releases.md). Into .cache/release: the archive, its
// SBOM, the notes and SHA256SUMS.
import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { createReadStream, existsSync } from 'node:fs'
import { cp, mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { pipeline } from 'node:stream/promises'
import { promisify } from 'node:util'
import { z } from 'zod'

const run = promisify(execFile)
const MOST_OUTPUT = { maxBuffer: 64 * 1024 * 1024 }
const root = path.resolve(import.meta.dirname, '..')
const SITES = ['portal/dist', 'catalogue/dist', 'appointment/dist']

const lockFile = z.object({
  packages: z.record(
    z.string(),
    z.object({
      dev: z.boolean().optional(),
      devOptional: z.boolean().optional(),
      name: z.string().optional(),
      version: z.string().optional(),
    }),
  ),
})
/** CycloneDX, as npm writes it. */
const bill = z.looseObject({
  metadata: z.looseObject({ component: z.looseObject({ name: z.string(), 'bom-ref': z.string() }) }),
  components: z.array(z.looseObject({ purl: z.string(), 'bom-ref': z.string() })),
  dependencies: z.array(z.looseObject({ ref: z.string(), dependsOn: z.array(z.string()) })),
})

const say = (line: string) => process.stdout.write(`${line}\n`)
const git = async (...args: string[]) => (await run('git', ['-C', root, ...args], MOST_OUTPUT)).stdout.trim()

interface Shipped {
  /** In node_modules. */
  folder: string
  /** As a package URL, decoded: `pkg:npm/zod@4.6.7`. */
  purl: string
}

/** The packages that the portal needs to run on this platform. */
async function shippedPackages(): Promise<Shipped[]> {
  const { packages } = lockFile.parse(
    JSON.parse(await readFile(path.join(root, 'package-lock.json'), 'utf8')),
  )
  return Object.entries(packages).flatMap(([folder, { dev, devOptional, version, name }]) => {
    if (folder === '' || dev || devOptional || !existsSync(path.join(root, folder))) return []
    return [{ folder, purl: `pkg:npm/${name ?? folder.split('node_modules/').at(-1)}@${version}` }]
  })
}

/**
 * The bill of materials of what is shipped. npm's own `--omit=dev` leaves out packages that a development package needs too, so
 * everything is asked for and what is not shipped is taken away.
 */
async function billOfMaterials(name: string, shipped: readonly Shipped[]): Promise<string> {
  const args = ['sbom', '--sbom-format=cyclonedx', '--sbom-type=application', '--package-lock-only']
  const { stdout } = await run('npm', args, { cwd: root, ...MOST_OUTPUT })
  const { components, dependencies, metadata, ...more } = bill.parse(JSON.parse(stdout))
  const purls = new Set(shipped.map(({ purl }) => purl))
  const kept = components.filter(({ purl }) => purls.has(decodeURIComponent(purl)))
  const refs = new Set([metadata.component['bom-ref'], ...kept.map((one) => one['bom-ref'])])
  const written = {
    ...{ ...more, metadata: { ...metadata, component: { ...metadata.component, name } }, components: kept },
    dependencies: dependencies
      .filter(({ ref }) => refs.has(ref))
      .map((one) => ({ ...one, dependsOn: one.dependsOn.filter((ref) => refs.has(ref)) })),
  }
  return `${JSON.stringify(written, null, 2)}\n`
}

/** The section of a version in docs/releases.md. */
async function notesOf(version: string): Promise<string> {
  const text = await readFile(path.join(root, 'docs/releases.md'), 'utf8')
  const [, section] = text.split(`\n## ${version}\n`)
  if (section === undefined)
    throw new Error(`docs/releases.md has no section "## ${version}": write the notes first.`)
  return `# Karyo ${version}\n${section.split('\n## ')[0]}`
}

async function sha256(file: string): Promise<string> {
  const hash = createHash('sha256')
  await pipeline(createReadStream(file), hash)
  return hash.digest('hex')
}

/** Everything that runs: the sources of the commit, the built sites, the packages, the bill of materials. */
async function stage(dir: string, sbom: string, shipped: readonly Shipped[]): Promise<void> {
  await mkdir(dir, { recursive: true })
  const sources = `${dir}.sources.tar`
  await git('archive', '--output', sources, 'HEAD')
  await run('tar', ['-xf', sources, '-C', dir])
  await rm(sources)
  for (const folder of [...SITES, ...shipped.map((one) => one.folder)])
    await cp(path.join(root, folder), path.join(dir, folder), {
      recursive: true,
      // Otherwise a link would lead into the folder where it was built.
      verbatimSymlinks: true,
      // A package inside another one is listed by itself.
      filter: (from) =>
        !folder.startsWith('node_modules') || !(isNested(from, folder) || UNUSED_WEIGHT.test(from)),
    })
  await cp(path.join(root, 'deploy/release/karyo'), path.join(dir, 'karyo'))
  await writeFile(path.join(dir, 'sbom.cdx.json'), sbom)
}

/** Of the nine weights that a font's package has, documents are printed in one, and in two of Inter (adapters/pdf/fonts.ts). */
const UNUSED_WEIGHT =
  /@expo-google-fonts\/(?:inter\/(?!(?:400Regular|600SemiBold)(?:\/|$))|noto-[\w-]+\/(?!400Regular(?:\/|$)))\d00\w+|\.ttf\.png$/

const isNested = (from: string, folder: string) =>
  path.relative(path.join(root, folder), from).split(path.sep).includes('node_modules')

async function release(): Promise<void> {
  const { name, version } = z
    .object({ name: z.string(), version: z.string() })
    .parse(JSON.parse(await readFile(path.join(root, 'package.json'), 'utf8')))
  if ((await git('status', '--porcelain', '--untracked-files=no')) !== '')
    throw new Error('Commit first: a release contains what the commit has.')
  const notes = await notesOf(version)
  const shipped = await shippedPackages()
  const sbom = await billOfMaterials(name, shipped)
  const out = path.join(root, '.cache/release')
  await rm(out, { recursive: true, force: true })
  const base = `${name}-${version}-${process.platform}-${process.arch}`
  await stage(path.join(out, base), sbom, shipped)
  const archive = `${base}.tar.gz`
  // The same commit gives the same archive, whoever builds it and when.
  await run(
    'tar',
    [
      ...['--sort=name', '--owner=0', '--group=0', '--numeric-owner', '--mode=u+rw,go=rX'],
      ...[`--mtime=@${await git('log', '-1', '--format=%ct')}`, '--use-compress-program=gzip -n'],
      ...['-cf', path.join(out, archive), '-C', out, base],
    ],
    MOST_OUTPUT,
  )
  await rm(path.join(out, base), { recursive: true })
  const files = { [archive]: null, [`${base}.cdx.json`]: sbom, [`${base}.notes.md`]: notes }
  const sums: string[] = []
  for (const [file, text] of Object.entries(files)) {
    if (text !== null) await writeFile(path.join(out, file), text)
    sums.push(`${await sha256(path.join(out, file))}  ${file}\n`)
  }
  await writeFile(path.join(out, 'SHA256SUMS'), sums.join(''))
  for (const file of [...Object.keys(files), 'SHA256SUMS']) say(path.join('.cache/release', file))
}

try {
  await release()
} catch (error) {
  say(error instanceof Error ? error.message : String(error))
  process.exitCode = 1
}
