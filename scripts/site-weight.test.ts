import path from 'node:path'
import { describe, expect, test } from 'vitest'
import { SITES } from './site-budgets.ts'
import { pagesOf, type Weight, weightOf } from './site-weight.ts'

const root = path.resolve(import.meta.dirname, '..')
const ENTRY = 'index.html'

/** How far a page exceeds its budget. */
function over(weight: Weight, budget: Weight): string[] {
  return (['script', 'style', 'later'] as const).flatMap((part) => {
    const kilobytes = weight[part] / 1000
    const left = budget[part] - kilobytes
    return left >= 0 ? [] : [`${part}: ${kilobytes.toFixed(1)} kB, ${(-left).toFixed(1)} kB over its budget`]
  })
}

// For the sites as built before the tests (scripts/prepare.mjs).
describe.each(Object.entries(SITES))('%s', (_, { dist, budgets }) => {
  const built = path.join(root, dist)

  test.each(Object.entries(budgets))('%s keeps to its budget', (module, budget) => {
    const weight = module.endsWith('.html') ? weightOf(built, module) : weightOf(built, ENTRY, module)
    expect(weight.script).toBeGreaterThan(0)
    expect(over(weight, budget)).toEqual([])
  })

  test('has a budget for every page', () => {
    for (const page of pagesOf(built, ENTRY)) expect(Object.keys(budgets)).toContain(page)
  })
})

test('reports what exceeds a budget', () => {
  expect(over({ script: 1500, style: 1000, later: 0 }, { script: 1, style: 1, later: 0 })).toEqual([
    'script: 1.5 kB, 0.5 kB over its budget',
  ])
})
