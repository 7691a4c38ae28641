import { queryOptions } from '@tanstack/react-query'
import { ProblemError } from '#contract/errors.ts'
import type { Physician } from '#contract/physicians.ts'
import { api } from '../api.ts'

/** The profile of whoever is signed in; null when the account has none. */
export const profileOptions = queryOptions({
  queryKey: ['profile'],
  queryFn: async (): Promise<Physician | null> => {
    try {
      return await api.physicians.current()
    } catch (error) {
      if (error instanceof ProblemError && error.problem.code === 'not-registered') return null
      throw error
    }
  },
  staleTime: 5 * 60_000,
})
