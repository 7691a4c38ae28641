import { describe, expect, it } from 'vitest'
import { blankPatient, newOrder } from '#domain/orders/document.ts'
import { changesBetween } from './changes.ts'
import { withValueAt } from './pointer.ts'

const family = { ...newOrder(), patients: [...newOrder().patients, blankPatient('Mother', 'm')] }

describe('what another person changed', () => {
  it('is named by its row, and found where it is now', () => {
    const other = withValueAt(withValueAt(family, '/patients/1/firstName', 'Elena'), '/clinicalNotes', 'x')
    expect(changesBetween(family, other)).toEqual([
      { path: '/patients/m/firstName', pointer: '/patients/1/firstName' },
      { path: '/clinicalNotes', pointer: '/clinicalNotes' },
    ])
    expect(changesBetween(family, family)).toEqual([])
  })

  it('is one change of a person who came or went', () => {
    const alone = newOrder()
    expect(changesBetween(alone, family)).toEqual([{ path: '/patients/m', pointer: '/patients/1' }])
    expect(changesBetween(family, alone)).toEqual([{ path: '/patients/m', pointer: '/patients' }])
  })

  it('is an optional member that came or went', () => {
    const at = { ...newOrder(), vaStation: '901' }
    const change = { path: '/vaStation', pointer: '/vaStation' }
    expect(changesBetween(newOrder(), at)).toEqual([change])
    expect(changesBetween(at, newOrder())).toEqual([change])
  })

  it('is a list as a whole where its rows have no names', () => {
    const other = { ...newOrder(), indicationsForTesting: [{ code: 'G40.309', description: 'x' }] }
    expect(changesBetween(newOrder(), other)).toEqual([
      { path: '/indicationsForTesting', pointer: '/indicationsForTesting' },
    ])
  })
})
