import { type Kysely, sql } from 'kysely'
import type { ehrRoutes, UnmappedCode } from '#contract/ehr.ts'
import { fail } from '#contract/errors.ts'
import type { ReplyOf, RequestOf } from '#contract/route.ts'
import { wrongMeaning } from '#domain/ehr/maps.ts'
import { isNpi } from '#domain/npi/npi.ts'
import { isOurType } from '#domain/specimens/own-types.ts'
import type { Connection } from '#server/database/connection/connect.ts'
import type { Tables } from '#server/database/schema/tables.ts'
import { type Authority, audit, nameOf, withScope } from '#server/database/scope.ts'
import { ownSpecimenTypes } from '#server/features/catalogue/public.ts'
import { hospitalDiffers } from '#server/features/orders/public.ts'
import type { Handlers } from '#server/http/handlers.ts'
import { adviceCallsIn, adviceIn, switchAdvice } from './advice/support.ts'
import { applyAgain, type EhrApplyDeps } from './apply.ts'
import { outgoingIn, sendAgain, sendAllAgain, sendingIn, skip } from './results/desk.ts'
import { release } from './results/release.ts'
import * as store from './store.ts'

export interface EhrSupportDeps extends EhrApplyDeps {
  /** Row-level security shows an interface's institution only. */
  connection: Connection
  /** Sees every institution: its routes are for the laboratory's Support only. */
  worker: Connection
  portalOrigin: string
}

/** The page of Support: what came from hospitals, and what of it has no meaning here. */
export function ehrHandlers(deps: EhrSupportDeps): Handlers<typeof ehrRoutes> {
  return {
    overview: () => overview(deps.worker.db, deps.portalOrigin),
    setAdvice: ({ authority, params, body }) =>
      switchAdvice(deps.worker, authority, params.interface, body.on),
    map: (request) => map(deps, request.authority, request),
    sendAgain: (request) => sendAgain(deps.worker, request.authority, request.params.id),
    sendAllAgain: (request) => sendAllAgain(deps.worker, request.authority, request.params.interface),
    release: (request) => release(deps.connection, request.authority, request.params),
    skip: (request) => skip(deps.worker, request.authority, request.params.id, request.body.reason),
  }
}

async function overview(
  db: Kysely<Tables>,
  origin: string,
): Promise<ReplyOf<(typeof ehrRoutes)['overview']>> {
  const [interfaces, sending, outgoing, unmapped, advice, adviceCalls, differing] = await Promise.all([
    interfacesIn(db),
    sendingIn(db),
    outgoingIn(db),
    unmappedIn(db),
    adviceIn(db, origin),
    adviceCallsIn(db),
    db
      .selectFrom('ehr_order as e')
      .innerJoin('ehr_interface as i', 'i.code', 'e.interface_code')
      .innerJoin('orders as o', 'o.id', 'e.order_id')
      .select(['e.id', 'i.name as interfaceName', 'o.id as orderId', 'o.institution_code as hospitalCode'])
      .select(['e.changed_at as changedAt', 'e.is_cancelled as isCancelled'])
      .select(sql<boolean>`o.state = 'draft'`.as('isDraft'))
      .where(hospitalDiffers)
      .orderBy('e.changed_at', 'desc')
      .limit(200)
      .execute(),
  ])
  return {
    ...{ interfaces, sending, outgoing, unmapped, advice, adviceCalls },
    differing: differing.map((one) => ({ ...one, changedAt: one.changedAt.toISOString() })),
  }
}

async function interfacesIn(db: Kysely<Tables>) {
  const rows = await db
    .selectFrom('ehr_interface as i')
    .innerJoin('institution as n', 'n.code', 'i.institution_code')
    .select(['i.code', 'i.name', 'i.processing_id as processingId', 'n.code as hospitalCode'])
    .select('n.name as institutionName')
    .select(sql<number>`(select count(*) from ehr_map m where m.interface_code = i.code)`.as('mapped'))
    .select(
      sql<number>`(select count(*) from ehr_order e where e.interface_code = i.code and not e.is_cancelled)`.as(
        'orders',
      ),
    )
    .select(
      sql<number>`(select count(*) from ehr_message_in m where m.interface_code = i.code and m.outcome = 'refused'
        and m.received_at > now() - interval '7 days')`.as('refused'),
    )
    .select(
      sql<Date | null>`(select max(m.received_at) from ehr_message_in m where m.interface_code = i.code)`.as(
        'last',
      ),
    )
    .orderBy('i.name')
    .execute()
  return rows.map(({ last, ...row }) => ({ ...row, lastMessageAt: last?.toISOString() ?? null }))
}

async function unmappedIn(db: Kysely<Tables>): Promise<UnmappedCode[]> {
  const { rows } = await sql<UnmappedCode>`
    select i.code as "interfaceCode", i.name as "interfaceName", u.kind, u.code, max(u.words) as words,
      count(*)::int as orders
    from ehr_order e join ehr_interface i on i.code = e.interface_code,
      jsonb_to_recordset(e.unmapped) as u (kind text, code text, words text)
    where e.unmapped <> '[]' and not e.is_cancelled
    group by i.code, i.name, u.kind, u.code
    order by count(*) desc, i.name, u.kind, u.code
    limit 200`.execute(db)
  return rows
}

type MapRequest = Pick<RequestOf<(typeof ehrRoutes)['map']>, 'params' | 'body'>

/** Writes one line of the map, then computes the waiting drafts again that no person has changed. */
async function map(deps: EhrSupportDeps, authority: Authority, { params, body }: MapRequest) {
  const { worker, connection } = deps
  const of = (await store.interfaceNamed(worker.db, params.interface)) ?? fail('not-found')
  const test = await worker.db
    .selectFrom('test')
    .select('code')
    .where('code', '=', body.meaning)
    .executeTakeFirst()
  const own = await ownSpecimenTypes(worker.db)
  const isSpecimenType = (text: string) => isOurType(text) || own.some(({ name }) => name === text)
  const wrong = wrongMeaning(body, { isTest: () => test !== undefined, isNpi, isSpecimenType })
  if (wrong)
    fail('invalid-fields', {
      errors: [{ path: '/meaning', rule: 'meaning', message: `“${body.meaning}” ${wrong}.` }],
    })
  const code = body.code.toLowerCase()
  const line = { meaning: body.meaning, changed_by_name: nameOf(authority.actor) }
  await withScope(worker, authority, async (scope) => {
    await scope.db
      .insertInto('ehr_map')
      .values({ interface_code: of.code, institution_code: of.institution, kind: body.kind, code, ...line })
      .onConflict((conflict) =>
        conflict.columns(['interface_code', 'kind', 'code']).doUpdateSet({ ...line, changed_at: sql`now()` }),
      )
      .execute()
    await audit(scope, 'ehr.map', { kind: 'ehr_interface', id: of.code, institution: of.institution }, body)
  })
  const applied = await withScope(connection, store.authorityOf(of, authority.requestId), async (scope) => {
    await store.lockInterface(scope, of)
    const waiting = await store.ordersWithout(scope, of, { kind: body.kind, code })
    for (const order of waiting) {
      // An earlier one of the same draft may have written it.
      const [now = order] = await store.ordersByIds(scope, of, [order.id])
      await applyAgain({ deps, scope, of, maps: await store.mapsOfInterface(scope, of) }, now)
    }
    return waiting.length
  })
  return { applied }
}
