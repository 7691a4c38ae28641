import { html, trustedHtml } from '#domain/text/html.ts'
import { alert, field, passkeyForm } from './elements.ts'
import type { Site } from './site.ts'

export const refusedText =
  'The e-mail address or password is wrong, or the account is temporarily locked after several wrong attempts.'
export const throttledText =
  'Too many wrong passwords from your network. Please wait 15 minutes, then try again.'

/** The only inline script: submits the logout form, so that logging out takes one click instead of two. */
export const submitScript = 'document.forms[0].submit()'

interface SignIn {
  /** The email typed before, or known to the portal. */
  email: string
  error?: string
  action: string
  passkeyOptions: string
  /** Whether some users log in at their hospital. */
  offersHospitals: boolean
}

/** The sign-in form. */
export function signInPage(site: Site, one: SignIn): string {
  const { email, error, action, passkeyOptions } = one
  // After an error the email is usually right, so the password gets the focus.
  return site.page(
    'Log in',
    html`${alert(error)}<form method="post" action="${action}">
${field({ name: 'email', label: 'Email', type: 'email', value: email, autocomplete: 'username', autofocus: email === '' })}
${field({ name: 'password', label: 'Password', type: 'password', autocomplete: 'current-password', maxlength: 1000, autofocus: email !== '' })}
<button type="submit">Log in</button>${
      // Needs the address only. The first button stays the one that Enter presses.
      one.offersHospitals
        ? html`\n<button type="submit" class="second" formaction="${action}/hospital" formnovalidate>Log in with your hospital</button>`
        : undefined
    }
</form>
${passkeyForm({ action: `${action}/passkey`, does: 'get', options: passkeyOptions, button: 'Use a passkey instead' })}
<p class="links">${site.link('Forgot your password?', '/forgot')} ${site.link('Create an account', '/sign-up')}</p>`,
    { passkeys: true },
  )
}

/** Submits itself if `autoSubmit` is set and script runs; otherwise asks. */
export function logOutPage(site: Site, form: string, autoSubmit: boolean): string {
  const script = autoSubmit ? html`<script>${trustedHtml(submitScript)}</script>` : undefined
  return site.page(
    'Log out',
    html`<p>You are about to log out of the portal.</p>
${trustedHtml(form)}
<input type="hidden" name="logout" value="yes" form="op.logoutForm">
<button type="submit" form="op.logoutForm">Log out</button>${script}`,
  )
}

export function loggedOutPage(site: Site): string {
  return site.page('You are logged out', html`<p>You can close this window.</p>${site.backToPortal}`)
}

export function expiredPage(site: Site): string {
  return site.page(
    'Please start again',
    html`<p>This page was open for too long, or it was used before. Nothing is lost: go back to the
portal and log in again.</p>${site.backToPortal}`,
  )
}

/** The provider is currently overloaded, by this network or in total. */
export function busyPage(site: Site): string {
  return site.page(
    'Please try again in a moment',
    html`<p>Very many people are logging in right now. Nothing was changed: wait a few seconds, go back, and press the
button again.</p>${site.backToPortal}`,
  )
}

/** `detail` helps whoever is asked for support: an OAuth error code, no personal data. */
export function failedPage(site: Site, detail: string): string {
  return site.page(
    'That did not work',
    html`<p>Go back to the portal and try again. If it happens again, please give the laboratory’s support the details below.
</p>${site.backToPortal}<p class="detail">${detail}</p>`,
  )
}
