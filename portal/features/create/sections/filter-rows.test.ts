import { describe, expect, it } from 'vitest'
import { filterRows } from './filter-rows.ts'

describe('rows of a list that are edited by themselves', () => {
  const list = ['phone', 'fax', 'email', 'pager']
  const more = filterRows(list, (row) => row !== 'phone' && row !== 'email')

  it('knows where each stands in the whole list', () => {
    expect(more.rows).toEqual([
      { index: 1, row: 'fax' },
      { index: 3, row: 'pager' },
    ])
  })

  it('adds at the end and takes out one, and leaves the others where they are', () => {
    expect(more.put([...more.rows, more.fresh('url')])).toEqual([...list, 'url'])
    expect(more.put(more.rows.slice(1))).toEqual(['phone', 'email', 'pager'])
  })
})
