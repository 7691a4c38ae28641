import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { SitePage } from '#contract/site.ts'
import { SetupError } from '../database/setup-error.ts'

/** Reads a page of a built site. */
export async function builtPage(dist: string, page: string): Promise<string> {
  return await readFile(path.join(dist, page), 'utf8').catch((cause: unknown) => {
    throw new SetupError(`A site is not built (${dist}). Run "npm run build".`, { cause })
  })
}

/** Loads the server's bundle of a built site. */
export async function builtBundle<Bundle>(dist: string): Promise<Bundle> {
  const file = path.join(dist, 'server/render.js')
  try {
    return (await import(pathToFileURL(file).href)) as Bundle
  } catch (cause) {
    throw new SetupError(`A site is not built (${file}). Run "npm run build".`, { cause })
  }
}

/** Serves the files of a built site, those with a hash in their name as immutable; the site serves its pages itself. */
export async function serveFiles(app: FastifyInstance, root: string, prefix: string): Promise<void> {
  await app.register(fastifyStatic, {
    root,
    prefix,
    index: false,
    wildcard: false,
    decorateReply: false,
    globIgnore: ['**/*.html', '**/*.br', '**/*.gz'],
    // Compressed when the site was built (scripts/precompress.ts).
    preCompressed: true,
    setHeaders(reply, file) {
      const forever = file.includes(`${path.sep}assets${path.sep}`)
      reply.header('cache-control', forever ? 'public, max-age=31536000, immutable' : 'no-cache')
    },
  })
}

/**
 * Sends a page, or 304 if the browser has it already, by its ETag; it is revalidated each time, since it may
 * change.
 */
export function sendPage(request: FastifyRequest, reply: FastifyReply, html: string) {
  // Weak: it may be compressed on the way.
  const etag = `W/"${createHash('sha256').update(html).digest('base64url')}"`
  reply.header('cache-control', 'no-cache').header('etag', etag)
  const isKnown = reply.statusCode === 200 && request.headers['if-none-match'] === etag
  return isKnown ? reply.code(304).send() : reply.type('text/html; charset=utf-8').send(html)
}

/** Puts what the brand adds to `<head>` into a site's `index.html`. */
export function branded(index: string, head: string): string {
  return index.replace('<!--brand-->', () => head)
}

/** Fills the site's `index.html` with the page. */
export function fillTemplate(index: string, { language, direction, head, body }: SitePage): string {
  const placeholders: Record<string, string> = {
    '<html lang="en" dir="ltr">': `<html lang="${language}" dir="${direction}">`,
    '<!--head-->': head,
    '<!--body-->': body,
  }
  return index.replace(/<html[^>]*>|<!--(head|body)-->/g, (mark) => placeholders[mark] ?? mark)
}
