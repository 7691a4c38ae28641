import type pg from 'pg'
import { expect, test, vi } from 'vitest'
import { announcerOn } from './announce.ts'

test('what comes while something is announced goes together, in its order, and again where it failed', async () => {
  const asked: number[][] = []
  const query = vi.fn(async (_text: string, [ids]: [number[]]) => {
    asked.push(ids)
    if (asked.length === 2) throw new Error('the connection is lost')
  })
  const { announce, rest } = announcerOn({ query, ending: false } as unknown as pg.Pool)
  announce(1)
  // At once: nobody who works alone waits.
  expect(asked).toEqual([[1]])
  for (const id of [2, 3, 4]) announce(id)
  await vi.waitUntil(() => asked.length === 2, { timeout: 60_000 })
  announce(5)
  await vi.waitUntil(() => asked.length === 3, { timeout: 60_000 })
  expect(asked).toEqual([[1], [2, 3, 4], [2, 3, 4, 5]])
  announce(6)
  await rest()
  expect(asked.at(-1)).toEqual([6])
})
