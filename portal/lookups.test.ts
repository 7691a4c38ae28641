import { afterEach, beforeEach, expect, test, vi } from 'vitest'

vi.mock('./api.ts', () => ({ api: { portal: { lookup } } }))
const { lookup } = vi.hoisted(() => {
  // Without a window the library takes this for a server, which refreshes nothing.
  vi.stubGlobal('window', { addEventListener() {}, removeEventListener() {} })
  return { lookup: vi.fn(async () => [{ id: 'OH', name: 'Ohio' }]) }
})

const { QueryClient, QueryObserver, focusManager } = await import('@tanstack/react-query')
const { lookupOptions } = await import('./lookups.ts')

beforeEach(() => {
  vi.useFakeTimers()
  focusManager.setFocused(true)
})
afterEach(() => {
  vi.useRealTimers()
})

test('a list that is shown is asked for again every 15 minutes, and not before', async () => {
  const stop = new QueryObserver(new QueryClient(), lookupOptions('states')).subscribe(() => undefined)
  await vi.advanceTimersByTimeAsync(899_999)
  expect(lookup).toHaveBeenCalledTimes(1)
  await vi.advanceTimersByTimeAsync(1)
  expect(lookup).toHaveBeenCalledTimes(2)
  await vi.advanceTimersByTimeAsync(900_000)
  expect(lookup).toHaveBeenCalledTimes(3)
  stop()
})
