import { z } from 'zod'
import { PERMISSION_NAMES, ROLE_NAMES } from '#domain/permissions/permissions.ts'
import { routes } from './route.ts'

const permission = z.enum(PERMISSION_NAMES)

/** The signed-in user (specification §3, Physician), as far as signing in and ordering need it. */
export const physician = z.object({
  id: z.number().int(),
  firstName: z.string(),
  lastName: z.string(),
  email: z.string(),
  npi: z.string(),
  prefix: z.string(),
  suffix: z.string(),
  status: z.enum(['Active', 'Inactive', 'Blocked', 'WaitingForApproval']),
  /** Each institution the user works at, children of a parent included, and what may be done there. */
  customerRoles: z.array(
    z.object({
      institution: z.object({
        code: z.string(),
        name: z.string(),
        parentCode: z.string().nullable(),
      }),
      roles: z.array(z.enum(ROLE_NAMES)),
      permissions: z.array(permission),
    }),
  ),
})
export type Physician = z.infer<typeof physician>

/** Somebody who may be named as an order's ordering provider. */
export const orderingProvider = z.object({
  id: z.number().int(),
  firstName: z.string(),
  lastName: z.string(),
  npi: z.string(),
  suffix: z.string(),
})
export type OrderingProviderChoice = z.infer<typeof orderingProvider>

export const physiciansRoutes = routes({
  current: {
    method: 'GET',
    path: '/api/physicians/current',
    summary: 'The signed-in user',
    access: { kind: 'signed-in' },
    reply: physician,
    errors: ['not-registered'],
  },
  search: {
    method: 'GET',
    path: '/api/PhysiciansV2/',
    summary: 'The active providers of an institution who have an NPI',
    access: { kind: 'institution', permissions: ['CreateOrder', 'ViewUser'] },
    query: z.object({
      hospitalCode: z.string().min(1).max(20),
      search: z.string().max(100).optional(),
      page: z.coerce.number().int().min(1).default(1),
      limit: z.coerce.number().int().min(1).max(100).default(25),
    }),
    reply: z.object({
      data: z.array(orderingProvider),
      meta: z.object({ total: z.number().int(), page: z.number().int(), limit: z.number().int() }),
    }),
    errors: [],
  },
})
