import { minuteInUtc } from '#domain/dates/dates.ts'
import { table } from '#domain/table.ts'
import { type Html, html } from '#domain/text/html.ts'
import type { Account } from '../accounts.ts'
import { deviceName } from '../device.ts'
import type { ListedPasskey } from '../passkeys.ts'
import { passwordHint } from '../password-rules.ts'
import type { RecentFactor } from '../recent-factors.ts'
import type { SecondFactorState } from '../second-factor.ts'
import type { ListedSession } from '../sessions.ts'
import {
  alert,
  day,
  done,
  errorsAbove,
  field,
  hidden,
  newPasswordFields,
  recentFactorBoxes,
} from './elements.ts'
import { type Proof, proofForm } from './proof.ts'
import type { Site } from './site.ts'

/** The message that the overview shows once after an action; the address carries the key. */
const doneTexts = table<string>({
  password: 'Your password was changed, and your other sessions were ended.',
  email:
    'We have sent a message to the new address. It replaces the old one when you open the link in the message.',
  'authenticator-off': 'The authenticator app was turned off.',
  'passkey-removed': 'The passkey was removed.',
  session: 'The session was ended.',
  sessions: 'All other sessions were ended.',
})

interface Overview {
  account: Account
  factors: SecondFactorState
  passkeys: ListedPasskey[]
  sessions: ListedSession[]
  /** ID of this browser's session. */
  current: string
  done: string
}

export function accountPage(site: Site, one: Overview): string {
  const { account, factors } = one
  return site.page(
    'Your account',
    html`${done(Object.hasOwn(doneTexts, one.done) ? doneTexts[one.done] : undefined)}
<dl>
<div><dt>Name</dt><dd>${account.firstName} ${account.lastName}</dd></div>
<div><dt>Email</dt><dd>${account.email} ${site.link('Change e-mail', '/account/email')}</dd></div>
<div><dt>Password</dt><dd>Only you know it ${site.link('Change password', '/account/password')}</dd></div>
</dl>
<section><h2>Second factor</h2>
<p>${
      factors.authenticator || factors.passkeys > 0
        ? 'On: a password alone does not let anybody in.'
        : 'Off: your password alone lets you in. A second factor protects your patients’ data when somebody learns it.'
    }</p>
<dl>
<div><dt>Authenticator app</dt><dd>${
      factors.authenticator
        ? html`On ${site.link('Turn off', '/account/authenticator/off')}`
        : html`Off ${site.link('Set up', '/account/authenticator')}`
    }</dd></div>
<div><dt>Passkeys</dt><dd>${factors.passkeys === 0 ? 'None' : String(factors.passkeys)} ${site.link('Add a passkey', '/account/passkeys/add')}</dd></div>
${
  factors.authenticator || factors.passkeys > 0
    ? html`<div><dt>Recovery codes</dt><dd>${String(factors.recoveryCodes)} left ${site.link('Make new ones', '/account/recovery-codes')}</dd></div>`
    : undefined
}
</dl>
${one.passkeys.length === 0 ? undefined : html`<ul class="things">${one.passkeys.map((passkey) => passkeyLine(site, passkey))}</ul>`}
</section>
<section><h2>Where you are logged in</h2>
<ul class="things">${one.sessions.map((session) => sessionLine(site, session, session.id === one.current))}</ul>
${
  one.sessions.length < 2
    ? undefined
    : html`<p>${site.link('End all other sessions', '/account/sessions/end-others')}</p>`
}
</section>
${site.backToPortal}`,
    { wide: true },
  )
}

function passkeyLine(site: Site, { id, name, since, lastUsed }: ListedPasskey): Html {
  return html`<li><div><strong>${name}</strong><br><small>Added ${day(since)}, ${
    lastUsed === null ? 'not used yet' : `last used ${minuteInUtc(lastUsed)}`
  }</small></div><a href="${site.look.base}/account/passkeys/remove?id=${encodeURIComponent(id)}" aria-label="Remove the passkey ${name}">Remove</a></li>`
}

function sessionLine(site: Site, session: ListedSession, current: boolean): Html {
  const device = deviceName(session.userAgent)
  return html`<li><div><strong>${device}</strong>${current ? html` <em>This one</em>` : undefined}<br><small>${
    session.address
  }, since ${minuteInUtc(session.since)}, last used ${minuteInUtc(session.lastUsed)}</small></div>${
    current
      ? undefined
      : html`<a href="${site.look.base}/account/sessions/end?id=${encodeURIComponent(session.id)}" aria-label="End the session of ${device}, since ${minuteInUtc(session.since)}">End</a>`
  }</li>`
}

export interface ChangePasswordErrors {
  current?: string
  password?: string
  repeated?: string
}

export function changePasswordPage(
  site: Site,
  proof: Proof,
  factors: readonly RecentFactor[],
  { errors = {}, ticked = [] }: { errors?: ChangePasswordErrors; ticked?: readonly string[] } = {},
): string {
  return site.page(
    'Change your password',
    html`${errorsAbove(errors)}${proofForm(proof, {
      button: 'Change password',
      error: errors.current,
      after: html`${newPasswordFields(passwordHint, errors, false)}${recentFactorBoxes(factors, ticked)}`,
    })}
<p>Your other sessions will be ended. Unfinished changes are cancelled.</p>${backToAccount(site)}`,
    { passkeys: proof.kind === 'passkey' },
  )
}

export function changeEmailPage(
  site: Site,
  proof: Proof,
  email: string,
  errors: { current?: string; email?: string } = {},
): string {
  return site.page(
    'Change your e-mail',
    html`${errorsAbove(errors)}${proofForm(proof, {
      before: field({
        name: 'email',
        label: 'New email',
        type: 'email',
        value: email,
        autocomplete: 'email',
        maxlength: 1000,
        error: errors.email,
        autofocus: true,
      }),
      button: 'Send the link',
      error: errors.current,
    })}
<p>We send a link to the new address. Until you open it, the old one stays.</p>${backToAccount(site)}`,
    { passkeys: proof.kind === 'passkey' },
  )
}

/** Asked for before an action that a stolen session must not allow. */
export function confirmPage(
  site: Site,
  proof: Proof,
  one: { title: string; text: string; button: string; id: string; error?: string },
): string {
  return site.page(
    one.title,
    html`${alert(one.error)}<p>${one.text}</p>
${proofForm(proof, { before: hidden('id', one.id), button: one.button, autofocus: true })}${backToAccount(site)}`,
    { passkeys: proof.kind === 'passkey' },
  )
}

export function messagePage(site: Site, title: string, text: string): string {
  return site.page(title, html`<p>${text}</p>${site.button('Your account', '/account')}`)
}

export function backToAccount(site: Site): Html {
  return html`<p class="links">${site.link('Your account', '/account')}</p>`
}
