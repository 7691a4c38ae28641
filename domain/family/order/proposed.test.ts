import { expect, test } from 'vitest'
import { newOrder, type OrderDocument } from '../../orders/document.ts'
import type { Compared, OrderableTest } from '../../orders/rule-context.ts'
import { CATALOGUE } from '../../orders/testing/complete-order.ts'
import { family } from '../testing/families.ts'
import { intoOrder } from './into-order.ts'
import { mostTelling } from './most-telling.ts'
import { proposedFor } from './proposed.ts'

const FAMILY = family(
  ['gran', 'woman'],
  ['grandpa', 'man'],
  ['mum', 'woman', ['grandpa', 'gran']],
  ['dad', 'man'],
  ['brother', 'man', ['dad', 'mum']],
  ['me', 'woman', ['dad', 'mum']],
)
const TELLING = mostTelling(FAMILY, 'me')
const orderWith = (relatives: readonly string[]): OrderDocument =>
  intoOrder(newOrder(), { family: FAMILY, patient: 'me', relatives, withHistory: false, joined: [] }).document
const [exome] = CATALOGUE
const testOf = (who: Compared | null, relatives: number): OrderableTest => {
  if (!exome) throw new Error('no test')
  return { ...exome, relatives, ...(who ? { compared: { who } } : {}) }
}

test.each([
  ['a trio: both parents', [testOf('parents', 2)], [], ['dad', 'mum']],
  ['a trio with a brother: both parents', [testOf('parents', 2)], ['brother'], ['dad', 'mum']],
  ['a trio with the father: the mother', [testOf('parents', 2)], ['dad'], ['mum']],
  ['a quad: the parents and a brother', [testOf('parents', 3)], [], ['dad', 'mum', 'brother']],
  ['a test for the mother: the mother', [testOf('mother', 1)], ['dad'], ['mum']],
  ['a couple’s test: no relative', [testOf('partner', 1)], [], []],
  ['a test of three relatives: who tells most', [testOf(null, 3)], ['mum'], ['dad', 'brother']],
  [
    'a trio and a couple’s test: both parents',
    [testOf('partner', 1), testOf('parents', 2)],
    [],
    ['dad', 'mum'],
  ],
  ['a test of one person: no relative', [testOf(null, 0)], [], []],
])('proposes for %s', (_, tests, chosen, expected) => {
  expect(proposedFor(TELLING, chosen, orderWith, tests).toSorted()).toEqual(expected.toSorted())
})
