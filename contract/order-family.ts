import { z } from 'zod'
import { MOST_FETUSES } from '#domain/orders/pregnancy.ts'
import { routes } from './route.ts'
import { filled } from './texts.ts'

const id = z.coerce.number().int().positive().max(Number.MAX_SAFE_INTEGER)
const one = z.object({ hospital: z.string().min(1).max(20), id })
const view = { kind: 'institution', permissions: ['ViewOrder'], at: ['hospital'] } as const
const change = { kind: 'institution', permissions: ['CreateOrder'], at: ['hospital'] } as const
const key = z.string().min(1).max(40)
const MOST_PEOPLE = 12 + MOST_FETUSES

const joinedPerson = z.strictObject({
  /** A key of the order’s people or fetuses. */
  patientKey: key,
  /** A key of the family’s people. */
  member: key,
})
const named = z.object({ id: z.number().int(), name: z.string() })

const orderFamily = z.object({
  /** Null if the order is joined to none. */
  family: named.nullable(),
  people: z.array(joinedPerson),
  /** Families of the institution with somebody of the order’s name and birthday, while it is joined to none. */
  proposals: z.array(named.extend({ people: z.array(joinedPerson) })),
  /** (Likely) pathogenic variants of its valid reports that are no finding of its family yet. */
  variants: z.array(
    // `member`: whose, '' if nobody said who of the family they are. `words`: gene, change and class.
    z.object({ reportId: id, variantKey: z.string(), member: z.string(), words: z.string() }),
  ),
})
export type OrderFamily = z.infer<typeof orderFamily>

export const orderFamilyRoutes = routes({
  get: {
    method: 'GET',
    path: '/api/Orders/{hospital}/{id}/family',
    summary: 'Who of an order is who in a family, or in which families its people may be',
    access: view,
    params: one,
    reply: orderFamily,
    cost: 'search',
    errors: [],
  },
  begin: {
    method: 'POST',
    path: '/api/Orders/{hospital}/{id}/family',
    summary: 'Start a family from an order’s people; an order that is in a family keeps it',
    access: change,
    params: one,
    body: z.strictObject({
      /** Made by the client, one for each intended family: a retried request finds the one it has made. */
      familyKey: z.uuid(),
      name: filled(100, 'Give the family a name.'),
    }),
    reply: orderFamily,
    status: 201,
    errors: ['invalid-fields'],
  },
  join: {
    method: 'PUT',
    path: '/api/Orders/{hospital}/{id}/family',
    summary: 'Say who of an order is who in a family; who is left out stays as they are',
    access: change,
    params: one,
    body: z.strictObject({
      familyId: id,
      people: z
        .array(joinedPerson.extend({ member: z.union([key, z.literal('')]) }))
        .min(1)
        .max(MOST_PEOPLE),
    }),
    reply: orderFamily,
    errors: ['invalid-fields'],
  },
  leave: {
    method: 'DELETE',
    path: '/api/Orders/{hospital}/{id}/family',
    summary: 'Take an order out of its family; both stay as they are',
    access: change,
    params: one,
    reply: orderFamily,
    errors: [],
  },
})
