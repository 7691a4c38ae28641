import { html } from '#domain/text/html.ts'
import { passwordHint } from '../password-rules.ts'
import type { RecentFactor } from '../recent-factors.ts'
import { errorsAbove, field, hidden, newPasswordFields, recentFactorBoxes } from './elements.ts'
import type { Site } from './site.ts'

/** Requires a button press, so that a mail scanner that opens the link doesn't use it up. */
export function changeEmailLinkPage(site: Site, token: string, email: string, owner: string): string {
  return site.page(
    'Verify your e-mail address',
    html`<p>Is <strong>${email}</strong> to be the e-mail address of the account of <strong>${owner}</strong>, and is that you?</p>
<form method="post" action="${site.look.base}/verify">
${hidden('token', token)}
<button type="submit">Verify my address</button>
</form>`,
  )
}

/**
 * Anybody can sign up with anybody's address: the password shows that the person opening the link owns the
 * account.
 */
export function verifyPage(site: Site, token: string, email: string, error?: string): string {
  return site.page(
    'Verify your e-mail address',
    html`${errorsAbove({ error })}<p>To verify <strong>${email}</strong>, enter the password that you chose when you created the account.</p>
<form method="post" action="${site.look.base}/verify" novalidate>
${hidden('token', token)}
${field({ name: 'password', label: 'Password', type: 'password', autocomplete: 'current-password', maxlength: 1000, error, autofocus: true })}
<button type="submit">Verify my address</button>
</form>
<p class="links">${site.link('Forgot it, or somebody else created the account? Choose a new password', '/forgot')}</p>`,
  )
}

export function verifiedPage(site: Site): string {
  return site.page(
    'Your e-mail address is verified',
    html`<p>Thank you. You can log in now.</p>${site.logIn}`,
  )
}

/** `email` is the address to which the expired link was sent. */
export function verifyExpiredPage(site: Site, email: string): string {
  return site.page(
    'This link has expired',
    html`<p>Links to verify an address are valid for 24 hours. We can send a new one to <strong>${email}</strong>.</p>
<form method="post" action="${site.look.base}/verify/resend">
${hidden('email', email)}
<button type="submit">Send a new link</button>
</form>`,
  )
}

export function verifyUnknownPage(site: Site): string {
  return site.page(
    'This link is no longer valid',
    html`<p>It was used before, or a newer one was sent. Just log in: if your address is not verified yet, we send you a new link.</p>${site.logIn}`,
  )
}

/** The link to a new address is no longer valid: the account's owner has to request another. */
export function changeOverPage(site: Site): string {
  return site.page(
    'This link has expired',
    html`<p>The address was not changed. Request a new link in your account.</p>${site.button('Your account', '/account')}`,
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

/** The same whether or not there is such an account. */
export function resetSentPage(site: Site, email: string): string {
  return site.page(
    'Check your e-mail',
    html`<p>If there is an account with the address <strong>${email}</strong>, a message with a link is on its way. The link is valid for one hour.</p>
<p>Nothing there after five minutes? Check your spam folder, and whether the address is right.</p>
<p class="links">${site.link('Try again', '/forgot')} ${site.link('Log in', '/sign-in')}</p>`,
  )
}

export interface NewPasswordErrors {
  firstName?: string
  lastName?: string
  password?: string
  repeated?: string
}

interface NewPasswordForm {
  token: string
  /** Added recently: the user who chooses a new password decides whether they stay. */
  factors: readonly RecentFactor[]
  /** Keys of factors whose checkboxes were ticked. */
  ticked?: readonly string[]
  /** The name as typed, if the form asks for it. */
  name?: { firstName: string; lastName: string } | undefined
  errors?: NewPasswordErrors
}

export function resetPage(site: Site, form: NewPasswordForm): string {
  const { name, errors = {} } = form
  const nameField = (key: 'firstName' | 'lastName', label: string, autocomplete: string) =>
    field({
      ...{ name: key, label, autocomplete, value: name?.[key] ?? '', maxlength: 1000, error: errors[key] },
    })
  const who =
    name &&
    html`<p>Somebody created an account with your e-mail address. Enter your own name.</p>
${nameField('firstName', 'First name', 'given-name')}
${nameField('lastName', 'Last name', 'family-name')}`
  return site.page(
    'Choose a new password',
    html`${errorsAbove(errors)}<form method="post" action="${site.look.base}/reset" novalidate>
${hidden('token', form.token)}
${who}
${newPasswordFields(passwordHint, errors, name === undefined)}
${recentFactorBoxes(form.factors, form.ticked)}
<button type="submit">Change password</button>
</form>
<p>Wherever you are logged in, you will be logged out. Unfinished changes are cancelled.</p>`,
  )
}

/** For the owner of the account's former address. */
export function undoPage(site: Site, form: NewPasswordForm & { email: string }): string {
  const { errors = {} } = form
  return site.page(
    'Undo the change of address',
    html`${errorsAbove(errors)}<p>The account gets its e-mail address <strong>${form.email}</strong> back. Somebody else may know the password: choose a new one.</p>
<form method="post" action="${site.look.base}/undo" novalidate>
${hidden('token', form.token)}
${newPasswordFields(passwordHint, errors, true)}
${recentFactorBoxes(form.factors, form.ticked)}
<button type="submit">Take the change back</button>
</form>
<p>Everybody who is logged in to the account will be logged out. Hospitals’ sign-ins that were added since the change will be removed.</p>`,
  )
}

export function undoDonePage(site: Site, email: string): string {
  return site.page(
    'The change was undone',
    html`<p>The account has the address <strong>${email}</strong> again, and your new password. Log in, and call us at the number below: somebody knew your old password, or used your computer.</p>${site.logIn}`,
  )
}

export function undoOverPage(site: Site): string {
  return site.page(
    'This link is no longer valid',
    html`<p>It has expired, it was used before, or another account has the address now. If somebody else changed the address of your account, call us immediately at the number below.</p>`,
  )
}

export function resetOverPage(site: Site): string {
  return site.page(
    'This link is no longer valid',
    html`<p>It has expired, it was used before, or a newer one was sent. Request a new one.</p>${site.button('Send a new link', '/forgot')}`,
  )
}

export function resetDonePage(site: Site): string {
  return site.page(
    'Your password was changed',
    html`<p>You have been logged out everywhere. Log in with the new password.</p>${site.logIn}`,
  )
}
