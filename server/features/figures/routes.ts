import type { figuresRoutes } from '#contract/figures.ts'
import type { ReplyOf, RequestOf } from '#contract/route.ts'
import { todayAtLaboratory } from '#domain/dates/dates.ts'
import { numberOf } from '#domain/figures/figures.ts'
import { byName } from '#domain/text/order.ts'
import { type Authority, withScope } from '#server/database/scope.ts'
import { namesOfTests } from '#server/features/catalogue/public.ts'
import { institutionsAround, type OrderDeps } from '#server/features/orders/public.ts'
import type { Handlers } from '#server/http/handlers.ts'
import { byMonth, byProvider, byTest, countNow, isCountComplete } from './store.ts'

type Deps = Pick<OrderDeps, 'connection' | 'lists' | 'now'>
type Request = RequestOf<(typeof figuresRoutes)['get']>
type Reply = ReplyOf<(typeof figuresRoutes)['get']>

/** The figures of the institutions that the user may see, from the kept counts. */
export function figuresHandlers({ lists, now }: Deps): Handlers<typeof figuresRoutes> {
  return { get: (request) => getFigures(request.authority, request) }

  function getFigures(given: Authority, { params, query }: Request): Promise<Reply> {
    const codes = (query.hospitalCodes ?? '').split(',').filter(Boolean)
    const { authority, institutions } = institutionsAround(given, params.hospital, codes)
    const { from, to, test = '', providerName: provider = '' } = query
    const asked = { institutions, from, to, test, provider }
    return withScope(lists, authority, async (scope) => {
      const [months, tests, providers, current, isComplete] = await Promise.all([
        byMonth(scope, asked),
        byTest(scope, asked),
        byProvider(scope, asked),
        countNow(scope, institutions, todayAtLaboratory(now())),
        isCountComplete(scope),
      ])
      const known = await namesOfTests(
        scope.db,
        tests.map(({ key }) => key),
      )
      const names = new Map(known.map(({ code, name }) => [code, name]))
      return {
        isComplete,
        months: months.map(({ key: month, ...figures }) => ({ month, ...figures })),
        tests: mostFirst(
          tests.map(({ key: code, ...figures }) => ({ code, name: names.get(code) ?? code, ...figures })),
        ),
        providers: mostFirst(providers.map(({ key: name, ...figures }) => ({ name, ...figures }))),
        now: current,
      }
    })
  }
}

/** Those with the most orders first, then by name. */
function mostFirst<T extends { name: string; counts: Reply['tests'][number]['counts'] }>(rows: T[]): T[] {
  const orders = ({ counts }: T) => numberOf(counts, 'submitted')
  return rows.toSorted((a, b) => orders(b) - orders(a) || byName(a.name, b.name))
}
