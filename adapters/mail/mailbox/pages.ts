import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
// Adds `hide` to a route's schema.
import type {} from '@fastify/swagger'
import type { FastifyPluginAsync } from 'fastify'
import { minuteInUtc } from '#domain/dates/dates.ts'
import { type Html, html, rendered } from '#domain/text/html.ts'
import type { MailboxStore, StoredMail } from './store.ts'

interface Look {
  laboratoryName: string
  accentColor: string
  portalOrigin?: string
}

const time = (at: Date) => html`<time datetime="${at.toISOString()}">${minuteInUtc(at)}</time>`
const joined = (fragments: Html[]) => fragments.reduce((all, part) => html`${all}${part}`, html``)

/** Text with http(s) URLs as links. Punctuation that ends a sentence is not part of a URL. */
function linked(text: string): Html {
  const fragments = text.split(/(https?:\/\/[^\s<>"]*[^\s<>".,;:!?'()[\]{}])/)
  return joined(
    fragments.map((part, i) =>
      i % 2 === 1 ? html`<a href="${part}" rel="noreferrer">${part}</a>` : html`${part}`,
    ),
  )
}

function listOf(mails: StoredMail[], to: string): Html {
  if (mails.length === 0)
    return html`<div class="empty"><p>${to ? `No mail to “${to}”.` : 'No mail yet.'}</p>
<p class="quiet">What the portal sends appears here: reload the page after a moment.</p></div>`
  const rows = mails.map(
    (mail) => html`<li><a href="/mailbox/${mail.id}"><strong>${mail.subject || '(no subject)'}</strong>
<span>${mail.to}</span>${time(mail.at)}</a></li>`,
  )
  return html`<ol>${joined(rows)}</ol>`
}

/** `/mailbox` and `/mailbox/:id`: complete documents without script. `?to=` filters the list by recipient. */
export function mailboxPages(store: MailboxStore, look: Look): FastifyPluginAsync {
  if (!/^#[0-9a-f]{6}$/i.test(look.accentColor)) throw new Error('the accent colour must be #rrggbb')
  const style = `:root { --accent: ${look.accentColor} }\n${readFileSync(new URL('style.css', import.meta.url), 'utf8')}`
  const stylePath = `/mailbox/style-${createHash('sha256').update(style).digest('hex').slice(0, 12)}.css`
  const headers = {
    'content-security-policy':
      "default-src 'none';style-src 'self';img-src 'self';form-action 'self';frame-ancestors 'none';base-uri 'none'",
    'x-content-type-options': 'nosniff',
    // URLs in mail carry one-time secrets.
    'referrer-policy': 'no-referrer',
    'cache-control': 'no-store',
  }

  const page = (title: string, back: Html, content: Html) =>
    rendered(html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title} – ${look.laboratoryName}</title>
<link rel="icon" href="/icon.svg" type="image/svg+xml">
<link rel="stylesheet" href="${stylePath}">
</head>
<body>
<main>
<nav><span>${look.laboratoryName} · demonstration mailbox</span>${back}</nav>
<h1>${title}</h1>
${content}
</main>
</body>
</html>
`)

  const toPortal = html`<a href="${look.portalOrigin ?? ''}/">Back to the portal</a>`
  const toMailbox = html`<a href="/mailbox">All mail</a>`

  return async (app) => {
    app.addHook('onRequest', async (_request, reply) => {
      reply.headers(headers).type('text/html; charset=utf-8')
    })
    const hidden = { schema: { hide: true } }

    app.get(stylePath, hidden, (_request, reply) =>
      reply
        .type('text/css; charset=utf-8')
        .header('cache-control', 'public, max-age=31536000, immutable')
        .send(style),
    )

    app.get<{ Querystring: { to?: unknown } }>('/mailbox', hidden, async (request) => {
      const to = typeof request.query.to === 'string' ? request.query.to : ''
      const filter = html`<form><input name="to" type="search" value="${to}" aria-label="Recipient" placeholder="Recipient">
<button type="submit">Filter</button></form>`
      return page('Mailbox', toPortal, html`${filter}${listOf(await store.list(to), to)}`)
    })

    app.get<{ Params: { id: string } }>('/mailbox/:id', hidden, async (request, reply) => {
      const mail = await store.find(request.params.id)
      if (!mail)
        return reply
          .code(404)
          .send(page('Mail not found', toMailbox, html`<p>Only the newest 500 mails are kept.</p>`))
      return page(
        mail.subject || '(no subject)',
        toMailbox,
        html`<article><dl><dt>To</dt><dd>${mail.to}</dd><dt>From</dt><dd>${mail.from}</dd>
<dt>Received</dt><dd>${time(mail.at)}</dd></dl>
<pre>${linked(mail.text)}</pre></article>`,
      )
    })
  }
}
