import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { PlanKeeping } from './plan-keeping.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const MINUTE = 60_000

test('a pause ends with the upgrade, and plans of before are no longer used', () => {
  const keeping = new PlanKeeping()
  keeping.pause()
  expect([keeping.isPaused, keeping.period]).toEqual([true, 0])
  keeping.resume()
  expect([keeping.isPaused, keeping.period]).toEqual([false, 1])
  vi.advanceTimersByTime(60 * MINUTE)
  expect(keeping.period).toBe(1)
})

test('a pause whose end is never told ends by itself, a quarter of an hour after it was told of last', () => {
  const keeping = new PlanKeeping()
  keeping.pause()
  vi.advanceTimersByTime(10 * MINUTE)
  keeping.pause()
  vi.advanceTimersByTime(14 * MINUTE)
  expect(keeping.isPaused).toBe(true)
  vi.advanceTimersByTime(2 * MINUTE)
  expect([keeping.isPaused, keeping.period]).toEqual([false, 1])
})
