import { expect, test } from 'vitest'
import { downtime, planFor, resumedPlan, SMOOTH, type Step } from './plan.ts'
import { sampleTaken } from './testing/simulated-order.ts'

const LIVELY = { seed: 1, behaviour: 'lively' } as const

const written = (steps: readonly Step[]) =>
  steps.map(({ at, act, waitsFor }) => [at, act.do, ...(waitsFor ? [waitsFor] : [])].join(' '))

const orders = Array.from({ length: 1_000 }, (_, index) =>
  sampleTaken({
    orderId: String(index + 1),
    specimens: [{ number: `${index + 1}-s1`, type: 'Blood', collected: '', of: '', isHere: false }],
  }),
)
/** The plans of a thousand orders, without the recommendations that follow positive findings. */
const plans = orders.map((order) => planFor(order, LIVELY).filter(({ act }) => act.do !== 'treatment'))
const including = (name: Step['act']['do']) => plans.filter((plan) => plan.some(({ act }) => act.do === name))

test.each([
  ['most', (plan: readonly Step[]) => plan.length === 3, ['15 accession', '45 in-process', '100 report']],
  [
    'a held one',
    (plan: readonly Step[]) => plan.some(({ act }) => act.do === 'hold'),
    ['15 accession', '30 hold', '330 release answer', '345 in-process', '400 report'],
  ],
  [
    'one with a rejected specimen',
    (plan: readonly Step[]) => plan.some(({ act }) => act.do === 'reject'),
    ['15 accession', '30 reject', '40 accession specimen', '60 in-process', '115 report'],
  ],
  [
    'a corrected one',
    (plan: readonly Step[]) => plan.some(({ act }) => act.do === 'correct'),
    ['15 accession', '45 in-process', '100 report', '160 correct'],
  ],
])('a lively laboratory’s plan for an order: %s', (_, isIt, steps) => {
  const plan = plans.find(isIt)
  expect(plan && written(plan)).toEqual(steps)
})

test('most orders simply proceed, and each incident happens to some', () => {
  expect(plans.filter((plan) => plan.length === 3).length).toBeGreaterThan(780)
  const codes = new Set(
    including('hold').flatMap((plan) => plan.map(({ act }) => (act.do === 'hold' ? act.code : ''))),
  )
  expect(codes).toEqual(new Set(['', 'MISSING-INFO', 'AUTHORIZATION', 'CONSENT']))
  for (const [name, least] of [
    ['hold', 50],
    ['reject', 20],
    ['correct', 20],
  ] as const)
    expect(including(name).length).toBeGreaterThan(least)
  const treated = orders.filter((order) => planFor(order, LIVELY).at(-1)?.act.do === 'treatment')
  expect(treated.length).toBeGreaterThan(250)
})

test('depends on seed and order only; in a steady laboratory every order proceeds', () => {
  const again = (seed: number) => orders.map((order) => planFor(order, { ...LIVELY, seed }))
  expect(again(1)).toEqual(again(1))
  expect(again(2)).not.toEqual(again(1))
  for (const order of orders) expect(planFor(order, { ...LIVELY, behaviour: 'steady' })).toBe(SMOOTH)
})

test('no specimen is rejected in an order without an identifiable one', () => {
  const nameless = orders.map((order) => planFor({ ...order, specimens: [] }, LIVELY))
  expect(nameless.flat().filter(({ act }) => act.do === 'reject')).toEqual([])
})

test('an order first known from an answer continues immediately', () => {
  const change = { controlId: 'XO1', sender: 'KARYO|PORTAL', orderId: '1', answer: null, specimens: [] }
  expect(written(resumedPlan(change))[0]).toBe('10 accession')
  const answer = { code: 'CONSENT', number: 'H1', text: '', documents: [] }
  expect(written(resumedPlan({ ...change, answer }))[0]).toBe('10 release')
})

test('the laboratory is down for at most a minute, at most four times an hour', () => {
  for (let nth = 1; nth < 200; nth += 1) {
    const { after, lasts } = downtime(1, nth)
    expect(after).toBeGreaterThanOrEqual(900)
    expect(lasts).toBeGreaterThanOrEqual(20)
    expect(lasts).toBeLessThanOrEqual(60)
  }
})
