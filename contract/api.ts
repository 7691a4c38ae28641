import { auditRoutes } from './audit.ts'
import { catalogueRoutes } from './catalogue.ts'
import { counselingRoutes } from './counseling.ts'
import { coverageRoutes } from './coverage.ts'
import { documentsRoutes } from './documents.ts'
import { followingRoutes } from './following.ts'
import { institutionsRoutes } from './institutions.ts'
import { kitsRoutes } from './kits.ts'
import { laboratoryRoutes } from './laboratory.ts'
import { logRoutes } from './log.ts'
import { manifestRoutes } from './manifest.ts'
import { ordersRoutes } from './orders.ts'
import { physiciansRoutes } from './physicians.ts'
import { portalRoutes } from './portal.ts'
import { samplesRoutes } from './samples.ts'
import { treatmentsRoutes } from './treatments.ts'
import { usersRoutes } from './users.ts'

/** Every route of the product, by feature. The server's handlers, the client and the OpenAPI page derive from it. */
export const api = {
  audit: auditRoutes,
  catalogue: catalogueRoutes,
  counseling: counselingRoutes,
  coverage: coverageRoutes,
  documents: documentsRoutes,
  following: followingRoutes,
  institutions: institutionsRoutes,
  kits: kitsRoutes,
  laboratory: laboratoryRoutes,
  log: logRoutes,
  manifest: manifestRoutes,
  orders: ordersRoutes,
  physicians: physiciansRoutes,
  portal: portalRoutes,
  samples: samplesRoutes,
  treatments: treatmentsRoutes,
  users: usersRoutes,
} as const
