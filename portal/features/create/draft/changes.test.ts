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

  it('is the row in its turn where several have one name, and each is told once', () => {
    const contact = (value: string, type = 'Phone') => ({ type, reference: 'Home', value })
    const withContacts = (...contacts: object[]) => withValueAt(newOrder(), '/patients/0/contacts', contacts)
    const at = '/patients/0/contacts'
    const [home, work, email] = [contact('614-555-0101'), contact('614-555-0102'), contact('a@b.c', 'Email')]
    const two = withContacts(home, work, email)
    const path = (name: string) => `/patients/proband/contacts/${name}`
    expect(changesBetween(two, withContacts(home, contact('614-555-0103'), email))).toEqual([
      { path: path('Phone#2/value'), pointer: `${at}/1/value` },
    ])
    expect(changesBetween(two, withContacts(home, work, contact('d@b.c', 'Email')))).toEqual([
      { path: path('Email/value'), pointer: `${at}/2/value` },
    ])
    expect(changesBetween(withContacts(home, email), two)).toEqual([
      { path: path('Phone#2'), pointer: `${at}/1` },
    ])
    expect(changesBetween(two, withContacts(home, email))).toEqual([{ path: path('Phone#2'), pointer: at }])
    const others = changesBetween(two, withContacts(contact('1'), contact('2'), email))
    expect(others.map(({ pointer }) => pointer)).toEqual([`${at}/0/value`, `${at}/1/value`])
    expect(new Set(others.map((change) => change.path)).size).toBe(2)
  })

  it('is a list as a whole where its rows have no names', () => {
    const other = { ...newOrder(), indicationsForTesting: [{ code: 'G40.309', description: 'x' }] }
    expect(changesBetween(newOrder(), other)).toEqual([
      { path: '/indicationsForTesting', pointer: '/indicationsForTesting' },
    ])
  })
})
