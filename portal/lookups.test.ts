import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { ERRORS } from '#contract/errors.ts'
import { portalRoutes } from '#contract/portal.ts'
import { COUNTRIES, DOCUMENT_TYPES, ETHNICITIES, STATES } from '#domain/lookups.ts'

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

describe('[ENT-17] reference lists', () => {
  test.each([
    ['countries', COUNTRIES, 3],
    ['states', STATES, 51],
    ['ethnicities', ETHNICITIES, 15],
    ['document types', DOCUMENT_TYPES, 7],
  ])('has all %s, each once', (_, list, count) => {
    const names = list.map((one) => (typeof one === 'string' ? one : one.name))
    expect(new Set(names).size).toBe(count)
    expect(names).not.toContain('')
  })

  test('every ethnicity has a name of its own in the laboratory’s system', () => {
    const names = ETHNICITIES.map(({ labSystemName }) => labSystemName)
    expect(new Set(names).size).toBe(15)
    for (const name of names) expect(name).toMatch(/^[A-Z_]+$/)
  })

  test.each(['countries', 'states', 'ethnicities', 'document-types'] as const)(
    '[GAP-11] that of %s, where it is shown, is asked for again every 900000 ms, and not before',
    async (type) => {
      lookup.mockClear()
      const stop = new QueryObserver(new QueryClient(), lookupOptions(type)).subscribe(() => undefined)
      await vi.advanceTimersByTimeAsync(899_999)
      expect(lookup).toHaveBeenCalledTimes(1)
      expect(lookup).toHaveBeenCalledWith({ params: { type } })
      await vi.advanceTimersByTimeAsync(1)
      expect(lookup).toHaveBeenCalledTimes(2)
      await vi.advanceTimersByTimeAsync(900_000)
      expect(lookup).toHaveBeenCalledTimes(3)
      stop()
    },
  )

  test('another is refused, in these words', () => {
    expect(portalRoutes.lookup.errors).toContain('type-not-supported')
    expect(ERRORS['type-not-supported']).toEqual([404, 'Type not supported'])
  })
})
