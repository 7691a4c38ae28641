import { useMutation, useQuery } from '@tanstack/react-query'
import { ProblemError } from '#contract/errors.ts'
import { api, queryClient } from '#portal/api.ts'
import { fieldErrorsOf } from '#portal/forms.ts'
import { useSession } from '#portal/session/session.ts'
import { notifyProblem } from '#ui/notices.ts'
import { toggleFavorite } from './favorite-rules.ts'
import { refreshAllTabs } from './other-tabs.ts'
import {
  type FavoriteCode,
  type FavoriteTest,
  favoriteCodesOptions,
  favoriteTestsOptions,
} from './queries.ts'

/** A code that the laboratory does not know is the only field that can be wrong: its words say it. */
function notifyInvalidCode(error: unknown): void {
  const [first] = fieldErrorsOf(error)
  notifyProblem(
    first && error instanceof ProblemError
      ? new ProblemError({ ...error.problem, title: first.message })
      : error,
  )
}

const codeOfTest = (test: FavoriteTest) => test.testCode
const codeOfCode = (code: FavoriteCode) => code.code

/** The user's favorite tests; `toggle` saves at once. Undefined while they are not known; `error` says why they are not. */
export function useFavoriteTests() {
  const { user } = useSession()
  const options = favoriteTestsOptions(user.id)
  const { data, error, refetch } = useQuery(options)
  const { mutate } = useMutation({
    // One after the other, each on what the server has then.
    scope: { id: 'favorite-tests' },
    mutationFn: async (test: FavoriteTest) => {
      const list = toggleFavorite(
        await queryClient.fetchQuery({ ...options, staleTime: 0 }),
        test,
        codeOfTest,
      )
      const body = list.map(({ testCode }) => ({ testCode }))
      await api.physicians.changeFavoriteTests({ params: { id: user.id }, body })
      queryClient.setQueryData(options.queryKey, list)
    },
    onSuccess: () => refreshAllTabs(options.queryKey),
    onError: notifyInvalidCode,
  })
  return { favorites: data, error, retry: () => void refetch(), toggle: mutate }
}

/** The user's favorite ICD-10 codes; `toggle` saves at once. Undefined while they are not known. */
export function useFavoriteCodes() {
  const { user } = useSession()
  const options = favoriteCodesOptions(user.id)
  const { data } = useQuery(options)
  const { mutate } = useMutation({
    scope: { id: 'favorite-codes' },
    mutationFn: async (code: FavoriteCode) => {
      const list = toggleFavorite(
        await queryClient.fetchQuery({ ...options, staleTime: 0 }),
        code,
        codeOfCode,
      )
      const body = list.map((one) => ({ code: one.code }))
      await api.physicians.changeFavoriteCodes({ params: { id: user.id }, body })
      queryClient.setQueryData(options.queryKey, list)
    },
    onSuccess: () => refreshAllTabs(options.queryKey),
    onError: notifyInvalidCode,
  })
  return { favorites: data, toggle: mutate }
}
