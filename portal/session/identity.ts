import { type User, UserManager, WebStorageStateStore } from 'oidc-client-ts'
import { api as routes } from '#contract/api.ts'
import { createClient } from '#contract/client.ts'
import { report } from '../log.ts'
import { catalogueFrame } from './catalogue-frame.ts'
import type { Configuration } from './guards.ts'
import { isIssuedFor } from './id-token.ts'
import { activityKey } from './idle.ts'
import { guardKeptPage } from './kept-page.ts'
import { isLogoutOpen, logoutBegins, logoutIsDone, takeLogoutAnswer } from './open-logout.ts'
import { forgetAccess, forgetUser, stored, storeToken } from './storage.ts'
import { createTabs, type SessionEndReason } from './tabs.ts'

/** Who is signed in, as far as this tab knows. */
export interface SignIn {
  status: 'starting' | 'signed-out' | 'signed-in' | 'failed'
  /** The session is over, but the page is still there (with what was typed). */
  ended: boolean
  /** Logged out while the page was open: for inactivity, or in another tab. */
  over: SessionEndReason | null
  /** False once anybody has said that it is not (specification §4, Login). */
  emailVerified: boolean
  /** The identity provider's id of the user. */
  subject: string | null
  /** Of the installation; null until it is known. */
  configuration: Configuration | null
}

let state: SignIn = {
  status: 'starting',
  ended: false,
  over: null,
  emailVerified: true,
  subject: null,
  configuration: null,
}
const listeners = new Set<() => void>()
const tokenListeners = new Set<() => void>()
const tabs = createTabs(new BroadcastChannel('session'), () => state.subject, handleOtherTabLogout)

/** The address of who is signed in on this page. */
let userEmail = ''
const isOwnPage = () =>
  state.subject === null ||
  state.status !== 'signed-in' ||
  (stored('authToken') !== null &&
    stored('userEmail') === userEmail &&
    localStorage.getItem(activityKey(state.subject)) !== null)

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

/** As the provider's discovery document says it. */
const metadataOf = (
  issuer: string,
  { authorization, token, endSession }: NonNullable<Configuration['identity']['endpoints']>,
) => ({
  issuer,
  authorization_endpoint: authorization,
  token_endpoint: token,
  end_session_endpoint: endSession,
})

async function prepare(): Promise<UserManager> {
  const anonymous = createClient({ portal: routes.portal }, (path, init) => fetch(path, init))
  const configuration = await anonymous.portal.configuration()
  const { identity } = configuration
  const loggedOut = `${location.origin}/logged-out`
  const manager = new UserManager({
    authority: identity.issuer,
    ...(identity.endpoints && { metadata: metadataOf(identity.issuer, identity.endpoints) }),
    client_id: identity.clientId,
    resource: identity.audience,
    scope: 'openid profile email',
    redirect_uri: `${location.origin}/callback`,
    silent_redirect_uri: `${location.origin}/silent-renew`,
    post_logout_redirect_uri: loggedOut,
    // Of a logout in a hidden frame too: one address less to be registered at an identity provider.
    popup_post_logout_redirect_uri: loggedOut,
    // Without it the provider asks whether to log out, in a frame that nobody sees.
    includeIdTokenInSilentSignout: true,
    userStore: new WebStorageStateStore({ store: sessionStorage }),
    stateStore: new WebStorageStateStore({ store: sessionStorage }),
    automaticSilentRenew: true,
    // The library gives a hidden frame 10 s, and then takes it away: on a slow machine or line the logout after
    // inactivity would never come to the identity provider.
    silentRequestTimeoutInSeconds: 30,
    loadUserInfo: false,
  })
  manager.events.addUserLoaded((user) => {
    // A renewal that was on its way when the session was logged out.
    if (state.over !== null || !isIssuedFor(user.profile, identity.clientId)) return void manager.removeUser()
    signedIn(user)
    for (const listener of tokenListeners) listener()
  })
  change({ configuration })
  return manager
}

function signedIn({ access_token, expires_at, profile }: User): void {
  userEmail = profile.email ?? ''
  storeToken(access_token, userEmail, expires_at)
  if (expires_at !== undefined) catalogueFrame.post({ type: 'token', tokenExpirationDate: expires_at * 1000 })
  change({
    status: 'signed-in',
    ended: false,
    subject: profile.sub,
    emailVerified: profile.email_verified !== false,
  })
}

let preparing: Promise<UserManager> | undefined
function manager(): Promise<UserManager> {
  preparing ??= prepare()
  return preparing
}

/** Finds out whether this tab is signed in already. Never throws: a failure is a state. */
export async function startSession(): Promise<void> {
  guardKeptPage(isOwnPage)
  try {
    const users = await manager()
    await takeLogoutAnswer(users)
    const user = await users.getUser()
    if (user && !user.expired) signedIn(user)
    else change({ status: 'signed-out' })
  } catch (failure) {
    signInFailed(failure)
  }
}

interface SignInOptions {
  /** To the identity provider: `{ screen_hint: 'signup', login_hint: 'somebody@clinic.example' }`. */
  extraQueryParams?: Record<string, string>
}

/**
 * Leaves for the sign-in page; `returnTo` (path and query) is where the user lands afterwards. Throws when the identity
 * provider cannot be reached.
 */
export async function signIn(returnTo: string, options: SignInOptions = {}): Promise<void> {
  // In place of this page: going back after the login leads to where one came from, and not to a login that is done.
  const { extraQueryParams } = options
  await (await manager()).signinRedirect({
    state: { returnTo },
    redirectMethod: 'replace',
    extraQueryParams: { ...(isLogoutOpen() && { prompt: 'login' }), ...extraQueryParams },
  })
}

/** For when there is no page yet on which a failed sign-in could be told. */
export function signInFailed(failure: unknown): void {
  report('error', 'The sign-in could not begin', failure)
  change({ status: 'failed' })
}

/** Set while a sign-in begins afresh, so that it does so once and not for ever. */
const FRESH_SIGN_IN_KEY = 'signInAfresh'
/** The sign-in whose answer is being taken, and the page that it leads to: the library forgets both as it begins. */
const RETURN_PAGE_KEY = 'returnPage'

/** Which sign-in the address answers. */
const answeredSignIn = () => new URLSearchParams(location.search).get('state') ?? ''

async function keepReturnPage({ settings }: UserManager): Promise<void> {
  const begun = await settings.stateStore.get(answeredSignIn())
  if (begun === null) return
  const { data } = JSON.parse(begun) as { data?: { returnTo?: string } }
  sessionStorage.setItem(RETURN_PAGE_KEY, `${answeredSignIn()} ${data?.returnTo ?? '/'}`)
}

/** The page that the sign-in leads to that the address answers, if its answer was already being taken in this tab. */
function keptReturnPage(): string | undefined {
  const [signInId, page] = (sessionStorage.getItem(RETURN_PAGE_KEY) ?? '').split(' ')
  return signInId === answeredSignIn() ? page : undefined
}

/**
 * Begins a sign-in afresh whose answer cannot be taken: because another tab began it, as when a link in a mail opened this
 * one, or because the page was reloaded while the answer was taken. The identity provider knows by now who it is, and asks
 * for nothing again.
 */
export async function restartSignIn(failure: unknown): Promise<boolean> {
  // An answer that is an error is told as such, whoever asked for it.
  const isRefusal = new URLSearchParams(location.search).has('error')
  if (isRefusal || !(failure instanceof Error && /No matching state found/i.test(failure.message)))
    return false
  const returnTo = keptReturnPage()
  if (returnTo === undefined) {
    if (sessionStorage.getItem(FRESH_SIGN_IN_KEY) !== null) return false
    sessionStorage.setItem(FRESH_SIGN_IN_KEY, 'yes')
  }
  await signIn(returnTo ?? '/')
  return true
}

let completing: Promise<string> | undefined
/** Takes the answer of the sign-in page out of the address, once; gives the page that it leads to. Throws what went wrong. */
export function completeSignIn(): Promise<string> {
  completing ??= manager().then(async (users) => {
    await keepReturnPage(users)
    const user = await users.signinRedirectCallback()
    if (!isIssuedFor(user.profile, users.settings.client_id))
      throw new Error('The identity provider’s answer is made out to another application')
    sessionStorage.removeItem(FRESH_SIGN_IN_KEY)
    logoutIsDone()
    localStorage.setItem(activityKey(user.profile.sub), String(Date.now()))
    const returnState = user.state as { returnTo?: string } | undefined
    return returnState?.returnTo ?? '/'
  })
  return completing
}

let renewing: Promise<boolean> | undefined
/** One silent renewal in a hidden frame, however many ask for it. */
export function renew(): Promise<boolean> {
  renewing ??= manager()
    .then((users) => users.signinSilent())
    .then((user) => user !== null && state.over === null)
    .catch(() => false)
    .finally(() => {
      renewing = undefined
    })
  return renewing
}

/** In the hidden frame of a renewal or a logout: gives the identity provider's answer to the page around it. */
export async function answerInFrame(what: 'renewal' | 'logout'): Promise<void> {
  const answering = new UserManager({ authority: '', client_id: '', redirect_uri: '' })
  await (what === 'renewal' ? answering.signinSilentCallback() : answering.signoutSilentCallback())
}

export function sessionHasEnded(): void {
  if (state.status === 'signed-in') change({ ended: true })
}

/** Somebody has said that the address is not verified: every page leads to /email-not-verified now. */
export function emailIsNotVerified(): void {
  if (state.emailVerified) change({ emailVerified: false })
}

/** Ends the session here and at the identity provider, which leads to /logged-out. Throws when it cannot be reached. */
export async function signOut(): Promise<void> {
  const users = await manager()
  logoutBegins()
  forgetUser()
  forgetActivity()
  tabs.broadcast('elsewhere')
  catalogueFrame.post({ type: 'logout' })
  await users.signoutRedirect({ state: 'answered' })
}

/** For inactivity: ends the session in all the user's tabs and at the identity provider, while the page stays. */
export async function endIdleSession(): Promise<void> {
  if (state.status !== 'signed-in') return
  logoutBegins()
  tabs.broadcast('idle')
  closeHere('idle')
  const users = await manager()
  // The time is up in all tabs at once. Two logouts at the identity provider at the same time spoil each other.
  await navigator.locks.request('idle-logout', { ifAvailable: true }, async (lock) => {
    if (lock === null) return users.removeUser()
    try {
      await users.signoutSilent({ state: 'in-frame' })
      logoutIsDone()
    } catch (failure) {
      report('warn', 'The logout at the identity provider after inactivity failed', failure)
      await users.removeUser()
    }
  })
}

/** Another tab has logged the user out. */
function handleOtherTabLogout(over: SessionEndReason): void {
  if (state.status !== 'signed-in') return
  closeHere(over)
  void manager().then((users) => users.removeUser())
}

function closeHere(over: SessionEndReason): void {
  forgetAccess()
  forgetActivity()
  catalogueFrame.post({ type: 'logout' })
  change({ status: 'signed-out', ended: false, over })
}

function forgetActivity(): void {
  if (state.subject !== null) localStorage.removeItem(activityKey(state.subject))
}
