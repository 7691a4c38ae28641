import { UserManager, WebStorageStateStore } from 'oidc-client-ts'
import { createClient } from '#contract/client.ts'
import { portalRoutes } from '#contract/portal.ts'
import { forgetUser, storeToken } from './storage.ts'

/** Who is signed in, as far as this tab knows. */
export interface SignIn {
  status: 'starting' | 'signed-out' | 'signed-in' | 'failed'
  /** The session is over, but the page is still there (with what was typed). */
  ended: boolean
  /** Of the installation. */
  version: string
}

let state: SignIn = { status: 'starting', ended: false, version: '' }
const listeners = new Set<() => void>()
const tokenListeners = new Set<() => void>()

export function signInState(): SignIn {
  return state
}

export function onSignInChange(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Calls back whenever a token has been renewed. */
export function onTokenRenewed(listener: () => void): () => void {
  tokenListeners.add(listener)
  return () => tokenListeners.delete(listener)
}

function change(part: Partial<SignIn>): void {
  state = { ...state, ...part }
  for (const listener of listeners) listener()
}

async function prepare(): Promise<UserManager> {
  const anonymous = createClient({ portal: portalRoutes }, (path, init) => fetch(path, init))
  const { identity, version } = await anonymous.portal.configuration()
  const manager = new UserManager({
    authority: identity.issuer,
    client_id: identity.clientId,
    resource: identity.audience,
    scope: 'openid profile email',
    redirect_uri: `${location.origin}/callback`,
    silent_redirect_uri: `${location.origin}/silent-renew`,
    post_logout_redirect_uri: `${location.origin}/logged-out`,
    userStore: new WebStorageStateStore({ store: sessionStorage }),
    stateStore: new WebStorageStateStore({ store: sessionStorage }),
    automaticSilentRenew: true,
    loadUserInfo: false,
  })
  manager.events.addUserLoaded((user) => {
    storeToken(user.access_token, user.profile.email ?? '', user.expires_at)
    change({ status: 'signed-in', ended: false })
    for (const listener of tokenListeners) listener()
  })
  change({ version })
  return manager
}

let preparing: Promise<UserManager> | undefined
function manager(): Promise<UserManager> {
  preparing ??= prepare()
  return preparing
}

/** Finds out whether this tab is signed in already. Never throws: a failure is a state. */
export async function startSession(): Promise<void> {
  try {
    const user = await (await manager()).getUser()
    if (user && !user.expired) storeToken(user.access_token, user.profile.email ?? '', user.expires_at)
    change({ status: user && !user.expired ? 'signed-in' : 'signed-out' })
  } catch (failure) {
    signInFailed(failure)
  }
}

/**
 * Leaves for the sign-in page; `returnTo` (path and query) is where the user lands afterwards. Throws when the identity
 * provider cannot be reached.
 */
export async function signIn(returnTo: string): Promise<void> {
  await (await manager()).signinRedirect({ state: { returnTo } })
}

/** For when there is no page yet on which a failed sign-in could be told. */
export function signInFailed(failure: unknown): void {
  console.error('The sign-in could not begin', failure)
  change({ status: 'failed' })
}

let completing: Promise<string> | undefined
/** Takes the answer of the sign-in page out of the address, once; gives the page that was wanted. Throws what went wrong. */
export function completeSignIn(): Promise<string> {
  completing ??= manager().then(async (users) => {
    const user = await users.signinRedirectCallback()
    const wanted = user.state as { returnTo?: string } | undefined
    return wanted?.returnTo ?? '/'
  })
  return completing
}

let renewing: Promise<boolean> | undefined
/** One silent renewal in a hidden frame, however many ask for it. */
export function renew(): Promise<boolean> {
  renewing ??= manager()
    .then((users) => users.signinSilent())
    .then((user) => user !== null)
    .catch(() => false)
    .finally(() => {
      renewing = undefined
    })
  return renewing
}

/** In the hidden frame: gives the identity provider's answer to the page that asked for the renewal. */
export async function answerSilentRenewal(): Promise<void> {
  await new UserManager({ authority: '', client_id: '', redirect_uri: '' }).signinSilentCallback()
}

export function sessionHasEnded(): void {
  if (state.status === 'signed-in') change({ ended: true })
}

/** Ends the session here and at the identity provider, which leads to /logged-out. Throws when it cannot be reached. */
export async function signOut(): Promise<void> {
  const users = await manager()
  forgetUser()
  await users.signoutRedirect()
}
