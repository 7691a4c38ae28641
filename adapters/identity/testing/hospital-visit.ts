import type { Browser } from './browser.ts'
import type { portalClient } from './portal-client.ts'

type Portal = ReturnType<typeof portalClient>

/** Where a page sends the browser on by itself; '' if nowhere. */
const goesTo = (page: string) =>
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
