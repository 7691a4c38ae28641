/**
 * What a browser does during a sign-in: keeps cookies by path, follows redirects on one site, submits forms.
 */
export class Browser {
  /** By name and path. */
  readonly #cookies = new Map<string, { name: string; value: string; path: string }>()
  readonly #headers: Record<string, string>

  constructor(headers: Record<string, string> = {}) {
    this.#headers = headers
  }

  /** Returns the last reply and its URL. A redirect to a path outside of `stay` is not followed. */
  async visit(address: string, stay: string, init: RequestInit = {}): Promise<{ url: URL; reply: Response }> {
    let url = new URL(address)
    let reply = await this.send(url, init)
    for (let location = reply.headers.get('location'); location; location = reply.headers.get('location')) {
      url = new URL(location, url)
      if (!url.href.startsWith(stay)) break
      reply = await this.send(url)
    }
    return { url, reply }
  }

  /** Submits a form like a page of the same site. */
  submit(
    address: string,
    stay: string,
    fields: Record<string, string>,
    headers: Record<string, string> = {},
  ) {
    return this.visit(address, stay, {
      method: 'POST',
      body: new URLSearchParams(fields),
      headers: { origin: new URL(address).origin, ...headers },
    })
  }

  /** One request, without following redirects. */
  async send(url: URL | string, init: RequestInit = {}): Promise<Response> {
    const cookie = this.cookiesFor(url)
    const reply = await fetch(url, {
      ...init,
      redirect: 'manual',
      headers: { accept: 'text/html', ...this.#headers, ...(cookie && { cookie }), ...init.headers },
    })
    for (const line of reply.headers.getSetCookie()) this.#keep(line)
    return reply
  }

  /** The `cookie` header for a request to that URL. */
  cookiesFor(url: URL | string): string {
    const { pathname } = new URL(url)
    return [...this.#cookies.values()]
      .filter(({ path }) => pathname.startsWith(path))
      .map(({ name, value }) => `${name}=${value}`)
      .join('; ')
  }

  cookieNames(): string[] {
    return [...this.#cookies.values()].map(({ name }) => name)
  }

  #keep(line: string) {
    const [pair = '', ...attributes] = line.split(';').map((part) => part.trim())
    const [name = '', ...value] = pair.split('=')
    const attribute = (key: string) =>
      attributes.find((one) => one.toLowerCase().startsWith(`${key}=`))?.slice(key.length + 1)
    const expires = attribute('expires')
    const gone = attribute('max-age') === '0' || (expires !== undefined && new Date(expires) < new Date())
    const path = attribute('path') ?? '/'
    if (gone) this.#cookies.delete(`${name} ${path}`)
    else this.#cookies.set(`${name} ${path}`, { name, value: value.join('='), path })
  }
}
