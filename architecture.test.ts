import { existsSync, globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'

const cwd = import.meta.dirname
const documents = ['docs/architecture.md', 'README.md', 'CONTRIBUTING.md'].filter((file) =>
  existsSync(path.join(cwd, file)),
)

/**
 * A file with an extension, or a folder with a trailing slash; excludes URLs (`/api/docs`) and what a run
 * creates (`.data/`).
 */
const PATH =
  /^(?![/*]|(\.data|\.cache|node_modules)\/)[\w.*/-]+(\/|\.(ts|tsx|js|mjs|css|sql|md|json|csv|html|png))$/

/** The paths in backquotes, without duplicates, outside of code blocks. */
function pathsIn(text: string): string[] {
  const quoted = text.replaceAll(/^```[\s\S]*?^```$/gm, '').matchAll(/`([^`\n]+)`/g)
  return [...new Set([...quoted].map(([, words = '']) => words))].filter((words) => PATH.test(words))
}

const pathsOf = (file: string) => pathsIn(readFileSync(path.join(cwd, file), 'utf8'))
const isThere = (one: string) =>
  one.includes('*') ? globSync(one, { cwd }).length > 0 : existsSync(path.join(cwd, one))

test.each(documents)('every path that %s names exists', (file) => {
  expect(pathsOf(file).filter((one) => !isThere(one))).toEqual([])
})

test('finds paths, and notices one that does not exist', () => {
  expect(pathsOf('docs/architecture.md').length).toBeGreaterThan(60)
  expect(pathsOf('README.md')).toContain('domain/')
  const text = '`a/b.ts`, `c/`, `d/*/e.ts`\n```\n`f/g.ts`\n```\n`npm test`, `/api/h`, `*.test.ts`, `i.j`'
  expect(pathsIn(text)).toEqual(['a/b.ts', 'c/', 'd/*/e.ts'])
  expect(pathsIn(text).some(isThere)).toBe(false)
})
