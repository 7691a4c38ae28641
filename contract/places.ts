import { z } from 'zod'
import type { PermissionName } from '#domain/permissions/permissions.ts'
import { routes } from './route.ts'

const id = z.coerce.number().pipe(z.number().int().positive().max(Number.MAX_SAFE_INTEGER))

/** Which of the user's institutions a record belongs to. */
export const owningInstitution = z.object({ hospitalCode: z.string() })
export type OwningInstitution = z.infer<typeof owningInstitution>

const institutionRoute = <const P extends `/api/places/${string}/{id}`>(
  path: P,
  what: string,
  permissions: readonly PermissionName[],
) =>
  ({
    method: 'GET',
    path,
    summary: `Which of the user’s institutions ${what} belongs to`,
    access: { kind: 'institution', permissions },
    params: z.object({ id }),
    reply: owningInstitution,
    errors: [],
  }) as const

/**
 * Addresses name a record but no institution: a link in an email opens whichever institution was selected
 * before.
 */
export const placesRoutes = routes({
  order: institutionRoute('/api/places/orders/{id}', 'an order or draft', ['ViewOrder']),
  sample: institutionRoute('/api/places/samples/{id}', 'a sample', ['ViewOrder']),
  family: institutionRoute('/api/places/families/{id}', 'a family', ['ViewOrder']),
  kit: institutionRoute('/api/places/kits/{id}', 'a kit order', ['ViewOrder']),
  user: institutionRoute('/api/places/users/{id}', 'a user', ['ViewUser', 'CreateUser']),
})
