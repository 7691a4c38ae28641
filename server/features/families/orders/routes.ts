import type { orderFamilyRoutes } from '#contract/order-family.ts'
import type { Connection } from '#server/database/connection/connect.ts'
import type { Handlers } from '#server/http/handlers.ts'
import { beginFamily, getOrderFamily, joinOrder, leaveFamily } from './order-family.ts'

export function orderFamilyHandlers(connection: Connection): Handlers<typeof orderFamilyRoutes> {
  return {
    get: (request) => getOrderFamily(connection)(request.authority, request),
    begin: (request) => beginFamily(connection)(request.authority, request),
    join: (request) => joinOrder(connection)(request.authority, request),
    leave: (request) => leaveFamily(connection)(request.authority, request),
  }
}
