import { html } from '#domain/text/html.ts'
import { passwordHint } from '../password-rules.ts'
import { errorsAbove, field, hidden, newPasswordFields } from './parts.ts'
import type { Site } from './site.ts'

/** A button, so that a mail scanner that opens the link doesn't use it up. */
export function verifyPage(site: Site, token: string, email: string, whose: string): string {
  return site.page(
    'Verify your e-mail address',
    html`<p>Is <strong>${email}</strong> the e-mail address of the account of <strong>${whose}</strong>, and is that you?</p>
<form method="post" action="${site.look.base}/verify">
${hidden('token', token)}
<button type="submit">Verify my address</button>
</form>`,
  )
}

export function verifiedPage(site: Site): string {
  return site.page(
    'Your e-mail address is verified',
    html`<p>Thank you. You can log in now.</p>${site.logIn}`,
  )
}

/** `email` is the address the expired link was sent to. */
export function verifyExpiredPage(site: Site, email: string): string {
  return site.page(
    'This link has expired',
    html`<p>Links to verify an address are good for 24 hours. We can send a new one to <strong>${email}</strong>.</p>
<form method="post" action="${site.look.base}/verify/resend">
${hidden('email', email)}
<button type="submit">Send a new link</button>
</form>`,
  )
}

export function verifyUnknownPage(site: Site): string {
  return site.page(
    'This link is not good any more',
    html`<p>It was used before, or a newer one was sent. If your address is verified already, just log in: if it is not, we send you a new link.</p>${site.logIn}`,
  )
}

/** The link to a new address is over: the account's owner asks for another one. */
export function changeOverPage(site: Site): string {
  return site.page(
    'This link has expired',
    html`<p>The address was not changed. Ask for a new link in your account.</p>${site.button('Your account', '/account')}`,
  )
}

export function forgotPage(site: Site, email: string, error?: string): string {
  return site.page(
    'Forgot your password?',
    html`<p>Type your e-mail address. We send you a link to choose a new password.</p>
<form method="post" action="${site.look.base}/forgot" novalidate>
${field({ name: 'email', label: 'Email', type: 'email', value: email, autocomplete: 'username', error, maxlength: 1000, autofocus: true })}
<button type="submit">Send the link</button>
</form>
<p class="links">${site.link('Log in', '/sign-in')}</p>`,
  )
}

/** Says the same whether or not there is such an account. */
export function resetSentPage(site: Site, email: string): string {
  return site.page(
    'Check your e-mail',
    html`<p>If there is an account with the address <strong>${email}</strong>, a message with a link is on its way. The link is good for one hour.</p>
<p>Nothing there after five minutes? Look among the unwanted mail, and whether the address is right.</p>
<p class="links">${site.link('Try again', '/forgot')} ${site.link('Log in', '/sign-in')}</p>`,
  )
}

export function resetPage(
  site: Site,
  token: string,
  errors: { password?: string; repeated?: string } = {},
): string {
  return site.page(
    'Choose a new password',
    html`${errorsAbove(errors)}<form method="post" action="${site.look.base}/reset" novalidate>
${hidden('token', token)}
${newPasswordFields(passwordHint, errors, true)}
<button type="submit">Change password</button>
</form>
<p>Wherever you are logged in, you will be logged out.</p>`,
  )
}

export function resetOverPage(site: Site): string {
  return site.page(
    'This link is not good any more',
    html`<p>It has expired, it was used before, or a newer one was sent. Have a new one sent.</p>${site.button('Send a new link', '/forgot')}`,
  )
}

export function resetDonePage(site: Site): string {
  return site.page(
    'Your password is changed',
    html`<p>You are logged out everywhere. Log in with the new password.</p>${site.logIn}`,
  )
}
