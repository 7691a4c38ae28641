import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { TestProject } from 'vitest/node'

declare module 'vitest' {
  interface ProvidedContext {
    /** Directory of a first start's data, created when first requested (first-start.ts). */
    firstStart: string
  }
}

let dir = ''

/** Vitest calls both. */
export async function setup(project: TestProject): Promise<void> {
  dir = await mkdtemp(path.join(tmpdir(), 'karyo-first-start-'))
  project.provide('firstStart', dir)
}

export async function teardown(): Promise<void> {
  await rm(dir, { recursive: true, force: true })
}
