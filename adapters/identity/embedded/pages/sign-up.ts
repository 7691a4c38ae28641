import { html } from '#domain/text/html.ts'
import { passwordHint } from '../password-rules.ts'
import { done, errorsAbove, field, hidden, newPasswordFields } from './elements.ts'
import type { Site } from './site.ts'

export interface SignUpValues {
  firstName: string
  lastName: string
  email: string
}

export type SignUpErrors = Partial<Record<keyof SignUpValues | 'password' | 'repeated', string>>

export function signUpPage(site: Site, values: SignUpValues, errors: SignUpErrors = {}): string {
  // The field to focus: the first, or the first with an error.
  const first = (['firstName', 'lastName', 'email', 'password', 'repeated'] as const).find(
    (name) => Object.keys(errors).length === 0 || errors[name] !== undefined,
  )
  const text = (name: 'firstName' | 'lastName', label: string, autocomplete: string) =>
    field({
      name,
      label,
      autocomplete,
      value: values[name],
      error: errors[name],
      maxlength: 1000,
      autofocus: first === name,
    })
  return site.page(
    'Create an account',
    html`<p>For clinicians and their staff. After you verify your e-mail address you tell us where you work.</p>
${errorsAbove(errors)}<form method="post" action="${site.look.base}/sign-up" novalidate>
${text('firstName', 'First name', 'given-name')}
${text('lastName', 'Last name', 'family-name')}
${field({ name: 'email', label: 'Email', type: 'email', value: values.email, autocomplete: 'username', error: errors.email, maxlength: 1000, autofocus: first === 'email' })}
${newPasswordFields(passwordHint, errors, first === 'password')}
<button type="submit">Create account</button>
</form>
<p class="links">Do you have an account? ${site.link('Log in', '/sign-in')}</p>`,
  )
}

/** Shown after the sign-up, whether or not the address was taken. */
export function checkMailPage(site: Site, email: string, again = false): string {
  return site.page(
    'Check your e-mail',
    html`${done(again ? 'If the last message is more than five minutes old, we have sent it again.' : undefined)}
<p>We have sent a message to <strong>${email}</strong>. Open the link in it to verify your address; it is valid for 24 hours. Then come back and log in.</p>
<p>Nothing there after five minutes? Check your spam folder, then have it sent again.</p>
<form method="post" action="${site.look.base}/verify/resend">
${hidden('email', email)}
<button type="submit" class="second">Send it again</button>
</form>
<p class="links">${site.link('Log in', '/sign-in')} ${site.link('Start over with another address', '/sign-up')}</p>`,
  )
}
