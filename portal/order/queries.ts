import { queryOptions } from '@tanstack/react-query'
import type { ordersRoutes } from '#contract/orders.ts'
import type { CallOf } from '#contract/route.ts'
import { api } from '#portal/api.ts'

export type ListQuery = CallOf<typeof ordersRoutes.list>['query']

/**
 * A page of the list. While the next page loads the one before stays, but never one of another institution.
 */
export const listOptions = (hospitalCode: string, query: ListQuery) =>
  queryOptions({
    queryKey: ['orders', hospitalCode, 'list', query],
    queryFn: () => api.orders.list({ params: { hospital: hospitalCode }, query }),
    placeholderData: (before, beforeQuery) =>
      beforeQuery?.queryKey[1] === hospitalCode ? before : undefined,
  })

/** Drafts that the reader is asked to submit: the first few, and how many there are. */
export const submissionRequestOptions = (hospitalCode: string) =>
  listOptions(hospitalCode, { askedOfMe: 'true', top: 5 })

/** Drafts that wait for the reader, to go on with or to submit: how many there are. */
export const assignedOptions = (hospitalCode: string) =>
  listOptions(hospitalCode, { askedOfMe: 'true', orResponsible: 'true', top: 1 })

/** What the list can be narrowed by. */
export const historyFilterOptions = (hospitalCode: string) =>
  queryOptions({
    queryKey: ['orders', hospitalCode, 'history-filter'],
    queryFn: () => api.orders.historyFilter({ query: { hospitalCode } }),
    staleTime: 5 * 60_000,
  })

/** The lists that the reader has kept. */
export const viewsOptions = (userId: number) =>
  queryOptions({
    queryKey: ['views', userId],
    queryFn: () => api.physicians.views({ params: { id: userId } }),
  })

export const orderOptions = (hospitalCode: string, id: number) =>
  queryOptions({
    queryKey: ['orders', hospitalCode, 'one', id],
    queryFn: () => api.orders.get({ params: { hospital: hospitalCode, id } }),
  })

export const summaryOptions = (hospitalCode: string) =>
  queryOptions({
    queryKey: ['orders', hospitalCode, 'summary'],
    queryFn: () => api.orders.summary({ params: { h: hospitalCode } }),
  })

/** The catalogue's entry of an ordered test, as the institution has it; it does not change while a page is open. */
export const testOptions = (code: string, institutionCode: string) =>
  queryOptions({
    queryKey: ['catalogue', 'test', code, institutionCode],
    queryFn: () => api.catalogue.test({ params: { code }, query: { institutionCode } }),
    staleTime: 15 * 60_000,
  })

/** The requisition as it is to be printed now: `edition` tells it from what was printed before something changed. */
export const requisitionOptions = (hospitalCode: string, id: number, edition: string) =>
  queryOptions({
    queryKey: ['order-requisition', hospitalCode, id, edition],
    queryFn: () => api.documents.requisition({ params: { h: hospitalCode, id } }),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 60_000,
  })

/** The questions whether a specimen suffices for further tests. */
export const availabilityOptions = (hospitalCode: string, sampleId: number) =>
  queryOptions({
    queryKey: ['orders', hospitalCode, 'availability', sampleId],
    queryFn: () => api.samples.availability({ params: { id: sampleId } }),
  })

/** Letters that every font of printed documents has; for others the words and the list of them are loaded. */
const USUAL = /^[ -~\u00a0-\u0148\u014a-\u017f\u1ea0-\u1ef9’]*$/

/** Which letters of names their labels cannot show and what to do, as it is read in one place; '' if all are printed. */
export const unprintableOptions = (where: 'inField' | 'onLabels', names: string) =>
  queryOptions({
    queryKey: ['unprintable', where, names],
    queryFn: async () => (await import('./unprintable-words.ts'))[where](names),
    enabled: !USUAL.test(names),
  })
