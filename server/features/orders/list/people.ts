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
 * date of birth. Each appears once, with the newest order that names them, newest first. The newest orders of the date and the
 * newest of the name are searched; if either has no more, whoever matches is found, and nothing is cut (`isCut`). Of people
 * without a whole name, only the name is searched.
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
  const none = sql`select 0::bigint as id where false`
  const name = foundBy([hospital], { patient: [lastName, firstName].join(' ') })
  const isDated = dateOfBirth !== ''
  const ofName = name
    ? sql`select order_id as id from ${name.found} found order by ordered_at desc limit ${most + 1}`
    : none
  const ofBirthday = isDated
    ? sql`select id from orders_of_birthday(${hospital}, ${dateOfBirth}, ${most + 1}) id`
    : none
  const entered = [...(name ? [sql`of_name`] : []), ...(isDated ? [sql`of_birthday`] : [])]
  const isCut = sql.join(
    entered.map((found) => sql`(select count(*) > ${most} from ${found})`),
    sql` and `,
  )
  const [last, first] = [sql<string>`person ->> 'lastName'`, sql<string>`person ->> 'firstName'`]
  const born = isDated ? sql`person ->> 'dateOfBirth' = ${dateOfBirth}` : sql`true`
  const { rows } = await sql<People>`
    with of_name as (
      ${ofName}
    ), of_birthday as (
      ${ofBirthday}
    ), named as (
      select o.id, o.accession_number, o.institution_code, person
      from ((select id from of_name limit ${most}) union (select id from of_birthday limit ${most})) searched join orders o using (id), jsonb_array_elements(o.document -> 'patients') person
      where o.institution_code = ${hospital} and ${isNamed(last, lastName)} and ${isNamed(first, firstName)} and ${born}
    ), newest as (
      select distinct on (lower(${last}), lower(${first}), person ->> 'dateOfBirth')
        id as "orderId", accession_number as "accessionNumber", ${first} as "firstName", ${last} as "lastName",
        person ->> 'dateOfBirth' as "dateOfBirth", person ->> 'sex' as sex, person ->> 'relationship' as relationship
      from named
      order by lower(${last}), lower(${first}), person ->> 'dateOfBirth', id desc
    )
    select ${isCut} as "isCut", coalesce((
      select jsonb_agg(listed order by "orderId" desc)
      from (select * from newest order by "orderId" desc limit ${PARTNERS_AT_MOST}) listed), '[]') as people`.execute(
    db,
  )
  return rows[0] ?? { people: [], isCut: false }
}
