import type pg from 'pg'
import { expect, test, vi } from 'vitest'
import { announcerOn } from './announce.ts'

test('what comes while something is announced goes together, in its order, and again where it failed', async () => {
  const announced: number[][] = []
  const query = vi.fn(async (_text: string, [ids]: [number[]]) => {
    announced.push(ids)
    if (announced.length === 2) throw new Error('the connection is lost')
  })
  const { announce, drain } = announcerOn({ query, ending: false } as unknown as pg.Pool)
  announce(1)
  // At once: nobody who works alone waits.
  expect(announced).toEqual([[1]])
  for (const id of [2, 3, 4]) announce(id)
  await expect.poll(() => announced).toHaveLength(2)
  announce(5)
  await expect.poll(() => announced).toHaveLength(3)
  expect(announced).toEqual([[1], [2, 3, 4], [2, 3, 4, 5]])
  announce(6)
  await drain()
  expect(announced.at(-1)).toEqual([6])
})
