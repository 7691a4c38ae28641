import type { UserManager } from 'oidc-client-ts'

/**
 * Set from a logout until the identity provider has answered it. Where the answer never comes, as without a network, its
 * session may still be open: whoever logs in next in this browser has to prove who they are.
 */
const KEY = 'openLogout'

export const isLogoutOpen = (): boolean => localStorage.getItem(KEY) !== null
export const logoutBegins = (): void => localStorage.setItem(KEY, 'yes')
export const logoutIsDone = (): void => localStorage.removeItem(KEY)

/** The identity provider's answer to a logout of this tab; anybody can come to the address otherwise. */
export async function takeLogoutAnswer(users: UserManager): Promise<void> {
  const { pathname, search } = location
  const state = new URLSearchParams(search).get('state')
  if (pathname !== '/logged-out' || state === null) return
  if ((await users.settings.stateStore.get(state)) !== null)
    await users.signoutRedirectCallback().then(logoutIsDone, () => undefined)
  history.replaceState(history.state, '', pathname)
}
