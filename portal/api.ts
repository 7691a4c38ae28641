import { QueryCache, QueryClient } from '@tanstack/react-query'
import { api as routes } from '#contract/api.ts'
import { createClient } from '#contract/client.ts'
import { type ErrorCode, ProblemError } from '#contract/errors.ts'
import { formDataOf } from './form-data.ts'
import { report } from './log.ts'
import { authorizedFetch } from './session/authorized-fetch.ts'
import { emailIsNotVerified, renew, sessionHasEnded } from './session/identity.ts'
import { institutionCodesHeader, stored } from './session/storage.ts'
import { refusesUnverifiedEmail } from './session/unverified-email.ts'

/** For what is no route of the client: the stream of live events. */
export const fetchWithToken = authorizedFetch({
  token: () => stored('authToken'),
  institutionCodes: institutionCodesHeader,
  renew,
  ended: sessionHasEnded,
})

/** One typed function a route: `api.orders.get({ params: { hospital, id } })`. Throws `ProblemError`. */
export const api = createClient(routes, async (path, { form, ...init }) => {
  const response = await fetchWithToken(path, form ? { ...init, body: formDataOf(form) } : init)
  if (await refusesUnverifiedEmail(response)) emailIsNotVerified()
  return response
})

const WORTH_A_RETRY: readonly ErrorCode[] = ['unavailable', 'internal']

export const queryClient = new QueryClient({
  queryCache: new QueryCache({
    onError: (error, { queryKey }) => {
      if (queryKey[0] === 'profile') report('error', 'The profile could not be fetched', error)
    },
  }),
  defaultOptions: {
    queries: {
      staleTime: 30_000,
      retry: (failures, error) =>
        failures < 2 && error instanceof ProblemError && WORTH_A_RETRY.includes(error.problem.code),
    },
  },
})
