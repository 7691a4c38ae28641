import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { readDate } from './read-date.ts'

describe('readDate', () => {
  it.each([
    '2019-03-14',
    '2019/3/14',
    '03/14/2019',
    '3/14/2019',
    '3-14-2019',
    '03142019',
    '14 Mar 2019',
    '14 march 2019',
    '14-Mar-2019',
    '14mar2019',
    '14th March, 2019',
    'Mar 14, 2019',
    'March 14 2019',
    'Mar. 14, 2019',
    '  14  Mar  2019 ',
  ])('reads %j', (typed) => expect(readDate(typed)).toBe('2019-03-14'))

  it('reads figures with slashes as month first', () => expect(readDate('03/04/2019')).toBe('2019-03-04'))

  it('reads September in its short forms', () => {
    expect(readDate('1 Sep 2020')).toBe('2020-09-01')
    expect(readDate('1 Sept 2020')).toBe('2020-09-01')
  })

  it.each([
    '',
    '14 Mar',
    '14/03/2019',
    '03/14/19',
    '31 Feb 2019',
    '29 Feb 2023',
    '14 Mrz 2019',
    'last spring',
    '2019',
  ])('does not guess at %j', (typed) => expect(readDate(typed)).toBeNull())

  it('reads every date back from each way of writing it', () => {
    const day = fc.date({ min: new Date('1890-01-01'), max: new Date('2099-12-31'), noInvalidDate: true })
    fc.assert(
      fc.property(day, (date) => {
        const iso = date.toISOString().slice(0, 10)
        const [year, month, dayOfMonth] = iso.split('-')
        const words = date.toLocaleDateString('en-GB', {
          day: 'numeric',
          month: 'short',
          year: 'numeric',
          timeZone: 'UTC',
        })
        expect([iso, `${month}/${dayOfMonth}/${year}`, words].map(readDate)).toEqual([iso, iso, iso])
      }),
    )
  })
})
