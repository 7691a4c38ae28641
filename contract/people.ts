import { z } from 'zod'
import { INSTITUTION_PHONE_TYPES, PROVIDER_TYPES, USER_STATUSES } from '#domain/lookups.ts'
import { ROLE_NAMES } from '#domain/permissions/permissions.ts'
import { searchWords } from './search-words.ts'

/** Schemas shared by the physicians', institutions' and users' routes. */

/** E.164, such as +16145550101. The server checks whether a country has such a number. */
export const phoneEntry = z.strictObject({
  type: z.enum(INSTITUTION_PHONE_TYPES),
  phoneNumber: z
    .string()
    .trim()
    .regex(/^\+[1-9]\d{6,14}$/, { error: 'Enter the full phone number with its country.' }),
})
export type PhoneEntry = z.infer<typeof phoneEntry>

export const phoneList = z.array(phoneEntry).max(10, { error: 'Enter at most 10 phone numbers.' })

export const userStatus = z.enum(USER_STATUSES)
export const providerType = z.enum(PROVIDER_TYPES)
export const roleName = z.enum(ROLE_NAMES)
/**
 * Roles that an institution's administrators can assign; Support is the laboratory's own and comes with the
 * token.
 */
export const givenRole = roleName.exclude(['Support'])
export type GivenRole = z.infer<typeof givenRole>

export const paging = {
  search: searchWords.optional(),
  /**
   * None of our lists is this long; multiplied by `limit`, the offset is still a number that a database can
   * count to.
   */
  page: z.coerce.number().int().min(1).max(1_000_000).default(1),
  limit: z.coerce.number().int().min(1).max(100).default(25),
}
export const pageMeta = z.object({
  total: z.number().int(),
  page: z.number().int(),
  limit: z.number().int(),
})
export const instant = z.iso.datetime()
export const ownId = z.object({ id: z.coerce.number().int().positive() })
