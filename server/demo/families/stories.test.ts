import { describe, expect, test } from 'vitest'
import { familyDocument } from '#contract/family-document.ts'
import { checkFamily } from '#domain/family/checks.ts'
import { FORMAT_NAMES } from '#domain/family/formats/format.ts'
import { leaving, readFamilies, writeFamily } from '#domain/family/formats/formats.ts'
import { familyGraph } from '#domain/family/graph.ts'
import { kinship } from '#domain/family/kinship.ts'
import { layoutFamily } from '#domain/family/layout/layout.ts'
import { FAMILY_STORIES } from './stories.ts'

describe.each(FAMILY_STORIES)('the family $name', ({ document }) => {
  test('can be stored, has one proband and nothing that cannot be, and is drawn whole', () => {
    expect(familyDocument.safeParse(document).error).toBeUndefined()
    expect(document.people.filter(({ isProband }) => isProband)).toHaveLength(1)
    expect(checkFamily(document)).toEqual([])
    expect(layoutFamily(document).places.size).toBe(document.people.length)
  })

  test('names everybody who was born once', () => {
    const names = document.people
      .filter(({ pregnancy, firstName }) => pregnancy === null && firstName !== '')
      .map(({ firstName, lastName, born }) => `${firstName} ${lastName} ${born}`)
    expect(new Set(names).size).toBe(names.length)
    expect(names.every((one) => /^\S+ \S+ (19|20)\d\d/.test(one))).toBe(true)
  })

  test('is downloaded and read again in every format', () => {
    const options = {
      ...{ id: 'f', idOf: (key: string) => key, created: '2026-11-23T10:00:00Z', day: '2026-11-23' },
      ...{ condition: document.legend[0]?.key ?? '', withNames: true },
    }
    for (const format of FORMAT_NAMES) {
      const { written } = leaving(document, format, options)
      const read = readFamilies(writeFamily(written, format, options))
      expect('families' in read && read.families[0]?.document.people).toHaveLength(written.people.length)
    }
  })
})

test('they are of the kinds that were asked for: cousins who married, twins, donors, losses', () => {
  const of = (name: string) =>
    FAMILY_STORIES.find((one) => one.name === name)?.document ?? FAMILY_STORIES[0]?.document
  const cousins = of('Varga and Halloran')
  if (!cousins) throw new Error('no family')
  expect(kinship(cousins).inbreeding('second')).toBe(1 / 16)
  expect(of('Quimby')?.people.filter(({ twins }) => twins !== null)).toHaveLength(4)
  const donors = of('Delacroix-Thorngate')
  if (!donors) throw new Error('no family')
  expect(familyGraph(donors).geneticParents('child')).toEqual({ egg: 'ada', sperm: 'donor' })
  expect(of('Holt')?.people.filter(({ pregnancy }) => pregnancy !== null)).toHaveLength(7)
})
