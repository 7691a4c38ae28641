import { describe, expect, it } from 'vitest'
import { pagingOf } from '#portal/list/paging.ts'
import { readList } from '#portal/order/search-params.ts'
import { stringifyPlainSearch } from '#portal/plain-search.ts'
import { exportOf, printable, shippable, unsentInWords } from './batch-targets.ts'
import { nextSorting } from './columns.ts'
import { exportInWords } from './export-words.ts'
import { chipsOf, NO_FILTERS, queryOf, viewOf } from './list-filters.ts'
import { NOTHING, togglePage, toggleRow } from './selection.ts'

describe('the pages of the list', () => {
  it('[ORDER-07] have 25 orders each, and the last has what is left', () => {
    expect(pagingOf(1, 162)).toEqual({ from: 1, to: 25, pages: 7 })
    expect(pagingOf(7, 162)).toEqual({ from: 151, to: 162, pages: 7 })
    expect(pagingOf(1, 3)).toEqual({ from: 1, to: 3, pages: 1 })
    expect(pagingOf(1200, 30_000)).toEqual({ from: 29_976, to: 30_000, pages: 1200 })
    expect(pagingOf(1, 0)).toEqual({ from: 0, to: 0, pages: 1 })
  })
})

describe('the notice of an exported file', () => {
  it.each([
    [{ total: 10_000 }, false, '10,000 orders exported to a.csv.'],
    [{ total: 1 }, false, '1 order exported to a.csv.'],
    [
      { total: 10_001 },
      true,
      'a.csv has only the first 10,000 of 10,001 orders. Narrow the list to export the rest.',
    ],
    [
      { total: 10_000, hasMore: true },
      true,
      'a.csv has only the first 10,000 of more than 10,000 orders. Narrow the list to export the rest.',
    ],
  ])('of %j', (orders, isCut, text) => {
    expect(exportInWords('a.csv', orders)).toEqual({ text, isCut })
  })
})

describe('sorting', () => {
  it('begins with A for names and with the newest for dates', () => {
    expect(nextSorting({ orderBy: 'orderDate', asc: false }, 'patient')).toEqual({
      orderBy: 'patient',
      asc: true,
    })
    expect(nextSorting({ orderBy: 'patient', asc: true }, 'orderDate')).toEqual({
      orderBy: 'orderDate',
      asc: false,
    })
  })

  it('turns round when the same column is chosen again', () => {
    expect(nextSorting({ orderBy: 'patient', asc: true }, 'patient').asc).toBe(false)
    expect(nextSorting({ orderBy: 'patient', asc: false }, 'patient').asc).toBe(true)
  })
})

describe('the address of the list', () => {
  it('[ROUTE-07] has the status, the sorting and the page, as the drawer links them', () => {
    const search = readList('?status=en-route&orderBy=orderDate&page=1')
    expect(search).toMatchObject({ status: 'en-route', orderBy: 'orderDate', page: 1 })
    expect(queryOf(search)).toMatchObject({ status: 'en-route', orderBy: 'orderDate', isAscending: 'false' })
    expect(readList('?status=accessioned&page=3')).toMatchObject({ status: 'accessioned', page: 3 })
    // Nothing of it is needed.
    expect(readList('')).toEqual({ orderBy: 'orderDate', page: 1 })
  })

  it('has everything that narrows the list: read again, it is the same list', () => {
    const address =
      '?status=reported&q=SCN1A&late=true&missingInfo=true&trackingMissing=true&parcelLate=true&onHold=true&unread=true&group=wgs&orderStatus=Active' +
      '&dateFrom=2026-03-01&dateTo=2026-03-09&test=1600&provider=Ada+Okafor&patient=Ng&labNumber=26-1' +
      '&hospitalCodes=P1%2CC1&orderBy=patient&asc=true&page=2'
    expect(stringifyPlainSearch(readList(address))).toBe(address)
    expect(queryOf(readList(address))).toEqual({
      ...{
        status: 'reported',
        keyword: 'SCN1A',
        late: 'true',
        missingInfo: 'true',
        trackingMissing: 'true',
        parcelLate: 'true',
        onHold: 'true',
        unread: 'true',
      },
      ...{ group: 'wgs', orderStatus: 'Active', dateFrom: '2026-03-01', dateTo: '2026-03-09', test: '1600' },
      ...{ provider: 'Ada Okafor', patient: 'Ng', labNumber: '26-1', hospitalCodes: 'P1,C1' },
      ...{ orderBy: 'patient', isAscending: 'true', page: undefined },
    })
  })

  it('leaves out what it does not understand, and shows the rest', () => {
    const search = readList(
      '?status=lost&late=maybe&dateFrom=2026-02-31&group=x&orderBy=colour&asc=7&page=0&test=1600',
    )
    expect(search).toEqual({ orderBy: 'orderDate', page: 1, test: '1600' })
    // What is not true does not narrow.
    expect(queryOf(readList('?late=false')).late).toBeUndefined()
  })

  it('asks for drafts that wait for the reader, to go on with or to submit, as no status of the server', () => {
    const assigned = { askedOfMe: 'true', orResponsible: 'true' }
    expect(queryOf(readList('?status=asked-of-me'))).toMatchObject(assigned)
    expect(queryOf(readList('?status=asked-of-me')).status).toBeUndefined()
  })

  it('is kept as a view without its page', () => {
    expect(viewOf(readList('?late=true&page=7'))).toBe('late=true&orderBy=orderDate')
    // However the address was put together.
    expect(viewOf({ page: 1, orderBy: 'id', late: true })).toBe(
      viewOf(readList('?late=true&orderBy=id&page=9')),
    )
    expect(viewOf(readList(viewOf(readList('?q=a%26b'))))).toBe('q=a%26b&orderBy=orderDate')
  })

  it('says each filter in words, and each can be taken away', () => {
    const search = readList('?late=true&dateFrom=2026-03-01&dateTo=2026-03-09&test=1600&hospitalCodes=P1,C1')
    const names = { test: () => 'Trio exome', institution: (code: string) => `Clinic ${code}` }
    const chips = chipsOf(search, names)
    expect(chips.map(({ label }) => label)).toEqual([
      'Late',
      'Ordered 1 Mar 2026 to 9 Mar 2026',
      'Test: Trio exome',
      'Clinic P1, Clinic C1',
    ])
    const left = Object.assign({}, search, ...chips.map(({ without }) => without))
    expect(chipsOf(left, names)).toEqual([])
    expect(chipsOf({ ...search, ...NO_FILTERS }, names)).toEqual([])
    expect(chipsOf({ dateTo: '2026-03-09' }, names)[0]?.label).toBe('Ordered to 9 Mar 2026')
    expect(chipsOf({ labNumber: 'LK-12' }, names)[0]?.label).toBe('Lab number begins with LK-12')
  })
})

describe('choosing rows', () => {
  const page = [11, 12, 13, 14, 15]

  it('takes one, or with Shift all from the one before, either way', () => {
    const one = toggleRow(NOTHING, page, 12)
    expect([...one.ids]).toEqual([12])
    expect([...toggleRow(one, page, 14, true).ids]).toEqual([12, 13, 14])
    expect([...toggleRow(one, page, 11, true).ids].sort()).toEqual([11, 12])
    // The range becomes as the row that was pressed.
    const many = toggleRow(one, page, 15, true)
    expect([...toggleRow(many, page, 13, true).ids].sort()).toEqual([12])
  })

  it('takes the page, and gives back only that; other pages stay', () => {
    const before = toggleRow(NOTHING, [1, 2], 1)
    const all = togglePage(before, page)
    expect([...all.ids]).toEqual([1, ...page])
    expect([...togglePage(all, page).ids]).toEqual([1])
    // A range does not begin on another page.
    expect([...toggleRow(before, page, 13, true).ids]).toEqual([1, 13])
  })

  it('exports the chosen orders, also those that no filter of the list finds any more', () => {
    const list = queryOf(
      readList(
        '?status=reported&q=SCN1A&unread=true&test=1600&hospitalCodes=P1%2CC1&orderBy=patient&asc=true',
      ),
    )
    expect(exportOf(list, [{ id: 41 }, { id: 7 }])).toEqual({
      ...{ ids: '41,7', hospitalCodes: 'P1,C1', orderBy: 'patient', isAscending: 'true' },
    })
  })

  it('prints what has a requisition, and sends what waits to be sent, of one institution at once', () => {
    const sample = (id: number) => ({
      ...{ id, patientName: 'Testa Fern', specimenType: 'Blood', shipmentId: null },
    })
    const patient = {
      ...{ firstName: 'Testa', lastName: 'Fern', dateOfBirth: '2019-03-14', sex: 'Female' },
      fetuses: '',
    }
    const row = (id: number, more = {}) => ({
      ...{ id, state: 'en-route' as const, hospitalCode: 'P1', patient },
      unsentSamples: [sample(id * 10), sample(id * 10 + 1)],
      ...more,
    })
    const draft = row(3, { state: 'draft', unsentSamples: [] })
    expect(printable([row(1), row(2), draft])).toEqual({ hospital: 'P1', with: [1, 2] })
    expect(shippable([row(1), draft])).toEqual({
      hospital: 'P1',
      with: [10, 11].map((id) => ({ ...sample(id), orderId: 1, patient })),
    })
    const first = { ...sample(10), orderId: 1, patient }
    expect(unsentInWords(first)).toBe('Blood, Testa Fern, DOB 14 Mar 2019, order 1')
    expect(unsentInWords({ ...first, patientName: 'Mara Fern' })).toBe(
      'Blood, Mara Fern, order 1 of Testa Fern, DOB 14 Mar 2019',
    )
    const ofFetus = { ...first, patient: { ...patient, fetuses: 'fetus A' } }
    expect(unsentInWords({ ...ofFetus, patientName: 'Testa Fern, fetus A' })).toBe(
      'Blood, Testa Fern, fetus A, mother’s DOB 14 Mar 2019, order 1',
    )
    expect(printable([draft])).toHaveProperty('whyNot')
    expect(shippable([draft])).toHaveProperty('whyNot')
    expect(printable([row(1), row(2, { hospitalCode: 'C1' })])).toEqual({
      whyNot: 'Select orders from one institution.',
    })
    expect(printable(Array.from({ length: 51 }, (_, n) => row(n + 1)))).toHaveProperty('whyNot')
  })
})
