import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { type Html, html, rendered } from '#domain/text/html.ts'

/** What the pages show of the laboratory, and where they link to. */
export interface Appearance {
  laboratoryName: string
  /** `#rrggbb`, dark enough for white text. */
  accentColor: string
  supportEmail: string
  supportPhone: string
  /** Path of the provider, `/identity`. */
  base: string
  /** URL of the portal's start page. */
  portal: string
}

export interface Asset {
  path: string
  type: string
  content: string
}

export interface PageOptions {
  /** Twice as wide, for lists. */
  wide?: boolean
  /** Loads the script of the passkey forms. */
  passkeys?: boolean
  /** Where the browser goes by itself, without script. */
  goesTo?: string
}

export type Site = ReturnType<typeof siteFor>

/** The frame of all pages: complete documents that work without script, except for passkeys. */
export function siteFor(look: Appearance) {
  if (!/^#[0-9a-f]{6}$/i.test(look.accentColor)) throw new Error('the accent colour must be #rrggbb')
  const source = (name: string) => readFileSync(new URL(`../${name}`, import.meta.url), 'utf8')
  /** Named by a hash of its content, so that browsers can cache it forever. */
  const asset = (name: string, type: string, content: string): Asset => {
    const digest = createHash('sha256').update(content).digest('hex').slice(0, 12)
    return { path: `${look.base}/${name.replace('.', `-${digest}.`)}`, type, content }
  }
  const style = asset(
    'style.css',
    'text/css',
    `:root { --accent: ${look.accentColor} }\n${source('style.css')}`,
  )
  const passkeyScript = asset('passkey.js', 'text/javascript', source('passkey.js'))

  return {
    look,
    style,
    passkeyScript,

    page(title: string, content: Html, options: PageOptions = {}): string {
      return rendered(html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title} – ${look.laboratoryName}</title>
<link rel="icon" href="${look.portal}icon.svg" type="image/svg+xml">
<link rel="stylesheet" href="${style.path}">${
        options.passkeys ? html`\n<script type="module" src="${passkeyScript.path}"></script>` : undefined
      }${options.goesTo === undefined ? undefined : html`\n<meta http-equiv="refresh" content="0;url=${options.goesTo}">`}
</head>
<body>
<main${options.wide ? html` class="wide"` : undefined}>
<p class="laboratory">${look.laboratoryName}</p>
<h1>${title}</h1>
${content}
<p class="help">Need help? ${look.laboratoryName}: ${look.supportPhone}, <a href="mailto:${look.supportEmail}">${look.supportEmail}</a></p>
</main>
</body>
</html>
`)
    },

    /** A link styled as a button; `to` is a path below the provider's. */
    button: (text: string, to: string) => html`<a class="button" href="${look.base}${to}">${text}</a>`,
    link: (text: string, to: string) => html`<a href="${look.base}${to}">${text}</a>`,
    logIn: html`<a class="button" href="${look.base}/sign-in">Log in</a>`,
    backToPortal: html`<a class="button" href="${look.portal}">Back to the portal</a>`,
    quietBackToPortal: html`<p class="links"><a href="${look.portal}">Back to the portal</a></p>`,
  }
}
