import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { parseAst } from 'vite'
import { expect, test } from 'vitest'

/** The table at the end of the glossary: each word with its replacement. */
const RETIRED: Readonly<Record<string, string>> = Object.fromEntries(
  [
    ...readFileSync(path.join(import.meta.dirname, 'docs/glossary.md'), 'utf8')
      .replace(/[\s\S]*## Retired words/, '')
      .matchAll(/^\| ([a-z, ]+) \| (.+) \|$/gm),
  ]
    .filter(([, words]) => words !== 'word')
    .flatMap(([, words = '', instead = '']) => words.split(', ').map((word) => [word, instead])),
)

const SKIPPED = /(^|\/)(node_modules|dist|\.cache|\.data|\.git|test-results)$/
const files = globSync('**/*.{ts,tsx}', {
  cwd: import.meta.dirname,
  exclude: (name) => SKIPPED.test(String(name)),
}).sort()

/** Type members in these files are JSON keys or columns. */
const WIRE = /^contract\/|^server\/database\/.*tables\.ts$|^server\/database\/schema\//

interface Node {
  type: string
  [key: string]: unknown
}

const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && typeof (value as Node).type === 'string'

/** The names that a pattern declares: `a`, `{ a: b }`, `[a]`, `a = 1`, `...a`. */
function namesOf(pattern: unknown): string[] {
  if (!isNode(pattern)) return []
  const { type } = pattern
  if (type === 'Identifier') return [pattern.name as string]
  if (type === 'ObjectPattern')
    return (pattern.properties as Node[]).flatMap((one) => namesOf(one.value ?? one.argument))
  if (type === 'ArrayPattern') return (pattern.elements as unknown[]).flatMap(namesOf)
  if (type === 'AssignmentPattern') return namesOf(pattern.left)
  if (type === 'RestElement' || type === 'TSParameterProperty')
    return namesOf(pattern.argument ?? pattern.parameter)
  return []
}

/** All names that a file declares. */
function declared(file: string): string[] {
  const names: string[] = []
  const walk = (node: Node) => {
    if (node.type === 'VariableDeclarator') names.push(...namesOf(node.id))
    if (Array.isArray(node.params) && node.type !== 'TSTypeParameterInstantiation')
      names.push(...(node.params as unknown[]).flatMap(namesOf))
    if (
      /^(FunctionDeclaration|ClassDeclaration|TSInterfaceDeclaration|TSTypeAliasDeclaration)$/.test(node.type)
    )
      names.push(...namesOf(node.id))
    if (
      /^(TSPropertySignature|TSMethodSignature|PropertyDefinition|MethodDefinition)$/.test(node.type) &&
      !WIRE.test(file)
    )
      names.push(...namesOf(node.key))
    for (const value of Object.values(node)) {
      if (isNode(value)) walk(value)
      else if (Array.isArray(value)) for (const one of value) if (isNode(one)) walk(one)
    }
  }
  const text = readFileSync(path.join(import.meta.dirname, file), 'utf8')
  walk(parseAst(text, { lang: file.endsWith('x') ? 'tsx' : 'ts' }) as unknown as Node)
  return names
}

/** The words in a name: `heldAt`, `HELD_AT` and `held-at` consist of `held` and `at`. */
const wordsOf = (name: string) =>
  name
    .replaceAll(/([a-z0-9])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .split(/[^a-z0-9]+/)

const retiredIn = (name: string) => wordsOf(name).filter((word) => Object.hasOwn(RETIRED, word))

test('no name contains a retired word', () => {
  const found = files.flatMap((file) =>
    [...new Set(declared(file))].flatMap((name) =>
      name.includes('_') && name === name.toLowerCase()
        ? []
        : retiredIn(name).map((word) => `${file}: ${name} (${RETIRED[word]})`),
    ),
  )
  expect(found).toEqual([])
})

test('no file name does', () => {
  const found = files.flatMap((file) =>
    retiredIn(path.basename(file)).map((word) => `${file} (${RETIRED[word]})`),
  )
  expect(found).toEqual([])
})

test('finds names and words at all', () => {
  expect(RETIRED).toMatchObject({ said: expect.any(String), stood: 'baseline' })
  expect(declared('retired-words.test.ts')).toEqual(
    expect.arrayContaining(['SKIPPED', 'isNode', 'pattern', 'type']),
  )
})
