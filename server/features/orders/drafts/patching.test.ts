import { applyPatch, type Operation } from 'rfc6902'
import { describe, expect, test } from 'vitest'
import { ProblemError } from '#contract/errors.ts'
import { blankPatient, newOrder } from '#domain/orders/document.ts'
import { patchDocument } from './patching.ts'
import { applyKeeping, assertChangeable } from './unchangeable.ts'

test.each([
  ['itself', '/addOn', '/addOn', false],
  ['what is below it', '/addOn', '/addOn/kind', false],
  ['not another path with the same start', '/addOn', '/addOnTests/0', true],
  ['not what is above, which may have other values', '/payment/billingType', '/payment', true],
  ['any one segment', '/patients/*/key', '/patients/3/key', false],
  ['and that segment only', '/patients/*/key', '/patients/3/keys', true],
  ['one segment, not two', '/patients/*/key', '/patients/3/payment/key', true],
])('an invalid pattern means %s', (_, pattern, path, left) => {
  const operations = [{ op: 'replace' as const, path, value: '' }]
  expect(assertChangeable(operations, ['/isVOB', pattern])).toEqual(left ? operations : [])
})

test('copying from an invalid path is allowed, as the source stays; moving is not', () => {
  const copied = { op: 'copy' as const, from: '/addOn', path: '/clinicalNotes' }
  const moved = { ...copied, op: 'move' as const }
  expect(assertChangeable([copied, moved], ['/addOn'])).toEqual([copied])
  expect(assertChangeable([copied, moved], [])).toEqual([copied, moved])
})

describe('a value at an invalid path stays', () => {
  const payment = { ...newOrder().payment, billingType: 'Insurance' as const, paymentMethod: 'PayWithSample' }
  const patched = (invalid: string, ...operations: Operation[]) =>
    patchDocument(newOrder(), operations, [invalid])

  test.each<Operation[]>([
    [{ op: 'replace', path: '/payment', value: payment }],
    [{ op: 'add', path: '/payment', value: payment }],
  ])('when its parent gets another value: $op', (operation) => {
    const before = newOrder().payment
    expect(before).not.toMatchObject({ billingType: 'Insurance' })
    expect(patched('/payment/billingType', operation).payment).toEqual({
      ...{ ...payment, billingType: before.billingType },
    })
    expect(patched('/nothing', operation).payment).toEqual(payment)
  })

  test('when its parent is removed, or moved or copied over', () => {
    const pregnancy = { dueDate: '2027-03-01' }
    const document = { ...newOrder(), pregnancy, x: { dueDate: '' }, y: {} }
    const kept = (operation: Operation) => {
      const copy = structuredClone(document)
      applyKeeping(copy, operation, ['/pregnancy/dueDate'], () => applyPatch(copy, [operation]))
      return copy.pregnancy
    }
    expect(kept({ op: 'remove', path: '/pregnancy' })).toEqual(pregnancy)
    expect(kept({ op: 'move', from: '/pregnancy', path: '/z' })).toEqual(pregnancy)
    for (const from of ['/x', '/y'])
      for (const op of ['move', 'copy'] as const)
        expect(kept({ op, from, path: '/pregnancy' })).toEqual(pregnancy)
  })

  test('and nothing else of its parent is read, which may be large', () => {
    let looks = 0
    const document = {
      payment: {
        ...payment,
        get notes() {
          looks += 1
          return 'long'
        },
      },
    }
    for (const path of ['', '/payment']) {
      const operation: Operation = { op: 'replace', path, value: {} }
      applyKeeping(document, operation, ['/payment/billingType'], () => applyPatch(document, [operation]))
    }
    expect(document).toEqual({ payment: { billingType: payment.billingType } })
    expect(looks).toBe(0)
  })

  test('in each entry of a list, to which entries can be added and from which they can be removed', () => {
    const [proband] = newOrder().patients
    const mother = { ...blankPatient('Mother', 'relative-1'), firstName: 'Ana' }
    const invalid = '/patients/*/key'
    const both = patched(invalid, { op: 'add', path: '/patients/-', value: mother })
    expect(both.patients.map(({ key }) => key)).toEqual(['proband', 'relative-1'])
    const change = (operation: Operation) => patchDocument(both, [operation], [invalid]).patients
    const other = { ...mother, key: 'relative-9', firstName: 'Eva' }
    for (const operation of [
      { op: 'replace', path: '/patients/1', value: other },
      { op: 'replace', path: '/patients', value: [proband, other] },
    ] as const)
      expect(change(operation)).toEqual([proband, { ...other, key: 'relative-1' }])
    expect(change({ op: 'remove', path: '/patients/1' })).toEqual([proband])
  })
})

describe('a patch', () => {
  function refusal(...operations: Operation[]) {
    try {
      patchDocument(newOrder(), operations)
    } catch (error) {
      if (error instanceof ProblemError) return error.problem
      throw error
    }
    throw new Error('the patch was not refused')
  }

  test.each<Operation>([
    { op: 'replace', path: '/patients/length', value: 0 },
    { op: 'replace', path: '/patients/length', value: 4_000_000_000 },
    { op: 'replace', path: '/patients/-', value: {} },
    { op: 'replace', path: '/patients/7', value: {} },
    { op: 'remove', path: '/patients/-1' },
    { op: 'copy', from: '/nothing', path: '/clinicalNotes' },
    { op: 'move', from: '/patients/length', path: '/clinicalNotes' },
    { op: 'add', path: '/constructor/prototype/x', value: 1 },
    { op: 'add', path: '/__proto__/x', value: 1 },
    { op: 'replace', path: '', value: {} },
  ])('is refused if its target does not exist: $op $path', (operation) => {
    expect(refusal(operation)).toMatchObject({
      ...{ code: 'invalid-fields', errors: [{ path: operation.path, rule: 'patch' }] },
    })
  })

  test('that compares two long lists looks at each entry once, and does not repeat the value', () => {
    let looks = 0
    const entries = Array.from({ length: 120 }, (_, index) => ({ index }))
    const others = entries.map(({ index }) => ({
      get index() {
        looks += 1
        return -index
      },
    }))
    const { errors } = refusal(
      { op: 'add', path: '/kits', value: entries },
      { op: 'test', path: '/kits', value: others },
    )
    expect(errors).toEqual([
      { path: '/kits', rule: 'patch', message: 'The value at this path is different.' },
    ])
    expect(looks).toBeLessThanOrEqual(others.length)
  })

  test('is applied if the compared value is there, in any order of fields', () => {
    const kit = { kitType: 'Blood', quantity: 2 }
    const { clinicalNotes } = patchDocument(newOrder(), [
      { op: 'add', path: '/kits/-', value: kit },
      { op: 'test', path: '/kits', value: [{ quantity: 2, kitType: 'Blood' }] },
      { op: 'replace', path: '/clinicalNotes', value: 'Seen' },
    ])
    expect(clinicalNotes).toBe('Seen')
  })

  test('that would copy itself without limit is refused in time', () => {
    const doubled: Operation = { op: 'copy', from: '/kits', path: '/kits/-' }
    const kits: Operation = { op: 'add', path: '/kits', value: [{ kitType: 'Blood', quantity: 1 }] }
    const { code } = refusal(kits, ...Array.from({ length: 400 }, () => doubled))
    expect(code).toBe('too-large')
  })

  test('that would nest itself deeper than can be serialized is refused', () => {
    const inner = { op: 'copy' as const, from: '/x', path: `/x${'/a'.repeat(40)}` }
    const copies = Array.from({ length: 13 }, (_, at) => ({
      ...inner,
      path: `/x${'/a'.repeat(41 * 2 ** at - 1)}`,
    }))
    const nested: unknown = JSON.parse(`${'{"a":'.repeat(40)}{}${'}'.repeat(40)}`)
    const { code } = refusal({ op: 'add', path: '/x', value: nested }, ...copies)
    expect(['too-large', 'invalid-fields']).toContain(code)
  })

  test('adds, moves and copies within a list, and at its end', () => {
    const [one, two] = [1, 2].map((quantity) => ({ kitType: 'Blood', quantity }))
    const { kits } = patchDocument(newOrder(), [
      { op: 'add', path: '/kits/0', value: one },
      { op: 'add', path: '/kits/-', value: two },
      { op: 'copy', from: '/kits/1', path: '/kits/-' },
      { op: 'move', from: '/kits/0', path: '/kits/2' },
    ])
    expect(kits).toEqual([two, two, one])
  })
})
