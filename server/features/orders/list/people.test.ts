import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { blankPatient, type OrderDocument } from '#domain/orders/document.ts'
import { administer } from '#server/database/connection/connect.ts'
import { type Authority, reading } from '#server/database/scope.ts'
import { problemOfCall, startPortal, type TestPortal } from '#server/testing/portal.ts'
import { CHILD, FOREIGN, PARENT, readyOrder } from '#server/testing/world.ts'
import { findPeople } from './people.ts'

let portal: TestPortal

function withMother(
  lastName: string,
  mother: string,
  dateOfBirth: string,
  firstName = 'Huyền',
): OrderDocument {
  const document = readyOrder(lastName)
  const person = { firstName, lastName: mother, dateOfBirth, sex: 'Female' as const }
  const patients = [...document.patients, { ...blankPatient('Mother', 'relative-1'), ...person }]
  return { ...document, patients }
}

beforeAll(async () => {
  portal = await startPortal()
  await portal.draft(withMother('Quillmarsh', 'Trần', '1990-07-09'))
  await portal.draft(withMother('Quillmarsh', 'Trần', '1990-07-09'))
  await portal.draft(readyOrder('Tranquil'))
  await portal.submitted(readyOrder('Trần'), { by: 'OrderSubmitter@F1', at: FOREIGN })
  await portal.submitted(readyOrder('Trần'), { by: 'OrderSubmitter@C1', at: CHILD })
})
afterAll(() => portal?.stop())

const search = (query: object, hospital = PARENT) =>
  portal.as('OrderViewer@P1').orders.people({ params: { hospital }, query })
const names = async (query: object, hospital?: string) =>
  (await search(query, hospital)).people.map(({ firstName, lastName }) => `${firstName} ${lastName}`)

describe('[GAP-07] search for people in orders', () => {
  test.each([
    ['a relative by a part of the last name, once', { lastName: 'rầ' }, ['Linh Tranquil', 'Huyền Trần']],
    ['by a last name without accents', { lastName: 'tran', firstName: 'huy' }, ['Huyền Trần']],
    ['by the first name only', { firstName: 'HUYEN' }, ['Huyền Trần']],
    ['by the date of birth only', { dateOfBirth: '1990-07-09' }, ['Huyền Trần']],
    ['by all of these', { lastName: 'Trần', firstName: 'Huyền', dateOfBirth: '1990-07-09' }, ['Huyền Trần']],
    ['not by another date', { lastName: 'Trần', dateOfBirth: '1990-07-10' }, []],
    ['not by a test’s name', { lastName: 'exome' }, []],
    ['not if the first and last name are two people’s', { lastName: 'Quillmarsh', firstName: 'huy' }, []],
  ])('%s', async (_, query, expected) => expect((await names(query)).sort()).toEqual(expected.toSorted()))

  test('has the newest order that names them, and details that distinguish them', async () => {
    const [found] = (await search({ firstName: 'huyen' })).people
    const orders = await portal
      .as('OrderViewer@P1')
      .orders.list({ params: { hospital: PARENT }, query: { keyword: 'quillmarsh' } })
    expect(found).toEqual({
      ...{ firstName: 'Huyền', lastName: 'Trần', dateOfBirth: '1990-07-09', sex: 'Female' },
      ...{ relationship: 'Mother', accessionNumber: null },
      orderId: Math.max(...orders.ordersDTO.map(({ id }) => id)),
    })
  })

  test('covers that institution only', async () => {
    expect(await names({ lastName: 'Trần', firstName: 'linh' }, CHILD)).toEqual(['Linh Trần'])
    expect(await names({ lastName: 'Trần', firstName: 'linh' })).toEqual(['Linh Tranquil'])
    expect((await problemOfCall(search({ lastName: 'Trần' }, FOREIGN))).status).toBe(404)
  })

  test('finds a person by the birthdate whatever their name, and says when what was entered is in more orders than it reads', async () => {
    const authority = { institutions: [PARENT] } as unknown as Authority
    const find = (query: object, most: number) =>
      findPeople(
        reading(portal.portal, authority),
        PARENT,
        {
          ...{ lastName: '', firstName: '', dateOfBirth: '', ...query },
        },
        most,
      )
    const mother = { lastName: 'Wexford', dateOfBirth: '1991-08-08' }
    const older = withMother('Quillmoss', mother.lastName, mother.dateOfBirth)
    for (const person of older.patients) person.firstName = 'Odile'
    await portal.draft(older)
    await portal.draft(readyOrder('Wexfordov'))
    expect(await find(mother, 1)).toMatchObject({ people: [{ firstName: 'Odile' }], isCut: false })
    const both = { people: [{ lastName: 'Wexfordov' }], isCut: true }
    expect(await find({ lastName: 'wexford' }, 1)).toMatchObject(both)
    expect(await find({ lastName: 'wexford' }, 100)).toMatchObject({ isCut: false })
    expect((await find({ lastName: 'wexford' }, 100)).people.length).toBeGreaterThan(1)
    expect(await find({ lastName: 'nothing' }, 1)).toEqual({ people: [], isCut: false })
    // Of a birthday of many orders a rarer name finds the others.
    const shared = { dateOfBirth: '1991-08-09' }
    await portal.draft(withMother('Quillfen', 'Yarrowby', shared.dateOfBirth, 'Odile'))
    await portal.draft(withMother('Quilldale', 'Zellwood', shared.dateOfBirth, 'Odile'))
    expect(await find(shared, 1)).toMatchObject({ people: [{ lastName: 'Zellwood' }], isCut: true })
    const rarer = { ...shared, lastName: 'Yarrowby' }
    expect(await find(rarer, 1)).toMatchObject({ people: [{ lastName: 'Yarrowby' }], isCut: false })
    await portal.draft(withMother('Quillmere', 'Yarrowby', '1991-08-10', 'Odile'))
    expect(await find(rarer, 1)).toMatchObject({ people: [], isCut: true })
  })

  test('refuses a search without criteria', async () => {
    for (const query of [{}, { lastName: ' , ' }])
      expect((await problemOfCall(search(query))).status).toBe(422)
  })

  test('looks a date of birth up in an index', async () => {
    const rows = await administer(portal.database.url, async (db) => {
      await sql`set enable_seqscan = off`.execute(db)
      const plan = sql`explain (format json) select id from orders where birthdays_of(people) @> array['1990-07-09']`
      return (await plan.execute(db)).rows
    })
    expect(JSON.stringify(rows)).toContain('orders_by_birthdays')
  })
})
