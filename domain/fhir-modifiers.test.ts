import { expect, test } from 'vitest'
import { isModified, modifiersIn, withoutResources } from './fhir-modifiers.ts'

const MODIFIER = [{ url: 'https://lab.test/not', valueBoolean: true }]

test('modifiers are found wherever they are, in their order, and only where they are given', () => {
  const bundle = {
    implicitRules: 'https://lab.test/rules',
    entry: [
      { resource: { contained: [{ implicitRules: 'x' }], name: [{ modifierExtension: MODIFIER }] } },
      { modifierExtension: MODIFIER, resource: { modifierExtension: [], implicitRules: '' } },
    ],
  }
  expect([...modifiersIn(bundle, 'Bundle')].map(({ path }) => path)).toEqual([
    'Bundle.implicitRules',
    'Bundle.entry[0].resource.contained[0].implicitRules',
    'Bundle.entry[0].resource.name[0].modifierExtension',
    'Bundle.entry[1].modifierExtension',
  ])
  expect(isModified(bundle.entry[0])).toBe(true)
  expect(isModified({ extension: MODIFIER, modifierExtension: null })).toBe(false)
})

test('a Bundle is not modified by what modifies a resource in it', () => {
  const resource = { modifierExtension: MODIFIER }
  expect(isModified(withoutResources({ entry: [{ resource }, null] }))).toBe(false)
  expect(isModified(withoutResources({ entry: [{ resource, modifierExtension: MODIFIER }] }))).toBe(true)
  expect(isModified(withoutResources({ entry: 'x', implicitRules: 'x' }))).toBe(true)
})

test('nothing is nested too deeply to be looked through', () => {
  const deep = JSON.parse(`${'['.repeat(200_000)}{"implicitRules":"x"}${']'.repeat(200_000)}`)
  expect(isModified(deep)).toBe(true)
})
