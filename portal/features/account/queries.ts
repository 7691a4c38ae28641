import { queryOptions } from '@tanstack/react-query'
import { api } from '#portal/api.ts'
import { profileOptions } from '#portal/session/profile.ts'

/** Invitations, and what else is known beside the profile. Its key is below the profile's: the same news renew it. */
export const registrationOptions = queryOptions({
  queryKey: [...profileOptions.queryKey, 'registration'],
  queryFn: () => api.physicians.registration(),
})
