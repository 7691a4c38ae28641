import type { IdentityMail } from '../port.ts'
import { Browser } from './browser.ts'
import type { portalClient } from './portal-client.ts'

export interface Visit {
  status: number
  url: URL
  text: string
}

/** A visitor with a browser at the provider's pages; paths are relative to the provider's. */
export class Visitor {
  readonly browser: Browser
  readonly portal: ReturnType<typeof portalClient>

  constructor(portal: ReturnType<typeof portalClient>, browser = new Browser()) {
    this.portal = portal
    this.browser = browser
  }

  async open(path: string): Promise<Visit> {
    return visited(await this.browser.visit(this.#address(path), this.portal.issuer))
  }

  async submit(path: string, fields: Record<string, string>): Promise<Visit> {
    return visited(await this.browser.submit(this.#address(path), this.portal.issuer, fields))
  }

  /** Opens the link in a mail and presses the button there. */
  async follow(mail: IdentityMail, fields: Record<string, string> = {}): Promise<Visit> {
    const { pathname, searchParams } = linkIn(mail)
    const token = searchParams.get('token') ?? ''
    return this.submit(pathname.replace('/identity', ''), { token, ...fields })
  }

  /** Signs in with email and password from an account page; returns the resulting page. */
  async signIn(email: string, password: string, path = '/account'): Promise<Visit> {
    const page = await this.open(path)
    return this.submit(page.url.href, { email, password })
  }

  #address(path: string): string {
    return path.startsWith('/') ? `${this.portal.issuer}${path}` : path
  }
}

async function visited({ url, reply }: { url: URL; reply: Response }): Promise<Visit> {
  return { status: reply.status, url, text: await reply.text() }
}

/** The link in a mail that carries a token. */
export function linkIn(mail: IdentityMail): URL {
  const link = /http\S+\?token=\S+/.exec(mail.text)?.[0]
  if (link === undefined) throw new Error(`no link in "${mail.subject}"`)
  return new URL(link)
}
