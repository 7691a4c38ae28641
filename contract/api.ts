import { catalogueRoutes } from './catalogue.ts'
import { ordersRoutes } from './orders.ts'
import { physiciansRoutes } from './physicians.ts'
import { portalRoutes } from './portal.ts'

/** Every route of the product, by feature. The server's handlers, the client and the OpenAPI page derive from it. */
export const api = {
  catalogue: catalogueRoutes,
  orders: ordersRoutes,
  physicians: physiciansRoutes,
  portal: portalRoutes,
} as const
