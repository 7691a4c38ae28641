import { readFileSync, statSync } from 'node:fs'
import path from 'node:path'

interface Chunk {
  file: string
  imports?: string[]
  dynamicImports?: string[]
  css?: string[]
}

/** Vite's manifest, keyed by module, or by a generated name for shared chunks. */
type Manifest = Record<string, Chunk>

/** Bytes as served: compressed. */
export interface Weight {
  /** Before the page is usable. */
  script: number
  style: number
  /** What it may fetch later, when something is opened: scripts and styles. */
  later: number
}

/** The pages that the entry of a built site loads on demand. */
export function pagesOf(dist: string, entry: string): string[] {
  return (readManifest(dist)[entry]?.dynamicImports ?? []).filter(isPage)
}

/** What a browser fetches for the `entry` of a built site and, if it has several, for one of its pages. */
export function weightOf(dist: string, entry: string, page?: string): Weight {
  const manifest = readManifest(dist)
  const begin = page === undefined ? [entry] : [entry, page]
  const first = filesOf(chunksReachedFrom(manifest, begin, false))
  const all = filesOf(chunksReachedFrom(manifest, begin, true))
  const bytes = (files: ReadonlySet<string>) =>
    [...files].reduce((sum, file) => sum + servedBytes(path.join(dist, file)), 0)
  const script = bytes(first.scripts)
  const style = bytes(first.styles)
  return { script, style, later: bytes(all.scripts) + bytes(all.styles) - script - style }
}

const isPage = (module: string) => module.endsWith('Page.tsx')

function readManifest(dist: string): Manifest {
  return JSON.parse(readFileSync(path.join(dist, '.vite/manifest.json'), 'utf8'))
}

/**
 * These chunks and everything they load immediately; with `lazy`, also what they may load later, except other
 * pages.
 */
function chunksReachedFrom(manifest: Manifest, begin: readonly string[], lazy: boolean): Chunk[] {
  const found = new Map<string, Chunk>()
  const look = (key: string) => {
    const chunk = manifest[key]
    if (!chunk || found.has(key)) return
    found.set(key, chunk)
    chunk.imports?.forEach(look)
    if (lazy) chunk.dynamicImports?.filter((one) => !isPage(one)).forEach(look)
  }
  begin.forEach(look)
  return [...found.values()]
}

function filesOf(chunks: readonly Chunk[]) {
  return {
    scripts: new Set(chunks.map(({ file }) => file).filter((file) => file.endsWith('.js'))),
    styles: new Set(chunks.flatMap(({ css = [] }) => css)),
  }
}

/** Written by precompress.ts. */
function servedBytes(file: string): number {
  return statSync(`${file}.br`).size
}
