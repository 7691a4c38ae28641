import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { parseAst } from 'vite'
import { describe, expect, test } from 'vitest'
import { checkFamily } from '#domain/family/checks.ts'
import { kinship } from '#domain/family/kinship.ts'
import { relations } from '#domain/family/relation.ts'
import { relationInWords } from '#domain/family/relation-words.ts'
import { sentencesOf } from '#domain/family/sentences.ts'
import { family } from '#domain/family/testing/families.ts'
import { HABSBURGS } from '#domain/family/testing/habsburgs.ts'

/** Whatever says that somebody is not the parent they are held for. */
const NON_PATERNITY =
  /patern(al )?ity|not the (genetic |biological )?(father|mother|parent)|misattributed|illegitimate|real father/i

interface Node {
  type: string
  [key: string]: unknown
}

const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && typeof (value as Node).type === 'string'

/** Every string, part of a template and text between tags: a user may read it. Comments are for engineers. */
function textsIn(source: string): string[] {
  const texts: unknown[] = []
  const walk = (node: Node) => {
    if (node.type === 'Literal' || node.type === 'JSXText') texts.push(node.value)
    if (node.type === 'TemplateElement') texts.push((node.value as { cooked: string }).cooked)
    for (const value of Object.values(node).flat()) if (isNode(value)) walk(value)
  }
  walk(parseAst(source, { lang: 'tsx' }) as unknown as Node)
  return texts.filter((text) => typeof text === 'string').map((text) => text.replaceAll(/\s+/g, ' '))
}

test('reads a text in whatever quotes and over several lines, and no comment', () => {
  const source = `// A comment\nconst a = "one's"; const b = \`two \${a} three\`
    const c = <p title="four">five\n      six</p>`
  expect(textsIn(source).map((text) => text.trim())).toEqual(["one's", 'two', 'three', 'four', 'five six'])
})

describe('[FAM-06] what a family says of its people', () => {
  test.each([
    ['Mariana', 'Philip IV', 'niece'],
    ['Anna of Austria', 'Philip II', 'niece'],
    ['Margarita', 'Philip III', 'first cousin once removed'],
    ['Joanna', 'Charles V', 'mother'],
    ['Maria', 'Philip II', 'sister'],
  ])('%s is %s’s %s, as in the genealogies', (member, of, words) => {
    const gender = HABSBURGS.people.find(({ key }) => key === member)?.gender ?? ''
    expect(relationInWords(relations(HABSBURGS).of(member, of), gender)).toContain(words)
  })

  test('degree, kinship and inbreeding are as published', () => {
    const known = kinship(HABSBURGS)
    expect(known.degree('Charles V', 'Philip II')).toBe(1)
    expect(known.degree('Christina', 'Charles V')).toBe(2)
    expect(known.inbreeding('Charles II')).toBeCloseTo(0.231, 3)
    expect(known.between('Philip IV', 'Mariana')).toBeCloseTo(0.231, 3)
  })

  test('what cannot be stops, what is unlikely warns, and neither says why it may be so', () => {
    const severities = (...lines: Parameters<typeof family>) =>
      checkFamily(family(...lines)).map(({ severity, rule }) => `${severity} ${rule}`)
    expect(severities(['a', 'man', ['a', 'b']], ['b', 'woman'])).toContain('error own-ancestor')
    expect(severities(['a', 'man', undefined, { born: '1990', diedOn: '1980', life: 'dead' }])).toContain(
      'error died-before-birth',
    )
    const late = severities(
      ['f', 'man', undefined, { born: '1900' }],
      ['m', 'woman', undefined, { born: '1900' }],
      ['c', 'man', ['f', 'm'], { born: '1990' }],
    )
    expect(late.length).toBeGreaterThan(0)
    expect(late.every((one) => one.startsWith('warning '))).toBe(true)
  })

  test('no text of a family’s screens, checks, letters or refusals, and no sentence, tells of non-paternity', () => {
    const root = path.join(import.meta.dirname, '../../..')
    const files = globSync(
      [
        'portal/features/families/**/*.{ts,tsx}',
        'portal/pages/family/*.{ts,tsx}',
        'domain/family/**/*.ts',
        'contract/famil*.ts',
        'server/features/families/**/*.ts',
      ],
      { cwd: root, exclude: ['**/*.test.*'] },
    )
    expect(files.length).toBeGreaterThan(100)
    const found = files.flatMap((file) =>
      textsIn(readFileSync(path.join(root, file), 'utf8'))
        .filter((words) => NON_PATERNITY.test(words))
        .map((words) => `${file}: ${words}`),
    )
    expect(found).toEqual([])
    const sentences = [...sentencesOf(HABSBURGS, () => '').values()].map(({ sentence }) => sentence)
    expect(sentences.filter((sentence) => NON_PATERNITY.test(sentence))).toEqual([])
  })
})
