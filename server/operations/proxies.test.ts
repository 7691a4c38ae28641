import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { createServer, type IncomingMessage } from 'node:http'
import { type RequestOptions, request } from 'node:https'
import { createServer as createSocket } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, onTestFailed, test } from 'vitest'
import { makeAuthority } from '#adapters/hl7/testing/certificates.ts'

const HOST = 'portal.laboratory.example'
const MEGABYTE = 1024 * 1024
const STARTS_WITHIN_MS = 30_000

interface Proxy {
  file: string
  /** The arguments that say what the installed program is; whether it is there. */
  version: string[]
  /** The example, for this test's ports. */
  configure(text: string, at: { http: number; https: number; dir: string }): string
  run(config: string, dir: string): [program: string, args: string[]]
}

const PROXIES: Record<string, Proxy> = {
  nginx: {
    ...{ file: 'deploy/nginx/karyo.conf', version: ['-v'] },
    configure: (text, { http, https, dir }) => `
      user root; daemon off; pid ${dir}/nginx.pid; error_log stderr;
      events {}
      http {
        access_log off; client_body_temp_path ${dir}/body; proxy_temp_path ${dir}/proxy;
        fastcgi_temp_path ${dir}/f; uwsgi_temp_path ${dir}/u; scgi_temp_path ${dir}/s;
        ${text.replace('listen 80;', `listen 127.0.0.1:${http};`).replace('listen 443 ', `listen 127.0.0.1:${https} `)}
      }`,
    run: (config, dir) => ['nginx', ['-p', dir, '-c', config]],
  },
  caddy: {
    ...{ file: 'deploy/caddy/Caddyfile', version: ['version'] },
    configure: (text, { http, https, dir }) => `{
        admin off
        http_port ${http}
        https_port ${https}
        storage file_system ${dir}/caddy
      }
      ${text}`,
    run: (config) => ['caddy', ['run', '--config', config, '--adapter', 'caddyfile']],
  },
  haproxy: {
    ...{ file: 'deploy/haproxy/haproxy.cfg', version: ['-v'] },
    configure: (text, { http, https }) =>
      text
        .replace('bind :80\n', `bind 127.0.0.1:${http}\n`)
        .replace('bind :443 ', `bind 127.0.0.1:${https} `),
    run: (config) => ['haproxy', ['-f', config]],
  },
}

async function unusedPort(): Promise<number> {
  const server = createSocket().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = Object(server.address())
  server.close()
  await once(server, 'close')
  return port
}

const bodyOf = async (message: IncomingMessage) => {
  const parts: Buffer[] = []
  for await (const part of message) parts.push(part)
  return Buffer.concat(parts)
}

let dir: string
let upstreamPort: number
const streams: (() => void)[] = []
/** In the portal's place: says what arrives there. */
const upstream = createServer(async (incoming, reply) => {
  if (incoming.url === '/api/events') {
    reply.writeHead(200, { 'content-type': 'text/event-stream', 'cache-control': 'no-store' })
    reply.write('data: first\n\n')
    streams.push(() => reply.end('data: last\n\n'))
    return
  }
  const body = await bodyOf(incoming).catch(() => undefined)
  if (body === undefined) return
  const { length } = body
  reply.end(JSON.stringify({ headers: incoming.headers, url: incoming.url, length }))
})

beforeAll(async () => {
  dir = await mkdtemp(path.join(tmpdir(), 'karyo-proxy-'))
  const { cert, key } = await (await makeAuthority('Proxy Authority')).certify(HOST, HOST)
  await writeFile(path.join(dir, 'portal.crt'), cert)
  await writeFile(path.join(dir, 'portal.key'), key)
  await writeFile(path.join(dir, 'portal.pem'), `${cert}\n${key}`)
  upstream.listen(0, '127.0.0.1')
  await once(upstream, 'listening')
  upstreamPort = Object(upstream.address()).port
})
afterAll(async () => {
  upstream.closeAllConnections()
  upstream.close()
  await rm(dir, { recursive: true, force: true })
})

/** Sends to the proxy as a browser would; `127.0.0.1` stands for the host's address. */
function send(port: number, options: RequestOptions, body?: Buffer): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    const sent = request({
      ...{ host: '127.0.0.1', port, servername: HOST, rejectUnauthorized: false, agent: false },
      ...options,
      headers: { host: `${HOST}:${port}`, ...options.headers },
    })
    sent.once('response', resolve).once('error', reject)
    sent.end(body)
  })
}

async function startProxy({ file, configure, run }: Proxy) {
  const [http, https] = [await unusedPort(), await unusedPort()]
  const own = await mkdtemp(path.join(dir, 'proxy-'))
  const example = (await readFile(file, 'utf8'))
    .replaceAll('/etc/karyo/tls', dir)
    .replaceAll('127.0.0.1:3000', `127.0.0.1:${upstreamPort}`)
  const config = path.join(own, 'config')
  await writeFile(config, `${configure(example, { http, https, dir: own })}\n`)
  const [program, args] = run(config, own)
  const child: ChildProcess = spawn(program, args, { stdio: ['ignore', 'pipe', 'pipe'] })
  let output = ''
  for (const stream of [child.stdout, child.stderr])
    stream?.on('data', (text) => {
      output += text
    })
  onTestFailed(() => void process.stderr.write(output))
  const until = performance.now() + STARTS_WITHIN_MS
  const answers = () =>
    send(https, { path: '/' }).then(async (one) => (await bodyOf(one)) && one.statusCode === 200)
  while (!(await answers().catch(() => false))) {
    if (child.exitCode !== null || performance.now() > until)
      throw new Error(`${program} does not answer: ${output}`)
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
  const stop = async () => {
    child.kill('SIGTERM')
    if (child.exitCode === null) await once(child, 'exit')
  }
  return { http, https, stop }
}

describe('[OPS-03] the example for', () => {
  test.for(Object.entries(PROXIES))('%s', async ([program, proxy], { skip }) => {
    const isInstalled = await promisify(execFile)(program, proxy.version).then(
      () => true,
      () => false,
    )
    if (!isInstalled) skip(`${program} is not installed: ${proxy.file} was not tried`)
    const { http, https, stop } = await startProxy(proxy)
    try {
      // The host that the user sees arrives, and the client's address is not the one it claims.
      const forged = { 'x-forwarded-for': '203.0.113.9', 'x-forwarded-host': 'evil.example' }
      const reply = await send(https, { path: '/orders?x=1', headers: forged })
      const arrived = JSON.parse(String(await bodyOf(reply)))
      expect(arrived).toMatchObject({
        url: '/orders?x=1',
        headers: { host: `${HOST}:${https}`, 'x-forwarded-for': '127.0.0.1', 'x-forwarded-proto': 'https' },
      })
      expect([`${HOST}:${https}`, undefined]).toContain(arrived.headers['x-forwarded-host'])

      // Plain HTTP leads to the same page, encrypted.
      const plain = await fetch(`http://127.0.0.1:${http}/orders`, {
        redirect: 'manual',
        headers: { host: HOST },
      })
      expect([301, 308]).toContain(plain.status)
      expect(plain.headers.get('location')).toMatch(/^https:\/\/.*\/orders$/)

      // Documents of 20 MB in Base64 pass, larger ones do not.
      const upload = async (megabytes: number) => {
        const body = Buffer.alloc(megabytes * MEGABYTE)
        const headers = { 'content-length': String(body.length), expect: '100-continue' }
        const answer = await send(https, { path: '/api/x', method: 'POST', headers }, body)
        return [answer.statusCode, String(await bodyOf(answer))] as const
      }
      const [status, text] = await upload(23)
      expect([status, JSON.parse(text).length]).toEqual([200, 23 * MEGABYTE])

      // An event arrives while the stream stays open.
      const stream = await send(https, { path: '/api/events' })
      const [first] = await once(stream, 'data')
      expect(String(first)).toBe('data: first\n\n')
      streams.pop()?.()
      expect(String(await bodyOf(stream))).toContain('last')

      // What answers without a sign-in does so in the own network only.
      for (const where of [
        ...['/metrics', '/metrics/', '/METRICS', '/%6detrics', '/metrics?x'],
        ...['/healthz', '/Healthz/', '/%68ealthz', '/HEALTHZ'],
      ])
        expect((await send(https, { path: where })).statusCode, where).toBe(403)
      const large = await upload(26).catch((error: NodeJS.ErrnoException) => [error.code, ''] as const)
      // Caddy before 2.7 answers 502.
      expect([413, 502, 'EPIPE', 'ECONNRESET']).toContain(large[0])
    } finally {
      await stop()
    }
  })
})
