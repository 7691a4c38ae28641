import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { type Html, html, rendered, trusted } from './html.ts'

/** What the pages show of the laboratory, and where they lead. */
export interface Appearance {
  laboratoryName: string
  /** `#rrggbb`. White text must be legible on it. */
  accentColor: string
  /** Path of the provider, `/identity`. */
  base: string
  /** Address of the portal's start page. */
  portal: string
}

export const refusedText =
  'E-mail or password is wrong, or the account is locked for a while after several wrong attempts.'
export const throttledText = 'Too many attempts from your network. Please wait a minute, then try again.'

/** The only script: sends the logout form, so that logging out takes one click, not two. */
export const submitScript = 'document.forms[0].submit()'

export type Pages = ReturnType<typeof pagesFor>

/** The provider's pages: whole documents that work without script. */
export function pagesFor(look: Appearance) {
  if (!/^#[0-9a-f]{6}$/i.test(look.accentColor)) throw new Error('the accent colour must be #rrggbb')
  const source = readFileSync(new URL('style.css', import.meta.url), 'utf8')
  const style = `:root { --accent: ${look.accentColor} }\n${source}`
  const stylePath = `${look.base}/style-${createHash('sha256').update(style).digest('hex').slice(0, 12)}.css`

  const page = (title: string, content: Html) =>
    rendered(html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title} – ${look.laboratoryName}</title>
<link rel="stylesheet" href="${stylePath}">
</head>
<body>
<main>
<p class="laboratory">${look.laboratoryName}</p>
<h1>${title}</h1>
${content}
</main>
</body>
</html>
`)

  const backToPortal = html`<a class="button" href="${look.portal}">Back to the portal</a>`

  return {
    style,
    stylePath,

    /** The sign-in form; `email` is what was typed before. It posts to its own address. */
    signIn({ email, error }: { email: string; error?: string }) {
      const alert = error === undefined ? undefined : html`<p role="alert">${error}</p>`
      // After an error the e-mail is mostly right: the eye is wanted at the password.
      const [first, second] = email === '' ? [html` autofocus`, undefined] : [undefined, html` autofocus`]
      return page(
        'Log in',
        html`${alert}<form method="post">
<label for="email">Email</label>
<input id="email" name="email" type="email" value="${email}" autocomplete="username" maxlength="254" required${first}>
<label for="password">Password</label>
<input id="password" name="password" type="password" autocomplete="current-password" maxlength="128" required${second}>
<button type="submit">Log in</button>
</form>`,
      )
    },

    /** Sends itself where `atOnce` is set and script runs; asks otherwise. */
    logOut(form: string, atOnce: boolean) {
      const script = atOnce ? html`<script>${trusted(submitScript)}</script>` : undefined
      return page(
        'Log out',
        html`<p>You are about to log out of the portal.</p>
${trusted(form)}
<input type="hidden" name="logout" value="yes" form="op.logoutForm">
<button type="submit" form="op.logoutForm">Log out</button>${script}`,
      )
    },

    loggedOut() {
      return page('You are logged out', html`<p>You can close this window.</p>${backToPortal}`)
    },

    expired() {
      return page(
        'Please start again',
        html`<p>This page was open for too long, or it was used before. Nothing is lost: go back to the
portal and log in again.</p>${backToPortal}`,
      )
    },

    /** `detail` is for whoever is asked for help: an OAuth error code, no person's data. */
    failed(detail: string) {
      return page(
        'That did not work',
        html`<p>Go back to the portal and try again. If it happens again, please tell the laboratory’s
support what stands below.</p>${backToPortal}<p class="detail">${detail}</p>`,
      )
    },
  }
}
