import type { ordersRoutes } from '#contract/orders.ts'
import type { Handlers } from '#server/handlers.ts'
import { type OrdersParts, ordersService } from './service.ts'

export function ordersHandlers(parts: OrdersParts): Handlers<typeof ordersRoutes> {
  const orders = ordersService(parts)
  return {
    create: (request) => orders.create(request.authority, request),
    patch: (request) => orders.patch(request.authority, request),
    submit: (request) => orders.submit(request.authority, request),
    get: (request) => orders.get(request.authority, request),
    list: (request) => orders.list(request.authority, request),
    discard: async (request) => void (await orders.discard(request.authority, request)),
    report: (request) => orders.report(request.authority, request),
    summary: (request) => orders.summary(request.authority, request),
  }
}
