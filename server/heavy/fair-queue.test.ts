import fc from 'fast-check'
import { expect, test } from 'vitest'
import { fairQueue } from './fair-queue.ts'

test('a client with many items does not delay one with few', () => {
  const queue = fairQueue<string>({ most: 10, mostOfOne: 5 })
  for (const item of ['a1', 'a2', 'a3']) queue.add('a', item)
  for (const item of ['b1', 'b2']) queue.add('b', item)
  queue.add('c', 'c1')
  const order = Array.from({ length: 7 }, () => queue.next())
  expect(order).toEqual(['a1', 'b1', 'c1', 'a2', 'b2', 'a3', undefined])
})

test('keeps its bounds in total and per client, and returns every accepted item once, in each client’s order', () => {
  const step = fc.oneof(
    { weight: 3, arbitrary: fc.record({ add: fc.constantFrom('a', 'b', 'c', '__proto__') }) },
    { weight: 2, arbitrary: fc.constant('next' as const) },
    { weight: 1, arbitrary: fc.record({ remove: fc.nat(40) }) },
  )
  fc.assert(
    fc.property(fc.array(step, { maxLength: 60 }), (steps) => {
      const queue = fairQueue<{ who: string; number: number }>({ most: 5, mostOfOne: 3 })
      let inside: { who: string; number: number }[] = []
      let made = 0
      const leave = (item: { who: string; number: number } | undefined) => {
        inside = inside.filter((one) => one !== item)
      }
      for (const one of steps) {
        if (one === 'next') {
          const item = queue.next()
          if (item) expect(inside.find(({ who }) => who === item.who)).toBe(item)
          else expect(inside).toEqual([])
          leave(item)
        } else if ('add' in one) {
          const item = { who: one.add, number: made++ }
          const own = inside.filter(({ who }) => who === item.who).length
          expect(queue.add(item.who, item)).toBe(inside.length < 5 && own < 3)
          if (inside.length < 5 && own < 3) inside.push(item)
        } else {
          const item = inside[one.remove]
          if (item) queue.remove(item.who, item)
          leave(item)
        }
        expect(queue.length()).toBe(inside.length)
      }
    }),
  )
})
