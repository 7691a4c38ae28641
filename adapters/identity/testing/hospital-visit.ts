import { Browser } from './browser.ts'
import type { openForgingHospital } from './forging-hospital.ts'
import type { portalClient } from './portal-client.ts'

type Portal = ReturnType<typeof portalClient>

/** Where a page sends the browser on by itself; '' if nowhere. */
export const goesTo = (page: string) =>
  /http-equiv="refresh" content="0;url=([^"]+)"/.exec(page)?.[1]?.replaceAll('&amp;', '&') ?? ''

/** Types an address on the sign-in page and chooses the hospital's sign-in. */
export async function leaveForHospital(portal: Portal, browser: Browser, email: string) {
  const start = await portal.authorize(browser)
  const { reply } = await browser.submit(`${start.url.href}/hospital`, portal.issuer, { email, password: '' })
  const page = await reply.text()
  return { to: goesTo(page), page, status: reply.status, verifier: start.verifier, steps: start.url.href }
}

/** Opens the answer of a hospital; `url` is the portal's callback if it signed the user in. */
export async function comeBackFromHospital(portal: Portal, browser: Browser, answer: URL | string) {
  const { url, reply } = await browser.visit(String(answer), portal.issuer)
  return { url, status: reply.status, page: url.pathname === '/callback' ? '' : await reply.text() }
}

/** The answer of a forging hospital to a browser that was sent to `to`. */
export function forgedAnswer(to: string, issuer: string): URL {
  const { searchParams: sent } = new URL(to)
  const answer = new URL(sent.get('redirect_uri') ?? '')
  answer.searchParams.set('code', sent.get('nonce') ?? '')
  answer.searchParams.set('state', sent.get('state') ?? '')
  answer.searchParams.set('iss', issuer)
  return answer
}

/** Signs in at a forging hospital as the user that these claims describe; false if it opens no account. */
export async function signInAtForgingHospital(
  portal: Portal,
  hospital: Awaited<ReturnType<typeof openForgingHospital>>,
  claims: { sub: string; email: string },
): Promise<boolean> {
  hospital.forge({ claims })
  const browser = new Browser()
  const { to } = await leaveForHospital(portal, browser, claims.email)
  const answer = forgedAnswer(to, hospital.issuer)
  return (await comeBackFromHospital(portal, browser, answer)).url.pathname === '/callback'
}
