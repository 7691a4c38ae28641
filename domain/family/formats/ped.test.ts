import { existsSync, readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { checkFamily } from '../checks.ts'
import { familyGraph } from '../graph.ts'
import { layoutFamily } from '../layout/layout.ts'
import { anyFamily } from '../testing/any-family.ts'
import { PED_CONDITION, type PedFamily, readPed, writePed } from './ped.ts'

/** `child: sperm egg sex status` of each person, by the ids of the file. */
function lines({ document }: PedFamily): string[] {
  const graph = familyGraph(document)
  const name = (key: string | null) => (key === null ? '-' : graph.members.get(key)?.firstName)
  return document.people.map((member) => {
    const { egg, sperm } = graph.geneticParents(member.key)
    const status = member.conditions[0]?.status ?? '-'
    return `${member.firstName}: ${name(sperm)} ${name(egg)} ${member.sexAtBirth || '-'} ${status}`
  })
}

test('reads a trio, with words or numbers, tabs or spaces', () => {
  const trio = ['child: dad mom Male affected', 'dad: - - Male unaffected', 'mom: - - Female -']
  const numbers = readPed('f\tchild\tdad\tmom\t1\t2\nf\tdad\t0\t0\t1\t1\nf\tmom\t-9\t-9\t2\t-9\n')
  const words = readPed(
    '#family id …\r\nf child dad mom male affected\r\nf dad . . male unaffected x y\r\nf mom 0 0 female 0',
  )
  expect(numbers.families.flatMap(lines)).toEqual(trio)
  expect(words.families.flatMap(lines)).toEqual(trio)
  expect([...numbers.remarks, ...words.remarks]).toEqual([])
})

test('remarks what is unusual, and reads the rest', () => {
  const { families, remarks } = readPed(
    [
      'f\tsecond child\tdad\tgrand ma\tX\t7',
      'f\tdad\t0\t0\t1\t1',
      'f\tdad\t0\t0\t2\t1',
      'too few',
      'g\talone\t0\talone\t2\t2',
    ].join('\n'),
  )
  expect(remarks).toEqual([
    { line: 1, rule: 'parent-without-line', value: 'grand ma' },
    { line: 1, rule: 'unknown-sex', value: 'X' },
    { line: 1, rule: 'unknown-status', value: '7' },
    { line: 3, rule: 'listed-twice', value: 'dad' },
    { line: 4, rule: 'too-few-columns', value: 'too few' },
  ])
  expect(families.flatMap(lines)).toEqual([
    'second child: dad grand ma - -',
    'dad: - - Male unaffected',
    'grand ma: - - Female -',
    'alone: - - Female affected',
  ])
  expect(families.map((one) => checkFamily(one.document).map((finding) => finding.rule))).toEqual([
    ['no-proband'],
    ['own-ancestor', 'no-proband'],
  ])
})

test('a family written and read again keeps genetic parents, sexes and status', () => {
  fc.assert(
    fc.property(anyFamily, (document) => {
      const people = document.people.map((member, place) => ({
        ...member,
        // Of people whose sex nobody recorded, PED cannot tell the father from the mother.
        ...{ firstName: member.key, twins: null, gender: place % 2 ? ('man' as const) : ('woman' as const) },
        pregnancy: null,
      }))
      const family = { ...document, people }
      const text = writePed(family, { id: 'f', idOf: (member) => member.key, condition: PED_CONDITION })
      const { families, remarks } = readPed(text)
      expect(remarks).toEqual([])
      const graph = familyGraph(family)
      const again = families[0]?.document ?? family
      const read = familyGraph(again)
      const nameOf = (key: string) => read.members.get(key)?.firstName ?? ''
      for (const member of again.people) {
        const parents = read.parentKeys(member.key).map(nameOf).sort()
        expect(parents).toEqual([...graph.parentKeys(member.firstName)].sort())
        expect(member.gender).toBe(graph.members.get(member.firstName)?.gender)
      }
    }),
  )
})

const SAMPLES = path.resolve(import.meta.dirname, '../../../../shared/samples/pedigree/ped')

describe.skipIf(!existsSync(SAMPLES))('files of others', () => {
  const files = existsSync(SAMPLES) ? readdirSync(SAMPLES) : []
  test.each(files)('%s: everybody is read and drawn once', (file) => {
    const text = readFileSync(path.join(SAMPLES, file), 'utf8')
    const { families, remarks } = readPed(text)
    const ids = new Set(
      text
        .split('\n')
        .filter((line) => line.trim() !== '' && !line.startsWith('#'))
        .map((line) => line.split('\t').slice(0, 2).join('\t')),
    )
    const unlisted = remarks.filter((remark) => remark.rule === 'parent-without-line')
    const people = families.flatMap((one) => one.document.people)
    expect(people).toHaveLength(ids.size + new Set(unlisted.map((remark) => remark.value)).size)
    for (const { document } of families)
      expect(layoutFamily(document).places.size).toBe(document.people.length)
  })
})
