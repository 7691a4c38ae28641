import { encodeQR } from 'qr'
import { type Html, html, trustedHtml } from '#domain/text/html.ts'
import type { AuthenticatorSetUp } from '../second-factor.ts'
import { alert, field, hidden, passkeyForm } from './elements.ts'
import type { Site } from './site.ts'

export const wrongCodeText =
  'The code is wrong, was used before, or the account is temporarily locked after several wrong attempts. Wait for the next code, then try again. If no code works, set your phone’s clock to automatic.'

interface Challenge {
  action: string
  error?: string
  authenticator: boolean
  /** Undefined if the account has no passkey. */
  passkeyOptions: string | undefined
  recoveryCodes: number
}

/** Shown after the password. */
export function challengePage(site: Site, one: Challenge): string {
  const code = html`<form method="post" action="${one.action}">
${codeField()}
<button type="submit">Continue</button>
</form>`
  const passkey =
    one.passkeyOptions === undefined
      ? undefined
      : html`${passkeyForm({ action: one.action, does: 'get', options: one.passkeyOptions, button: 'Use a passkey' })}
<noscript><p>To use a passkey, allow this page to run scripts.</p></noscript>`
  const recovery = html`<details>
<summary>Lost it? Use a recovery code</summary>
<form method="post" action="${one.action}">
${field({ name: 'recoveryCode', label: 'Recovery code', autocomplete: 'off', maxlength: 40, hint: 'One of the ten you kept when you set this up. Each works once.' })}
<button type="submit" class="second">Continue</button>
</form>
<p>No recovery code either? Call the laboratory’s support.</p>
</details>`
  return site.page(
    'One more step',
    html`${alert(one.error)}<p>${
      one.authenticator
        ? 'Type the code that your authenticator app shows.'
        : 'Confirm with your passkey that it is you.'
    }</p>
${one.authenticator ? code : undefined}${passkey}${one.recoveryCodes > 0 ? recovery : undefined}`,
    { passkeys: true },
  )
}

interface SetUp {
  action: string
  error?: string
  authenticator: AuthenticatorSetUp
  /** Undefined if only the app is set up. */
  passkeyOptions?: string
  demanded: boolean
  back?: Html
  /** Proves that the password was given; absent during a sign-in. */
  ticket?: string
}

export function setUpPage(site: Site, one: SetUp): string {
  const { secret, uri } = one.authenticator
  const code = trustedHtml(encodeQR(uri, 'svg', { ecc: 'medium', border: 3 }))
  const passkey =
    one.passkeyOptions === undefined
      ? undefined
      : html`<section><h2>Or a passkey</h2><p>Your device, your phone or a security key confirms that it is you.</p>
${passkeyForm({ action: one.action, does: 'create', options: one.passkeyOptions, button: 'Use a passkey instead', content: passkeyNameField() })}
<noscript><p>To use a passkey, allow this page to run scripts.</p></noscript></section>`
  return site.page(
    'Set up an authenticator app',
    html`${alert(one.error)}${one.demanded ? html`<p>${site.look.laboratoryName} requires more than a password. Setting it up takes a minute.</p>` : undefined}
<ol>
<li>Install an authenticator app on your phone, if you have none.</li>
<li>Scan this code with it, or type the key below.</li>
<li>Type the six digits that it shows.</li>
</ol>
<figure class="qr" role="img" aria-label="Picture to scan; the key below says the same">${code}</figure>
<p>Key: <code class="secret">${(secret.match(/.{1,4}/g) ?? []).join(' ')}</code></p>
<form method="post" action="${one.action}">
${one.ticket === undefined ? undefined : hidden('ticket', one.ticket)}
${codeField()}
<button type="submit">Turn it on</button>
</form>${passkey}${one.back}`,
    { passkeys: one.passkeyOptions !== undefined },
  )
}

/** Shown once. `next` is where the user continues. */
export function recoveryCodesPage(site: Site, codes: readonly string[], next: Html): string {
  const text = `${site.look.laboratoryName}: recovery codes\nEach works once, instead of the authenticator app or the passkey.\n\n${codes.join('\n')}\n`
  return site.page(
    'Keep your recovery codes',
    html`<p>If you lose your phone or passkey, one of these codes lets you in. Each works once. <strong>They are shown only now</strong>: save or print them and keep them in a safe place.</p>
<ul class="codes">${codes.map((code) => html`<li><code>${code}</code></li>`)}</ul>
<p><a download="recovery-codes.txt" href="data:text/plain;charset=utf-8,${encodeURIComponent(text)}">Save them as a file</a></p>
${next}`,
  )
}

export function passkeyNameField(): Html {
  return field({
    name: 'name',
    label: 'Name of the passkey',
    value: 'My passkey',
    autocomplete: 'off',
    maxlength: 60,
    hint: 'So that you recognize it later, such as “Office laptop”.',
  })
}

function codeField(): Html {
  return field({
    name: 'code',
    label: 'Code',
    autocomplete: 'one-time-code',
    maxlength: 12,
    numeric: true,
    autofocus: true,
  })
}
