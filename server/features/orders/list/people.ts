import { sql } from 'kysely'
import type { ordersRoutes } from '#contract/orders.ts'
import type { ReplyOf, RequestOf } from '#contract/route.ts'
import { PARTNERS_AT_MOST } from '#domain/partners/partner-search.ts'
import { type Authority, type Reading, reading } from '#server/database/scope.ts'
import type { OrderDeps } from '../order-deps.ts'
import { foundBy, isNamed } from './list-filters.ts'

type PeopleRequest = RequestOf<(typeof ordersRoutes)['people']>
type People = ReplyOf<(typeof ordersRoutes)['people']>

/** At most this many orders are searched, the newest: their content is read. */
const MOST_ORDERS = 2000

/**
 * People in an institution's orders, relatives as well as patients, by parts of their names and their exact
 * date of birth. Each appears once, with the newest order that names them, newest first. Few people share a date of birth:
 * all of their orders are searched, and of a name's the newest. A name alone may be in more orders than that (`isCut`).
 */
export function peopleOfOrders(deps: OrderDeps) {
  return async (authority: Authority, { params, query }: PeopleRequest): Promise<People> =>
    findPeople(reading(deps.connection, authority), params.hospital, query)
}

/** `most`: of how many orders the content is read. */
export async function findPeople(
  { db }: Pick<Reading, 'db'>,
  hospital: string,
  { lastName, firstName, dateOfBirth }: PeopleRequest['query'],
  most = MOST_ORDERS,
): Promise<People> {
  const named = foundBy([hospital], { patient: [lastName, firstName].join(' ') })
  const ofName = named
    ? sql`select order_id as id from ${named.found} found order by ordered_at desc limit ${most + 1}`
    : sql`select 0::bigint as id where false`
  const ofBirthday = sql`select id from orders_of_birthday(${hospital}, ${dateOfBirth}, ${most + 1}) id`
  // Of people without a whole name, only the name is searched.
  const [orders, others] =
    dateOfBirth === '' ? [ofName, sql`select 0::bigint as id where false`] : [ofBirthday, ofName]
  const [last, first] = [sql<string>`person ->> 'lastName'`, sql<string>`person ->> 'firstName'`]
  const born = dateOfBirth === '' ? sql`true` : sql`person ->> 'dateOfBirth' = ${dateOfBirth}`
  const { rows } = await sql<People>`
    with candidates as (
      ${orders}
    ), others as (
      ${others}
    ), named as (
      select o.id, o.accession_number, o.institution_code, person
      from ((select id from candidates limit ${most}) union (select id from others limit ${most})) searched join orders o using (id), jsonb_array_elements(o.document -> 'patients') person
      where o.institution_code = ${hospital} and ${isNamed(last, lastName)} and ${isNamed(first, firstName)} and ${born}
    ), newest as (
      select distinct on (lower(${last}), lower(${first}), person ->> 'dateOfBirth')
        id as "orderId", accession_number as "accessionNumber", ${first} as "firstName", ${last} as "lastName",
        person ->> 'dateOfBirth' as "dateOfBirth", person ->> 'sex' as sex, person ->> 'relationship' as relationship
      from named
      order by lower(${last}), lower(${first}), person ->> 'dateOfBirth', id desc
    )
    select (select count(*) > ${most} from candidates) as "isCut", coalesce((
      select jsonb_agg(listed order by "orderId" desc)
      from (select * from newest order by "orderId" desc limit ${PARTNERS_AT_MOST}) listed), '[]') as people`.execute(
    db,
  )
  return rows[0] ?? { people: [], isCut: false }
}
