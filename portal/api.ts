import { api as routes } from '#contract/api.ts'
import { createClient } from '#contract/client.ts'
import { formDataOf } from './form-data.ts'
import { PortalQueryClient } from './query-client.ts'
import { againHeader } from './reading-again.ts'
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
export const api = createClient(routes, async (path, { form, ...given }) => {
  const init = { ...given, headers: { ...given.headers, ...againHeader() } }
  const response = await fetchWithToken(path, form ? { ...init, body: formDataOf(form) } : init)
  if (await refusesUnverifiedEmail(response)) emailIsNotVerified()
  return response
})

export const queryClient = new PortalQueryClient()
