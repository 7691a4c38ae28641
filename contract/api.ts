import { catalogueRoutes } from './catalogue.ts'
import { institutionsRoutes } from './institutions.ts'
import { logRoutes } from './log.ts'
import { ordersRoutes } from './orders.ts'
import { physiciansRoutes } from './physicians.ts'
import { portalRoutes } from './portal.ts'
import { usersRoutes } from './users.ts'

/** Every route of the product, by feature. The server's handlers, the client and the OpenAPI page derive from it. */
export const api = {
  catalogue: catalogueRoutes,
  institutions: institutionsRoutes,
  log: logRoutes,
  orders: ordersRoutes,
  physicians: physiciansRoutes,
  portal: portalRoutes,
  users: usersRoutes,
} as const
