import { queryOptions } from '@tanstack/react-query'
import type { UserStatus } from '#domain/lookups.ts'
import { api } from '#portal/api.ts'
import { PAGE_SIZE } from '#portal/list/paging.ts'

export interface UsersQuery {
  status?: UserStatus | undefined
  search?: string | undefined
  page: number
}

/** A page of an institution's users. While the next one loads the one before stays, but never another institution's. */
export const usersOptions = (hospitalCode: string, query: UsersQuery) =>
  queryOptions({
    queryKey: ['users', hospitalCode, 'list', query],
    queryFn: () => api.users.list({ query: { hospitalCode, ...query, limit: PAGE_SIZE } }),
    placeholderData: (before, beforeQuery) =>
      beforeQuery?.queryKey[1] === hospitalCode ? before : undefined,
  })

export const userOptions = (hospital: string, id: number) =>
  queryOptions({
    queryKey: ['users', hospital, 'one', id],
    queryFn: () => api.users.get({ params: { hospital, id } }),
  })

export const invitationsOptions = (hospital: string) =>
  queryOptions({
    queryKey: ['users', hospital, 'invitations'],
    queryFn: () => api.users.invitations({ params: { hospital } }),
  })

/** Who waits, at all institutions that the caller manages. Nobody is told when somebody registers: it is asked for. */
export const waitingOptions = (query: { search?: string | undefined; page: number }) =>
  queryOptions({
    queryKey: ['users', 'waiting', query],
    queryFn: () => api.users.waiting({ query: { ...query, limit: PAGE_SIZE } }),
    placeholderData: (before) => before,
    refetchInterval: 60_000,
  })

export const institutionOptions = (id: number) =>
  queryOptions({
    queryKey: ['institutions', id],
    queryFn: () => api.institutions.get({ params: { id } }),
  })

/** What the NPI registry says of a number; it does not change while a page is open. */
export const npiOptions = (npi: string) =>
  queryOptions({
    queryKey: ['npi', npi],
    queryFn: () => api.physicians.lookupNpi({ params: { npi } }),
    staleTime: Number.POSITIVE_INFINITY,
  })
