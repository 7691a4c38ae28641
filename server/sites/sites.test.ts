import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { request } from 'node:http'
import { tmpdir } from 'node:os'
import path from 'node:path'
import helmet from '@fastify/helmet'
import fastify, { type FastifyInstance } from 'fastify'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { CatalogueData } from '#contract/catalogue-site.ts'
import type { SiteOrigins } from '#contract/site.ts'
import type { ReadBrand } from '../brand/read-brand.ts'
import { shipped } from '../testing/brand.ts'
import { openSites } from './open.ts'

const HTML =
  '<html lang="en" dir="ltr"><head><!--brand--><!--head--></head><div id="root"><!--body--></div></html>'
const BUILT: Record<string, string> = {
  'portal/dist/index.html': '<head><!--brand--></head><style nonce="__CSP_NONCE__"></style>the portal',
  'portal/dist/assets/main-1.js': 'portal()',
  'portal/dist/assets/main-1.js.br': 'portal() in br',
  'portal/dist/assets/main-1.js.gz': 'portal() in gzip',
  'catalogue/dist/client/index.html': HTML,
  'catalogue/dist/client/assets/main-2.js': 'catalogue()',
  'catalogue/dist/client/frame/index.html': '<meta name="portal-origin" content="__PORTAL_ORIGIN__">',
  'catalogue/dist/server/render.js': `export const renderCatalogue = ({ path, query, brand, icon }) => ({
    status: path === '/lost' ? 404 : 200, language: 'en', direction: 'ltr', head: '<title>$& found</title>',
    body: path + '?' + query + ' ' + brand.name + ' ' + icon,
  })`,
  'appointment/dist/client/index.html': HTML,
  'appointment/dist/client/assets/main-3.js': 'appointment()',
  'appointment/dist/server/render.js': `export const renderAppointment = ({ language }) => ({
      status: 200, language, direction: language === 'ar' ? 'rtl' : 'ltr', head: '', body: language,
    })`,
}
const SHARED = 'https://lab.example'
const SHARED_BY_ALL = { portal: SHARED, catalogue: SHARED, appointment: SHARED }
const WEBSITE = 'https://www.lab.example'
const LAB: ReadBrand = {
  ...shipped,
  brand: {
    ...shipped.brand,
    name: 'Lab </script><script>alert(1)</script>',
    languages: ['en', 'ar'],
    contact: { ...shipped.brand.contact, email: 'help@lab.example' },
    website: { ...shipped.brand.website, search: `${WEBSITE}/find`, contact: `${WEBSITE}/contact` },
  },
}
const OWN = {
  portal: 'https://portal.lab.example',
  catalogue: 'https://tests.lab.example',
  appointment: 'https://form.lab.example',
}

let dir: string
let shared: FastifyInstance
let apart: FastifyInstance

async function serverOf(
  origins: SiteOrigins,
  onLog = (_line: string) => {},
  brand = LAB,
): Promise<FastifyInstance> {
  const app = fastify({
    routerOptions: { caseSensitive: false, ignoreTrailingSlash: true },
    logger: { level: 'warn', stream: { write: onLog } },
  })
  await app.register(helmet, { enableCSPNonces: true })
  const data = async () => ({}) as CatalogueData
  const deps = {
    ...{ dir, origins, brand, catalogueData: data },
  }
  for (const plugin of await openSites(deps)) await app.register(plugin)
  return app
}

beforeAll(async () => {
  dir = await mkdtemp(path.join(tmpdir(), 'karyo-sites-'))
  for (const [file, text] of Object.entries(BUILT)) {
    await mkdir(path.join(dir, path.dirname(file)), { recursive: true })
    await writeFile(path.join(dir, file), text)
  }
  shared = await serverOf(SHARED_BY_ALL)
  apart = await serverOf(OWN)
})
afterAll(async () => {
  await shared.close()
  await apart.close()
  await rm(dir, { recursive: true, force: true })
})

/** Requests a page as a browser at `address` would. */
function get(app: FastifyInstance, address: string, headers: Record<string, string> = {}) {
  const { host, pathname, search } = new URL(address)
  return app.inject({ url: pathname + search, headers: { host, ...headers } })
}

const policyOf = ({ headers }: Awaited<ReturnType<typeof get>>) =>
  Object.fromEntries(
    String(headers['content-security-policy'])
      .split(';')
      .map((directive) => {
        const [name = '', ...values] = directive.trim().split(' ')
        return [name, values.join(' ')]
      }),
  )

test.each([
  ['/orders', 'the portal'],
  ['/catalogue/', '/?'],
  ['/catalogue/test/1600', '/test/1600?'],
  ['/catalogue/search?q=a%20b', '/search?q=a+b'],
  ['/gc-appointment-form', 'en'],
  ['/GC-Appointment-Form', 'en'],
])('on one origin, %s shows %s', async (address, text) => {
  const page = await get(shared, SHARED + address)
  expect(page.statusCode).toBe(200)
  expect(page.headers['content-type']).toMatch(/^text\/html/)
  expect(page.body).toContain(text)
})

test('a page has the status, head, language and direction that its bundle returns', async () => {
  const lost = await get(shared, `${SHARED}/catalogue/lost`)
  expect(lost.statusCode).toBe(404)
  expect(lost.body).toContain('<title>$& found</title></head>')
  const arabic = await get(shared, `${SHARED}/gc-appointment-form?lang=ar`)
  expect(arabic.body).toContain('<html lang="ar" dir="rtl">')
  expect(arabic.headers['content-language']).toBe('ar')
})

test('the form is in the browser’s language', async () => {
  const page = await get(shared, `${SHARED}/gc-appointment-form`, { 'accept-language': 'fr, ar-EG;q=0.8' })
  expect(page.body).toContain('<html lang="ar"')
  expect(page.headers.vary).toContain('accept-language')
})

test.each(['/catalogue/', '/catalogue/lost', '/gc-appointment-form'])(
  '%s runs only its own files, and cannot be framed',
  async (address) => {
    const page = await get(shared, SHARED + address)
    const policy = policyOf(page)
    expect(policy).toMatchObject({
      'default-src': "'none'",
      'script-src': "'self'",
      'style-src': "'self'",
      'connect-src': "'self'",
      'base-uri': "'none'",
      'frame-ancestors': "'none'",
    })
    expect(page.headers['content-security-policy']).not.toContain('unsafe')
    expect(page.headers['x-frame-options']).toBe('DENY')
  },
)

test('the catalogue’s forms may lead to the laboratory’s website, the appointment form’s nowhere', async () => {
  const catalogue = await get(shared, `${SHARED}/catalogue/`)
  expect(policyOf(catalogue)['form-action']).toBe("'self' https://www.lab.example")
  const form = await get(shared, `${SHARED}/gc-appointment-form`)
  expect(policyOf(form)['form-action']).toBe("'self'")
})

test('only the portal may embed the catalogue’s frame, which knows the portal’s origin', async () => {
  const frame = await get(apart, `${OWN.catalogue}/catalogue/frame`)
  expect(frame.body).toContain(`content="${OWN.portal}"`)
  expect(policyOf(frame)['frame-ancestors']).toBe(OWN.portal)
  expect(frame.headers['x-frame-options']).toBeUndefined()
})

test.each([
  ['portal/catalogue/test/1600?a=b', `${OWN.catalogue}/catalogue/test/1600?a=b`],
  ['portal/catalogue', `${OWN.catalogue}/catalogue/`],
  ['portal/checkout', `${OWN.catalogue}/catalogue/checkout`],
  ['catalogue/checkout', `${OWN.catalogue}/catalogue/checkout`],
  ['catalogue/', `${OWN.catalogue}/catalogue/`],
  ['catalogue/orders', `${OWN.portal}/orders`],
  ['catalogue/gc-appointment-form?lang=ar', `${OWN.appointment}/gc-appointment-form?lang=ar`],
  ['appointment/', `${OWN.appointment}/gc-appointment-form`],
  ['appointment/catalogue/', `${OWN.catalogue}/catalogue/`],
])('with an origin for each site, %s redirects to %s', async (from, to) => {
  const [site = '', ...rest] = from.split('/')
  const reply = await get(apart, `${OWN[site as keyof typeof OWN]}/${rest.join('/')}`)
  expect([reply.statusCode, reply.headers.location]).toEqual([302, to])
})

test('[OPS-17] without a counseling partner, old links to the form lead to the laboratory’s contact page', async () => {
  await using app = await serverOf({ ...SHARED_BY_ALL, appointment: null })
  const reply = await get(app, `${SHARED}/gc-appointment-form?lang=ar`)
  expect([reply.statusCode, reply.headers.location]).toEqual([302, `${WEBSITE}/contact`])
  expect((await get(app, `${SHARED}/appointment/assets/main-3.js`)).statusCode).toBe(404)
  expect((await get(app, `${SHARED}/catalogue/`)).statusCode).toBe(200)
})

test('[OPS-03] a host that is none of ours is one line in the log, whatever it contains and however often it comes', async () => {
  const lines: string[] = []
  const site = await serverOf(OWN, (line) => lines.push(line))
  for (const host of ['portal.lab.example', 'tests.lab.example', 'form.lab.example'])
    await site.inject({ url: '/orders', headers: { host } })
  expect(lines).toEqual([])
  for (const url of ['/orders', '/', '/orders/7'])
    await site.inject({ url, headers: { host: '10.0.0.5:3000' } })
  await site.inject({ url: '/', headers: { host: 'x y"\u0007<script>' } })
  expect(lines.map((line) => JSON.parse(line))).toMatchObject([
    {
      ...{ level: 40, host: '10.0.0.5:3000', expected: Object.values(OWN).map((one) => new URL(one).host) },
      msg: expect.stringContaining('let the proxy keep the Host header, or correct PUBLIC_ORIGIN'),
    },
  ])
  await site.close()
})

test('a request to another host name is redirected to the site’s own', async () => {
  expect((await get(shared, 'https://127.0.0.1/catalogue/x')).headers.location).toBe(`${SHARED}/catalogue/x`)
  expect((await get(shared, 'https://127.0.0.1/orders')).headers.location).toBe(`${SHARED}/orders`)
})

test.each(['/orders', '/catalogue/x', '/gc-appointment-form'])(
  'a request line with a foreign URL and %s is redirected only to our own site',
  async (requested) => {
    await using app = await serverOf(SHARED_BY_ALL)
    await app.listen({ port: 0, host: '127.0.0.1' })
    const port = Number(new URL(app.listeningOrigin).port)
    const location = await new Promise<string | undefined>((done, fail) => {
      const headers = { host: 'evil.example' }
      const outgoing = request({ port, path: `http://evil.example${requested}`, headers }, (reply) =>
        done(reply.resume().headers.location),
      )
      outgoing.on('error', fail).end()
    })
    expect(location === undefined || new URL(location).origin === SHARED).toBe(true)
  },
)

test('security.txt has a contact address and an expiry date', async () => {
  const found = await get(shared, `${SHARED}/.well-known/security.txt`)
  expect(found.headers['content-type']).toBe('text/plain; charset=utf-8')
  expect(found.body).toMatch(/^Contact: mailto:help@lab\.example$/m)
  expect(found.body).toContain(`Canonical: ${SHARED}/.well-known/security.txt`)
  const expires = Date.parse(/^Expires: (.+)$/m.exec(found.body)?.[1] ?? '')
  expect(expires).toBeGreaterThan(Date.now())
  expect(expires).toBeLessThan(Date.now() + 365 * 24 * 60 * 60 * 1000)
})

test('each site serves its files, hashed ones as immutable, and 404 for anything else', async () => {
  for (const file of ['/assets/main-1.js', '/catalogue/assets/main-2.js', '/appointment/assets/main-3.js']) {
    const found = await get(shared, SHARED + file)
    expect(found.body).toContain('()')
    expect(found.headers['cache-control']).toBe('public, max-age=31536000, immutable')
    expect((await get(shared, SHARED + file.replace('main', 'other'))).statusCode).toBe(404)
  }
})

test.each([
  ['br', 'br'],
  ['gzip', 'gzip'],
  ['br;q=0.5, gzip', 'gzip'],
  ['identity', undefined],
])('a browser that accepts %s gets the file as compressed by the build', async (takes, sent) => {
  const headers = { 'accept-encoding': takes }
  const found = await get(shared, `${SHARED}/assets/main-1.js`, headers)
  expect(found.headers['content-encoding']).toBe(sent)
  expect(found.body).toBe(sent === undefined ? 'portal()' : `portal() in ${sent}`)
  expect(found.headers['content-type']).toMatch(/^(text|application)\/javascript/)
  expect(found.headers.vary).toContain('accept-encoding')
})

test.each(['/assets/main-1.js', '/catalogue/', '/catalogue/frame', '/gc-appointment-form'])(
  '%s is not sent again to a browser that has it',
  async (address) => {
    const etag = String((await get(shared, SHARED + address)).headers.etag)
    const again = await get(shared, SHARED + address, { 'if-none-match': etag })
    expect([again.statusCode, again.body]).toEqual([304, ''])
    expect((await get(shared, SHARED + address, { 'if-none-match': '"another"' })).statusCode).toBe(200)
  },
)

test.each(['/orders', '/catalogue/', '/gc-appointment-form', '/catalogue/frame'])(
  'browsers revalidate %s each time',
  async (address) => {
    expect((await get(shared, SHARED + address)).headers['cache-control']).toBe('no-cache')
  },
)

test('a missing page is 404 each time, even with a matching ETag', async () => {
  const lost = await get(shared, `${SHARED}/catalogue/lost`)
  const again = await get(shared, `${SHARED}/catalogue/lost`, { 'if-none-match': String(lost.headers.etag) })
  expect(again.statusCode).toBe(404)
})

test('a site that is not built is reported', async () => {
  const origins = OWN
  const deps = { dir: path.join(dir, 'nowhere'), origins, brand: LAB }
  await expect(openSites({ ...deps, catalogueData: async () => ({}) as CatalogueData })).rejects.toThrow(
    /not built .*npm run build/,
  )
})

test('the portal’s page has the brand before any script: title, mark, and data that cannot end its element', async () => {
  const { body } = await get(shared, `${SHARED}/orders`)
  const data = /<script type="application\/json" id="brand">(.*?)<\/script>/s.exec(body)?.[1] ?? ''
  const page = JSON.parse(data)
  expect(page).toMatchObject({ name: LAB.brand.name, accent: LAB.brand.accent, languages: ['en', 'ar'] })
  expect(body).toContain('<title>Lab &lt;/script&gt;')
  expect(body).not.toContain('<script>alert')
  expect(body).toContain(`<link rel="icon" href="${page.icon}"`)
  const texts = await get(shared, SHARED + page.legalTexts)
  expect(texts.json()).toEqual(
    JSON.parse(
      JSON.stringify({
        terms: LAB.terms,
        privacyNotice: LAB.privacyNotice,
        userConditions: LAB.userConditions,
      }),
    ),
  )
  expect((await get(shared, `${SHARED}/brand/terms.md`)).statusCode).toBe(404)
})

test.each([
  ['/catalogue/', '/catalogue/'],
  ['/gc-appointment-form', '/appointment/'],
])('%s has the accent and the mark as files of its own, before its content', async (address, prefix) => {
  const { body } = await get(shared, SHARED + address)
  const [, style = ''] = /<link rel="stylesheet" href="([^"]*)"/.exec(body) ?? []
  expect(style).toBe(`${prefix}accent.css?v=${LAB.version}`)
  const accent = await get(shared, SHARED + style)
  expect(accent.headers['content-type']).toMatch(/^text\/css/)
  expect(accent.body).toContain(`--accent-7: ${LAB.brand.accent[7]};`)
  expect(body).toContain(`<link rel="icon" href="${prefix}icon.svg?v=${LAB.version}"`)
  const icon = await get(shared, `${SHARED}${prefix}icon.svg?v=${LAB.version}`)
  expect([icon.headers['content-type'], icon.body]).toEqual(['image/svg+xml', LAB.mark])
})

test('after a restart with another brand no file of the former one is shown, and a portal not yet restarted keeps none', async () => {
  const files = ['/icon.svg', '/brand/legal-texts.json', '/catalogue/accent.css', '/appointment/icon.svg']
  const changed = await serverOf(SHARED_BY_ALL, undefined, { ...LAB, version: 'another' })
  const kept = async (app: FastifyInstance, address: string) =>
    (await get(app, SHARED + address)).headers['cache-control']
  for (const file of files) {
    expect(await kept(shared, `${file}?v=${LAB.version}`)).toContain('immutable')
    expect(await kept(changed, `${file}?v=another`)).toContain('immutable')
    for (const other of [`${file}?v=another`, file, `${file}?v=${LAB.version}&v=another`])
      expect(await kept(shared, other)).toBe('no-cache')
  }
  const { body } = await get(changed, `${SHARED}/orders`)
  expect(body).toContain('/icon.svg?v=another')
  await changed.close()
})
