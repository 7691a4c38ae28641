import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { parseAst } from 'vite'
import { expect, test } from 'vitest'

const PORTAL = import.meta.dirname
const components = globSync('**/*.tsx', {
  cwd: PORTAL,
  exclude: ['dist/**', '**/*.test.tsx', '**/testing/**'],
}).sort()

interface Node {
  type: string
  [key: string]: unknown
}

const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && typeof (value as Node).type === 'string'

function walk(node: Node, visit: (node: Node) => void): void {
  visit(node)
  for (const value of Object.values(node)) {
    if (isNode(value)) walk(value, visit)
    else if (Array.isArray(value)) for (const one of value) if (isNode(one)) walk(one, visit)
  }
}

/** Sentences and labels of several words: text between tags, and quoted attributes. */
function textsIn(file: string): string[] {
  const texts: string[] = []
  const source = readFileSync(path.join(PORTAL, file), 'utf8')
  walk(parseAst(source, { lang: 'tsx' }) as unknown as Node, (node) => {
    if (node.type === 'JSXText') texts.push(node.value as string)
    if (node.type !== 'JSXAttribute' || !isNode(node.name) || !isNode(node.value)) return
    if (typeof node.value.value === 'string' && /^[A-Z]/.test(node.value.value)) texts.push(node.value.value)
  })
  return texts
    .map((text) => text.trim().replaceAll(/\s+/g, ' '))
    .filter((text) => / /.test(text) && /[a-z]{2}/.test(text) && !/^Control/.test(text))
}

test('what a page says is in the texts.ts of its folder, not in its components', () => {
  expect(components.length).toBeGreaterThan(200)
  expect(components.flatMap((file) => textsIn(file).map((text) => `${file}: ${text}`))).toEqual([])
})
