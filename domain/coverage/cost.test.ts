import { describe, expect, test } from 'vitest'
import { estimateCost } from './cost.ts'
import { dollars, parseWorkedExamples, resultText } from './testing/worked-examples.ts'

/**
 * Worked by hand, in dollars. The payer's response: the remaining deductible and out-of-pocket maximum of the
 * individual (`f…` for the family, `of…` the full amount with the remainder not reported, `fof…` the family's
 * full amount, `x` an unreadable amount, `?` not reported), the copayment (`-`: none) and the coinsurance.
 * Each test: allowed amount (`?`: unknown), after a slash the list price if different; `!` not covered, `~`
 * perhaps covered.
 */
const TABLE = `
one test | deductible | copay | coinsurance | maximum | how | tests | owed | why
nothing left to pay before the plan pays | 0 | - | 20% | 5000 | | 600 | 120.00 | 0 deductible; 600 × 20 % = 120
deductible not met at all | 1000 | - | 20% | 5000 | | 600 | 600.00 | all 600 goes to the deductible of 1000
deductible met exactly by this test | 600 | - | 20% | 5000 | | 600 | 600.00 | 600 deductible; nothing left to share
deductible a cent below the price | 599.99 | - | 20% | 5000 | | 600 | 599.99 | 599.99 + 0.01 × 20 % = 0.002, rounded to 0.00
deductible a dollar below the price | 599 | - | 20% | 5000 | | 600 | 599.20 | 599 + 1 × 20 % = 0.20
deductible met in part | 250 | - | 20% | 5000 | | 1000 | 400.00 | 250 + 750 × 20 % = 250 + 150
copay after the deductible | 250 | 40 | 20% | 5000 | | 1000 | 432.00 | 250 + 40 + 710 × 20 % = 250 + 40 + 142
copay only | 0 | 40 | 0% | 5000 | | 600 | 40.00 | 0 + 40 + 560 × 0 %
copay above the allowed amount | 0 | 75 | 20% | 5000 | | 50 | 50.00 | the copay is at most the 50 allowed; nothing left to share
copay above what the deductible leaves | 580 | 40 | 20% | 5000 | | 600 | 600.00 | 580 + min(40, 20) = 600
copay of exactly what the deductible leaves | 560 | 40 | 20% | 5000 | | 600 | 600.00 | 560 + 40; nothing left to share
copay before the deductible | 250 | 40 | 20% | 5000 | copay-first | 1000 | 432.00 | 40 + 250 + 710 × 20 % = 40 + 250 + 142
copay before a deductible not met | 1000 | 40 | 20% | 5000 | copay-first | 600 | 600.00 | 40 + min(1000, 560) = 600
copay before the deductible, above the price | 1000 | 75 | 20% | 5000 | copay-first | 50 | 50.00 | min(75, 50) = 50; nothing left for the deductible
half a cent | 0 | - | 25% | 5000 | | 0.10 | 0.03 | 0.10 × 25 % = 0.025, half up
just below half a cent | 0 | - | 24% | 5000 | | 0.10 | 0.02 | 0.10 × 24 % = 0.024
a rate with a fraction | 0 | - | 12.5% | 5000 | | 333.33 | 41.67 | 333.33 × 12.5 % = 41.66625
percentage of everything | 100 | - | 100% | 5000 | | 600 | 600.00 | 100 + 500 × 100 %
coinsurance of nothing | 100 | - | 0% | 5000 | | 600 | 100.00 | 100 + 500 × 0 %
nothing at all to pay | 0 | 0 | 0% | 5000 | | 600 | 0.00 | 0 + 0 + 600 × 0 %: the plan pays all
zero allowed | 1000 | 40 | 20% | 5000 | | 0/300 | 0.00 | of an allowed 0 nothing can be owed, and in network no balance
maximum met already | 1000 | 40 | 20% | 0 | | 600 | 0.00 | min(600 deductible, 0)
maximum reached exactly | 500 | - | 20% | 520 | | 600 | 520.00 | 500 + 100 × 20 % = 520, all of the 520
maximum reached in the deductible | 500 | - | 20% | 300 | | 600 | 300.00 | min(500 + 20, 300)
no maximum named | 500 | - | 20% | ? | | 600 | 520.00 | 500 + 20, without a limit

levels of the plan | deductible | copay | coinsurance | maximum | how | tests | owed | why
family met before the individual | 800 f0 | - | 20% | 5000 | | 600 | 120.00 | min(800, 0) = 0; 600 × 20 %
individual met before the family | 0 f2000 | - | 20% | 5000 | | 600 | 120.00 | min(0, 2000) = 0; 600 × 20 %
family nearer than the individual | 800 f300 | - | 20% | 5000 | | 600 | 360.00 | 300 + 300 × 20 %
only the family's is said | f300 | - | 20% | 5000 | | 600 | 360.00 | 300 + 300 × 20 %
only the family's whole is said | fof300 | - | 20% | 5000 | | 600 | 360.00 | as if all of it was left: 300 + 300 × 20 %
maximum of the family is nearer | 1000 | - | 20% | 5000 f150 | | 600 | 150.00 | min(600, min(5000, 150))
only the whole deductible is said | of500 | - | 20% | 5000 | | 600 | 520.00 | as if all of it was left: 500 + 100 × 20 %
what is left wins over the whole | of500 100 | - | 20% | 5000 | | 600 | 200.00 | 100 + 500 × 20 %
the whole of the individual, what is left of the family | of400 f1200 | - | 20% | 5000 | | 600 | 440.00 | min(400, 1200) + 200 × 20 %
whole maximum and whole deductible | of500 | - | 20% | of510 | | 600 | 510.00 | min(500 + 20, 510)

several tests | deductible | copay | coinsurance | maximum | how | tests | owed | why
one deductible for two tests | 1000 | - | 20% | 5000 | | 800 600 | 1080.00 | 800 of 1000; then 200 + 400 × 20 % = 280
deductible met exactly by the first | 800 | - | 20% | 5000 | | 800 600 | 920.00 | 800; then 600 × 20 % = 120
chosen in the other order | 1000 | - | 20% | 5000 | | 600 800 | 1080.00 | the 800 first all the same
maximum reached in the middle of the second | 1000 | - | 20% | 900 | | 800 600 | 900.00 | 800; then 200 + 80 = 280, but 900 − 800 = 100
maximum reached by the first | 1000 | - | 20% | 800 | | 800 600 | 800.00 | 800; then nothing
a copay for each | 0 | 30 | 10% | 5000 | | 200 100 | 84.00 | 30 + 170 × 10 % = 47; 30 + 70 × 10 % = 37
one copay a visit | 0 | 30 | 10% | 5000 | visit | 200 100 | 57.00 | 30 + 17 = 47; then 100 × 10 % = 10
what the first leaves of a visit's copay | 190 | 30 | 10% | 5000 | visit | 200 100 | 228.00 | 190 + 10 = 200; then the other 20 + 80 × 10 % = 28
copay for each, deductible in the first | 60 | 30 | 20% | 5000 | | 100 20 | 112.00 | 60 + 30 + 10 × 20 % = 92; then min(30, 20) = 20
rounded once a test | 0 | - | 15% | 5000 | | 0.10 0.10 | 0.04 | 0.10 × 15 % = 0.015 → 0.02, twice
three tests | 500 | - | 50% | 700 | | 400 300 200 | 700.00 | 400; 100 + 100 = 200; then 100, but 700 − 600 = 100
one of two is not covered | 500 | - | 20% | 5000 | | 600 400/450! | 970.00 | 500 + 20 = 520; and the list price of 450
not covered is beyond the maximum | 500 | - | 20% | 100 | | 600 450! | 550.00 | min(520, 100); and 450 all the same
neither is covered | ? | - | ? | ? | | 600! 450! | 1050.00 | 600 + 450: nothing else matters
laboratory tests are not covered | 500 | - | 20% | 5000 | noncovered | 600/900 | 900.00 | the list price

out of network | deductible | copay | coinsurance | maximum | how | tests | owed | why
with balance billing | 500 | - | 40% | 5000 | out balance | 600/900 | 840.00 | 500 + 100 × 40 % = 540; and 900 − 600 = 300
without balance billing | 500 | - | 40% | 5000 | out | 600/900 | 540.00 | 500 + 40; the laboratory waives the rest
balance is beyond the maximum | 500 | - | 40% | 200 | out balance | 600/900 | 500.00 | min(540, 200) + 300
list price below the allowed amount | 500 | - | 40% | 5000 | out balance | 600/550 | 540.00 | no negative balance
in network there is no balance | 500 | - | 40% | 5000 | balance | 600/900 | 540.00 | the contract forbids it
two tests with balance | 0 | - | 40% | 300 | out balance | 600/900 200/250 | 650.00 | 240 + min(80, 60) = 300; 300 + 50

what is not known | deductible | copay | coinsurance | maximum | how | tests | owed | why
deductible unknown | ? | - | 20% | 5000 | | 600 | 120.00 to 600.00 | met: 600 × 20 %; not met: 600
deductible unknown, maximum near | ? | - | 20% | 450 | | 600 | 120.00 to 450.00 | not met: min(600, 450)
deductible unknown, maximum met | ? | - | 20% | 0 | | 600 | 0.00 | whatever it is: 0
deductible unknown, two tests | ? | 30 | 10% | 5000 | | 200 100 | 84.00 to 300.00 | met: 47 + 37; not met: 200 + 100
amount of the deductible unreadable | x | - | 20% | 5000 | | 600 | 120.00 to 600.00 | as unknown
coinsurance unknown | 100 | - | ? | 5000 | | 600 | none missing | 100 to 600 says nothing
coinsurance unknown, maximum near | 100 | - | ? | 250 | | 600 | 100.00 to 250.00 | 100 + 0 % … min(100 + 500, 250)
coinsurance unknown, maximum of the price | 100 | - | ? | 600 | | 600 | none missing | the maximum ends nothing
coinsurance unknown, all in the deductible | 600 | - | ? | 5000 | | 600 | 600.00 | nothing is left to share
coinsurance unknown, all in the copay | 0 | 75 | ? | 5000 | | 50 | 50.00 | nothing is left to share
copay without an amount | 100 | x | 20% | 5000 | | 600 | none missing | 200 to 600 says nothing
copay without an amount, maximum near | 100 | x | 20% | 300 | | 600 | 200.00 to 300.00 | 100 + 100 … min(600, 300)
nothing but the maximum | ? | - | ? | 400 | | 600 | 0.00 to 400.00 | 0 … min(600, 400)
allowed amount unknown | 100 | - | 20% | 5000 | | ?/900 | none missing | of an unknown amount nothing can be told
allowed amount of one of two unknown | 100 | - | 20% | 5000 | | 600 ?/900 | none missing | one deductible: not even the other's
allowed amount unknown of what is not covered | 100 | - | 20% | 5000 | | 600 ?/900! | 1100.00 | 100 + 100 = 200; and 900
perhaps covered | 100 | - | 20% | 5000 | | 600/900~ | 200.00 to 900.00 | covered: 100 + 100; not: 900
one of two perhaps covered | 100 | - | 20% | 5000 | | 600 500/700~ | 300.00 to 900.00 | 200 + 100; or 200 + 700
inactive | 100 | - | 20% | 5000 | inactive | 600 | none inactive | no coverage, no estimate
rejected | 100 | - | 20% | 5000 | rejected | 600 | none rejected | the payer did not answer
not said to be active | 100 | - | 20% | 5000 | silent | 600 | none coverage-unknown | nothing says that it is active
no test | 100 | - | 20% | 5000 | | | none no-tests | nothing to price
`

const CASES = parseWorkedExamples(TABLE)

test('the table has enough cases, each with its own name', () => {
  expect(new Set(CASES.map(({ name }) => name)).size).toBe(CASES.length)
  expect(CASES.length).toBeGreaterThanOrEqual(70)
})

test.each(CASES)('$name: $why', ({ question, owed }) => {
  const { result, steps, stepsOfLow } = estimateCost(question)
  const sum = (lines: typeof steps) => lines.reduce((total, { cents }) => total + cents, 0)
  expect(resultText(result)).toBe(owed)
  if (result.kind === 'amount') expect(sum(steps)).toBe(result.cents)
  if (result.kind === 'range') expect([sum(stepsOfLow), sum(steps)]).toEqual([result.low, result.high])
  if (result.kind === 'none') expect(sum(steps)).toBe(0)
})

const of = (name: string) => {
  const found = CASES.find((one) => one.name === name)
  if (!found) throw new Error(`no case ${name}`)
  return found.question
}
const lines = (name: string) =>
  estimateCost(of(name)).steps.map(({ words, cents }) => `${dollars(cents)} ${words}`)

describe('the steps', () => {
  test('list each test in turn, with what the maximum takes off', () => {
    expect(lines('maximum reached in the middle of the second')).toEqual([
      '0.00 The tests are estimated as one claim, the most expensive test first.',
      '800.00 Test 1: deductible, from the plan’s allowed amount of $800.00',
      '200.00 Test 2: deductible, from the plan’s allowed amount of $600.00',
      '80.00 Test 2: coinsurance, 20% of the remaining $400.00',
      '-180.00 Test 2: above the remaining out-of-pocket maximum, paid by the plan',
    ])
  })

  test('follow the order in which the plan applies them', () => {
    expect(lines('copay before the deductible').map((line) => line.split(',')[0])).toEqual([
      '40.00 Test 1: copayment',
      '250.00 Test 1: deductible',
      '142.00 Test 1: coinsurance',
    ])
  })

  test('explain how the response was interpreted, what is not covered, balance-billed, and paid by the plan', () => {
    expect(lines('only the whole deductible is said')[0]).toBe(
      '0.00 The payer did not report how much of the deductible is left; the estimate assumes all of it.',
    )
    expect(lines('one of two is not covered')).toContain(
      '450.00 Test 2: not covered by the plan; the list price applies',
    )
    expect(lines('with balance billing')).toContain(
      '300.00 Test 1: the part of the $900.00 list price above the plan’s allowed amount',
    )
    expect(lines('nothing at all to pay')).toEqual([
      '0.00 Test 1: the plan pays its full allowed amount of $600.00',
    ])
  })
})

describe('missing inputs', () => {
  const names = (name: string) =>
    estimateCost(of(name)).missing.map(({ name: what, isNeeded }) => (isNeeded ? what : `(${what})`))

  test.each([
    ['deductible unknown', 'deductible (copay) (authorization)'],
    ['deductible unknown, maximum met', '(deductible) (copay) (authorization)'],
    ['copay without an amount', 'copay-amount (authorization)'],
    ['no maximum named', '(copay) (out-of-pocket) (authorization)'],
    ['nothing but the maximum', 'deductible coinsurance (copay) (authorization)'],
    ['allowed amount of one of two unknown', 'allowed (copay) (authorization) (authorization)'],
    ['perhaps covered', 'coverage (copay) (authorization)'],
    ['neither is covered', ''],
    ['not said to be active', 'active'],
    ['inactive', ''],
  ])('%s: %s', (name, expected) => {
    expect(names(name).join(' ')).toBe(expected)
  })

  test('are described in words, with how to find them out', () => {
    const [first] = estimateCost(of('allowed amount unknown')).missing
    expect(first).toMatchObject({
      test: 'T1',
      words: 'Test 1: The amount that the plan allows.',
      howToLearn: 'Enter it in the laboratory’s payer contracts, or ask the payer for it.',
    })
  })
})
