import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'
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

  test('no word on a screen, in a check or in a sentence tells of non-paternity', () => {
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
    // Comments are for engineers; what is quoted may be read by a user.
    const quoted = (text: string) => text.match(/'[^'\n]*'|`[^`]*`|>[^<{]+</g) ?? []
    const found = files.flatMap((file) =>
      quoted(readFileSync(path.join(root, file), 'utf8'))
        .filter((words) => NON_PATERNITY.test(words))
        .map((words) => `${file}: ${words}`),
    )
    expect(found).toEqual([])
    const sentences = [...sentencesOf(HABSBURGS, () => '').values()].map(({ sentence }) => sentence)
    expect(sentences.filter((sentence) => NON_PATERNITY.test(sentence))).toEqual([])
  })
})
