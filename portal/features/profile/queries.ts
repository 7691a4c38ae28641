import { queryOptions } from '@tanstack/react-query'
import type { physiciansRoutes } from '#contract/physicians.ts'
import type { ReplyOf } from '#contract/route.ts'
import { api } from '#portal/api.ts'

export type FavoriteTest = ReplyOf<typeof physiciansRoutes.favoriteTests>[number]
export type FavoriteCode = ReplyOf<typeof physiciansRoutes.favoriteCodes>[number]
export type OwnInstitution = ReplyOf<typeof physiciansRoutes.institutions>[number]

export const favoriteTestsOptions = (userId: number) =>
  queryOptions({
    queryKey: ['me', 'favorites', userId],
    queryFn: () => api.physicians.favoriteTests({ params: { id: userId } }),
  })

export const favoriteCodesOptions = (userId: number) =>
  queryOptions({
    queryKey: ['me', 'codes', userId],
    queryFn: () => api.physicians.favoriteCodes({ params: { id: userId } }),
  })

export const notificationsOptions = (userId: number) =>
  queryOptions({
    queryKey: ['me', 'notifications', userId],
    queryFn: () => api.physicians.notifications({ params: { id: userId } }),
  })

/** Waiting and closed ones included. */
export const ownInstitutionsOptions = (userId: number) =>
  queryOptions({
    queryKey: ['me', 'institutions', userId],
    queryFn: () => api.physicians.institutions({ params: { id: userId } }),
  })
