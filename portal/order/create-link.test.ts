import { beforeEach, describe, expect, test, vi } from 'vitest'

const addOnTests = vi.hoisted(() => vi.fn())
vi.mock('#portal/api.ts', async () => {
  const { QueryClient } = await import('@tanstack/react-query')
  return { api: { catalogue: { addOnTests } }, queryClient: new QueryClient() }
})

const { queryClient } = await import('#portal/api.ts')
const { linkWithAddOns, prepareLink } = await import('./create-link.ts')

beforeEach(() => {
  queryClient.clear()
  addOnTests.mockReset().mockResolvedValue([{ code: '1400' }, { code: '1500' }])
})

describe('a link that creates an order', () => {
  test('carries the add-on tests of the institution', async () => {
    const test = await linkWithAddOns({ hospital: '1001', testCode: '1213', displayCode: '1300' })
    expect(test).toEqual({ test: ['1300', '1400', '1500'], ctc: '1213' })
    const request = { params: { code: '1213' }, query: { institutionCode: '1001' } }
    expect(addOnTests).toHaveBeenCalledExactlyOnceWith(request)
  })

  test('asks for them once, when it is pointed at, and again at another institution', async () => {
    prepareLink({ hospital: '1001', testCode: '1600' })
    prepareLink({ hospital: '1001', testCode: '1600' })
    const here = await linkWithAddOns({ hospital: '1001', testCode: '1600' })
    expect(here).toEqual({ test: ['1600', '1400', '1500'] })
    expect(addOnTests).toHaveBeenCalledTimes(1)
    addOnTests.mockResolvedValue([])
    expect(await linkWithAddOns({ hospital: '1002', testCode: '1600' })).toEqual({ test: ['1600'] })
  })

  test('leads to the test alone where the catalogue does not answer', async () => {
    addOnTests.mockRejectedValue(new Error('away'))
    expect(await linkWithAddOns({ hospital: '1001', testCode: '1600' })).toEqual({ test: ['1600'] })
    expect(addOnTests).toHaveBeenCalledTimes(1)
  })
})
