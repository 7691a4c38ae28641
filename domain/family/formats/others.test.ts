import { existsSync, readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, test } from 'vitest'
import { familyGraph } from '../graph.ts'
import { layoutFamily } from '../layout/layout.ts'
import { relations } from '../relation.ts'
import { relationInWords } from '../relation-words.ts'
import type { ReadFamily } from './format.ts'
import { readFamilies } from './formats.ts'

const SAMPLES = path.resolve(import.meta.dirname, '../../../../shared/samples')
const PEDIGREES = path.join(SAMPLES, 'pedigree/ga4gh-fhir')
const PACKETS = path.join(SAMPLES, 'phenopackets/store')
const EXAMPLES = path.join(SAMPLES, 'fhir-r4-examples')
const PED = path.join(SAMPLES, 'pedigree/ped')

/** The families of a file, of which there must be some. */
function read(text: string): ReadFamily[] {
  const found = readFamilies(text)
  if ('problem' in found) throw new Error(found.problem)
  return found.families
}
/** What everybody is to the proband, in the order of the file. */
function words({ document }: ReadFamily): string[] {
  const graph = familyGraph(document)
  const proband = document.people.find((member) => member.isProband)?.key ?? ''
  return document.people.map(({ key, gender }) =>
    relationInWords(relations(document, graph).of(key, proband), gender),
  )
}
const rules = (family: ReadFamily | undefined) => family?.remarks.map(({ rule }) => rule)

describe.skipIf(!existsSync(SAMPLES))('files of others', () => {
  const pedigree = (pattern: RegExp) => {
    const files = readdirSync(PEDIGREES).filter((file) => pattern.test(file))
    const resources = files.map((file) => readFileSync(path.join(PEDIGREES, file), 'utf8'))
    return `[${resources.join(',')}]`
  }

  test('the thirteen people of the GA4GH pedigree, all placed; what it says of nobody is named', () => {
    const [family] = read(pedigree(/pedigree-1/))
    expect(family?.document.people).toHaveLength(13)
    expect(family?.remarks).toEqual([])
    expect(layoutFamily(family?.document as never).places.size).toBe(13)
    expect(family && words(family).filter((word) => word === 'not related by blood')).toEqual([])
    expect(family?.document.legend.map(({ name }) => name)).toEqual(['Recurrent breast cancer'])
  })

  test('the GA4GH trio and the Simpsons', () => {
    const [trio] = read(pedigree(/Trio|Proband|Father|Mother/))
    expect(trio && words(trio).toSorted()).toEqual(['father', 'mother', 'the same person'])
    const [simpsons] = read(pedigree(/Simpsons|Bart|Homer|Marge|Abe/))
    expect(simpsons && words(simpsons).toSorted()).toEqual([
      ...[
        'father',
        'mother', // The file says that Abe is a woman.
        'paternal grandmother',
        'the same person',
      ],
    ])
  })

  test.each(['father', 'mother'])('the one FamilyMemberHistory of a %s', (parent) => {
    const [family] = read(readFileSync(path.join(EXAMPLES, `FamilyMemberHistory-${parent}.json`), 'utf8'))
    expect(family && words(family)).toEqual([parent, 'the same person'])
    expect(family?.document.people[1]?.firstName).toBe('Peter Patient')
    expect(family?.document.people[0]?.conditions).toMatchObject([
      { status: 'affected', onset: parent === 'father' ? '74' : '56' },
    ])
    expect(family?.document.legend[0]?.name).toBe(parent === 'father' ? 'Heart Attack' : 'Stroke')
  })

  test.each(existsSync(PACKETS) ? readdirSync(PACKETS) : [])('the packet %s as a family of one', (file) => {
    const text = readFileSync(path.join(PACKETS, file), 'utf8')
    const [family] = read(text)
    expect(family?.document.people).toHaveLength(1)
    expect(family?.document.people[0]?.isProband).toBe(true)
    const { diseases = [] } = JSON.parse(text) as { diseases?: { excluded?: boolean }[] }
    expect(family?.document.people[0]?.conditions).toHaveLength(diseases.length)
    expect(rules(family)?.every((rule) => rule === 'not-read')).toBe(true)
  })

  test('PED files that are made to be wrong', () => {
    const wrong = readdirSync(PED).flatMap((file) =>
      read(readFileSync(path.join(PED, file), 'utf8')).flatMap((family) =>
        family.remarks.map(({ place, rule, value }) => `${file} ${place} ${rule} ${value}`),
      ),
    )
    expect(wrong).toMatchSnapshot()
  })
})
