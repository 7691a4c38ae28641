import { QueryClient } from '@tanstack/react-query'
import { expect, test } from 'vitest'
import { tellUpdate } from './updates.ts'

const KEYS = {
  order: ['orders', '1001', 'one', 77],
  familyOfOrder: ['families', '1001', 'of-order', 77],
  elsewhere: ['families', '1002', 'of-order', 77],
  family: ['families', '1001', 'one', 9],
  anotherFamily: ['families', '1001', 'one', 10],
  cascade: ['families', '1001', 'cascade', 9, 3],
  list: ['families', '1001', 'list', {}],
  profile: ['profile'],
  ownInstitutions: ['me', 'institutions', 5],
  favorites: ['me', 'favorites', 5],
}

/** What was read and would be shown as current. */
function page() {
  const queries = new QueryClient()
  for (const [name, queryKey] of Object.entries(KEYS)) queries.setQueryData(queryKey, { family: null, name })
  const asked: string[] = []
  return {
    tell: (update: Parameters<typeof tellUpdate>[2]) =>
      tellUpdate(queries, { changed: (hospital) => void asked.push(hospital) }, update),
    asked,
    outdated: () =>
      Object.entries(KEYS).flatMap(([name, key]) =>
        queries.getQueryState(key)?.isInvalidated ? [name] : [],
      ),
  }
}

test('a report that comes while the order is open is read for the order’s family too', () => {
  const { tell, asked, outdated } = page()
  tell({
    about: 'order',
    orderId: 77,
    hospitalCode: '1001',
    ...{ kind: 'reported', state: 'reported' },
  })
  expect(asked).toEqual(['1001'])
  expect(outdated()).toEqual(['familyOfOrder'])
})

test('a colleague’s change of a family is read again wherever the family, its list or its orders are opened again', () => {
  const { tell, outdated } = page()
  tell({ about: 'family', familyId: 9, hospitalCode: '1001', version: 4 })
  expect(outdated()).toEqual(expect.arrayContaining(['familyOfOrder', 'family', 'cascade', 'list']))
  expect(outdated()).not.toContain('elsewhere')
})

test('an answer to a request to join is read by the page that lists the user’s own institutions too', () => {
  const { tell, outdated } = page()
  tell({ about: 'profile' })
  expect(outdated()).toEqual(['profile', 'ownInstitutions'])
})
