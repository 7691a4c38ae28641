import { api } from '#contract/api.ts'
import { isEventStream, type Route } from '#contract/route.ts'
import { administer } from '../database/connection/connect.ts'
import { seedDemo } from '../demo/seed.ts'
import { startPortal } from './portal.ts'
import { TERMS } from './world.ts'

/** The demo institution of the sign-ins below, and the one that an example uses. */
export const DEMO_INSTITUTION = '1001'

/** Token subjects of the demo's users; Support's role is in the token (world.ts). */
const subjectOf = (email: string) => (email === 'support@demo.test' ? 'Support' : email)

/**
 * The portal of portal.ts with the demo's users, catalogue and orders. `tokenOf('super@demo.test')` signs in.
 */
export async function startDemoPortal() {
  return startPortal({
    fill: (db, files) =>
      seedDemo(db, {
        ...{ now: new Date(), laboratory: 'Demo', files, termsVersion: TERMS, diagnosisCodes: 'selection' },
        ensureAccount: async ({ email }) => ({ sub: subjectOf(email) }),
      }),
  })
}

/** One object of each kind at an institution. */
export interface DemoThings {
  institution: string
  order: number
  sample: number
  institutionId: number
  document: number
  kit: number
  message: number
  reclassification: number
  family: number
  user: { id: number; subject: string }
  test: { id: number; code: string }
}

/** Finds one object of each kind at an institution of the demo; `subject` is the user who requests them. */
export async function thingsAt(url: string, institution: string, subject: string): Promise<DemoThings> {
  return administer(url, async (db) => {
    const ids = async (table: 'kit_order' | 'document' | 'message_out') => {
      const found = await db.selectFrom(table).select('id').orderBy('id').limit(1).executeTakeFirst()
      return found?.id ?? 1
    }
    const followUp = await db
      .selectFrom('follow_up')
      .select('id')
      .where('institution_code', '=', institution)
      .where('kind', '=', 'reclassification')
      .orderBy('id')
      .limit(1)
      .executeTakeFirst()
    const family = await db
      .selectFrom('family')
      .select('id')
      .where('institution_code', '=', institution)
      .orderBy('id')
      .limit(1)
      .executeTakeFirst()
    const order = await db
      .selectFrom('orders')
      .innerJoin('sample', 'sample.order_id', 'orders.id')
      .select(['orders.id', 'orders.test_code', 'sample.id as sample'])
      .where('orders.institution_code', '=', institution)
      .where('orders.state', '=', 'reported')
      .orderBy('orders.id')
      .limit(1)
      .executeTakeFirstOrThrow()
    const test = await db
      .selectFrom('test')
      .select(['id', 'code'])
      .where('code', '=', order.test_code)
      .executeTakeFirstOrThrow()
    const at = await db
      .selectFrom('institution')
      .select('id')
      .where('code', '=', institution)
      .executeTakeFirstOrThrow()
    const user = await db
      .selectFrom('physician')
      .select(['id', 'subject'])
      .where('subject', '=', subject)
      .executeTakeFirst()
    return {
      ...{ institution, order: order.id, sample: order.sample, institutionId: at.id, test },
      ...{ document: await ids('document'), kit: await ids('kit_order'), message: await ids('message_out') },
      reclassification: followUp?.id ?? 1,
      family: family?.id ?? 1,
      user: user ?? { id: 0, subject },
    }
  })
}

/** The value of a path parameter, by the path before it. */
const PLACEHOLDERS: readonly [RegExp, (things: DemoThings) => string | number][] = [
  [/\{(h|hospital|hospitalCode)\}$/i, ({ institution }) => institution],
  [/\{n\}$/, () => 100],
  [/\{format\}$/, () => 'csv'],
  [/\{(version|part)\}$/, () => 1],
  [/\{since\}$/, () => 2],
  [/\{letterId\}$/, () => 1],
  [/\{orderId\}$/, ({ order }) => order],
  [/\{documentId\}$/, ({ document }) => document],
  [/\/kits\/(\{hospital\}\/)?\{id\}$/i, ({ kit }) => kit],
  [/\{familyFormat\}$/, () => 'karyo'],
  [/\/families\/(\{hospital\}\/)?\{id\}$/i, ({ family }) => family],
  [/\/reclassifications\/\{h\}\/\{id\}$/, ({ reclassification }) => reclassification],
  [/\/messages\/\{direction\}\/\{id\}$/, ({ message }) => message],
  [/\{direction\}$/, () => 'out'],
  [/\{questionnaire\}$/, () => 'prenatal'],
  [/\/physicians\/\{id\}$|\/users\/(\{hospital\}\/)?\{id\}$/i, ({ user }) => user.id],
  [/\/institutions\/\{id\}$/, ({ institutionId }) => institutionId],
  [/\/tests\/\{id\}$/i, ({ test }) => test.id],
  [/\/treatment\/\{id\}$|\/orders\/(\{\w+\}\/)?\{id\}$/i, ({ order }) => order],
  [/\{id\}$/, ({ sample }) => sample],
  [/\{code\}$|\{testCode\}$/, ({ test }) => test.code],
  [/\{npi\}$/, () => '1234567893'],
  [/\{name\}$/, () => 'wes'],
  [/\{type\}$/, () => 'states'],
]

/** A route's path with the ids of these objects. */
export function pathAt({ path }: Pick<Route, 'path'>, things: DemoThings): string {
  return path.replace(/\{\w+\}/g, (name, offset: number) => {
    const before = path.slice(0, offset) + name
    const found = PLACEHOLDERS.find(([at]) => at.test(before))
    if (!found) throw new Error(`nobody knows what ${name} of ${path} is`)
    return encodeURIComponent(String(found[1](things)))
  })
}

/** The query parameters that a route requires. */
const NEEDS: Record<string, (things: DemoThings) => string> = {
  '/api/figures/{hospital}': () => '?from=2026-01&to=2026-12',
  '/api/Orders/{hospital}/people': () => '?lastName=a',
  '/api/results/{hospital}': () => '?gene=BRCA2',
  '/api/orders/{h}/requisitions': ({ order }) => `?ids=${order}`,
  '/api/samples/{h}/{id}/file-download': ({ document }) => `?fileId=${document}`,
  '/api/PhysiciansV2/': ({ institution }) => `?hospitalCode=${institution}`,
  '/api/PhysiciansV2/ordering-providers': ({ institution }) => `?hospitalCode=${institution}`,
}

export const queryAt = ({ path }: Pick<Route, 'path'>, things: DemoThings) => NEEDS[path]?.(things) ?? ''

/** All reading routes except streams. */
export const GET_ROUTES: [name: string, route: Route][] = Object.entries(api).flatMap(([feature, routes]) =>
  Object.entries(routes as Record<string, Route>).flatMap(([name, route]): [string, Route][] =>
    route.method === 'GET' && !isEventStream(route.reply) ? [[`${feature}.${name}`, route]] : [],
  ),
)
