import type { UserStatus } from '../lookups.ts'

const STRONGEST_FIRST = [
  'Active',
  'WaitingForApproval',
  'Blocked',
  'Inactive',
] as const satisfies UserStatus[]

/**
 * A user's status over all their institutions: active if they are active at any. Null: they belong to none,
 * and are not registered.
 */
export function overallStatus(atInstitutions: readonly UserStatus[]): UserStatus | null {
  return STRONGEST_FIRST.find((status) => atInstitutions.includes(status)) ?? null
}
