import { describe, expect, it } from 'vitest'
import { pagingOf } from '#portal/list/paging.ts'
import { sortedBy } from './columns.ts'

describe('the pages of the list', () => {
  it('[ORDER-07] have 25 orders each, and the last has what is left', () => {
    expect(pagingOf(1, 162)).toEqual({ from: 1, to: 25, pages: 7 })
    expect(pagingOf(7, 162)).toEqual({ from: 151, to: 162, pages: 7 })
    expect(pagingOf(1, 3)).toEqual({ from: 1, to: 3, pages: 1 })
    expect(pagingOf(1200, 30_000)).toEqual({ from: 29_976, to: 30_000, pages: 1200 })
    expect(pagingOf(1, 0)).toEqual({ from: 0, to: 0, pages: 1 })
  })
})

describe('sorting', () => {
  it('begins with A for names and with the newest for dates', () => {
    expect(sortedBy({ orderBy: 'orderDate', asc: false }, 'patient')).toEqual({
      orderBy: 'patient',
      asc: true,
    })
    expect(sortedBy({ orderBy: 'patient', asc: true }, 'orderDate')).toEqual({
      orderBy: 'orderDate',
      asc: false,
    })
  })

  it('turns round when the same column is chosen again', () => {
    expect(sortedBy({ orderBy: 'patient', asc: true }, 'patient').asc).toBe(false)
    expect(sortedBy({ orderBy: 'patient', asc: false }, 'patient').asc).toBe(true)
  })
})
