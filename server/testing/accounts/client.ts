import type { FastifyInstance } from 'fastify'

export interface Page {
  status: number
  /** Where the redirects led, with its query. */
  path: string
  text: string
}

/** A browser on the identity provider's pages, without the network: keeps cookies, follows redirects on the site. */
export class Client {
  readonly #cookies = new Map<string, { name: string; value: string; path: string }>()
  readonly #app: FastifyInstance
  readonly #origin: string

  constructor(app: FastifyInstance, origin: string) {
    this.#app = app
    this.#origin = origin
  }

  open(path: string): Promise<Page> {
    return this.#send('GET', path)
  }

  submit(path: string, fields: Record<string, string | string[]>): Promise<Page> {
    const body = new URLSearchParams()
    for (const [name, value] of Object.entries(fields))
      for (const one of [value].flat()) body.append(name, one)
    return this.#send('POST', path, body.toString())
  }

  async #send(method: 'GET' | 'POST', address: string, payload?: string): Promise<Page> {
    let path = address
    let reply = await this.#once(method, path, payload)
    for (let i = 0; i < 10 && typeof reply.headers.location === 'string'; i += 1) {
      const next = new URL(reply.headers.location, `${this.#origin}${path}`)
      if (next.origin !== this.#origin || !next.pathname.startsWith('/identity')) break
      path = next.pathname + next.search
      reply = await this.#once('GET', path)
    }
    return { status: reply.statusCode, path, text: reply.payload }
  }

  async #once(method: 'GET' | 'POST', url: string, payload?: string) {
    const { pathname } = new URL(url, this.#origin)
    const cookie = [...this.#cookies.values()]
      .filter(({ path }) => pathname.startsWith(path))
      .map(({ name, value }) => `${name}=${value}`)
      .join('; ')
    const reply = await this.#app.inject({
      ...{ method, url, remoteAddress: '127.0.0.1' },
      headers: {
        ...{ accept: 'text/html', cookie },
        ...(payload === undefined
          ? {}
          : { origin: this.#origin, 'content-type': 'application/x-www-form-urlencoded' }),
      },
      ...(payload === undefined ? {} : { payload }),
    })
    for (const line of [reply.headers['set-cookie'] ?? []].flat()) this.#keep(line)
    return reply
  }

  #keep(line: string) {
    const [pair = '', ...attributes] = line.split(';').map((part) => part.trim())
    const [name = '', ...value] = pair.split('=')
    const attribute = (key: string) =>
      attributes.find((one) => one.toLowerCase().startsWith(`${key}=`))?.slice(key.length + 1)
    const expires = attribute('expires')
    const path = attribute('path') ?? '/'
    if (attribute('max-age') === '0' || (expires && new Date(expires) < new Date()))
      this.#cookies.delete(`${name} ${path}`)
    else this.#cookies.set(`${name} ${path}`, { name, value: value.join('='), path })
  }
}
