import { dayInWords, minuteInUtc } from '#domain/dates/dates.ts'
import { type Html, html } from '#domain/text/html.ts'
import { hospitalOf, RECENT_FACTOR_DAYS, type RecentFactor } from '../recent-factors.ts'

interface Field {
  name: string
  label: string
  type?: 'text' | 'email' | 'password'
  value?: string
  hint?: string
  error?: string | undefined
  autocomplete: string
  maxlength?: number
  autofocus?: boolean
  /** Digits only: phones show the number pad. */
  numeric?: boolean
  /** May be left empty. */
  optional?: boolean
}

/** A labeled input with its hint above and its error below, both announced by screen readers. */
export function field(one: Field): Html {
  const { name, error, hint } = one
  const described = [hint && `${name}-hint`, error && `${name}-error`].filter(Boolean).join(' ')
  return html`<label for="${name}">${one.label}</label>${
    hint === undefined ? undefined : html`\n<p class="hint" id="${name}-hint">${hint}</p>`
  }
<input id="${name}" name="${name}" type="${one.type ?? 'text'}" value="${one.value ?? ''}" autocomplete="${one.autocomplete}" maxlength="${String(one.maxlength ?? 254)}"${one.optional ? undefined : html` required`}${
    one.numeric ? html` inputmode="numeric"` : undefined
  }${one.autofocus ? html` autofocus` : undefined}${
    described === '' ? undefined : html` aria-describedby="${described}"`
  }${error === undefined ? undefined : html` aria-invalid="true"`}>${
    error === undefined ? undefined : html`\n<p class="error" id="${name}-error">${error}</p>`
  }`
}

export function hidden(name: string, value: string): Html {
  return html`<input type="hidden" name="${name}" value="${value}">`
}

export function alert(text: string | undefined): Html | undefined {
  return text === undefined ? undefined : html`<p role="alert">${text}</p>`
}

/** A success message. */
export function done(text: string | undefined): Html | undefined {
  return text === undefined ? undefined : html`<p class="done" role="status">${text}</p>`
}

/** Shown above a form that has errors. */
export function errorsAbove(errors: object): Html | undefined {
  const count = Object.values(errors).filter((error) => error !== undefined).length
  if (count === 0) return undefined
  return alert(
    count === 1 ? 'One entry below needs to be corrected.' : `${count} entries below need to be corrected.`,
  )
}

/** The two fields of a new password. */
export function newPasswordFields(
  hint: string,
  errors: { password?: string; repeated?: string },
  autofocus: boolean,
): Html {
  return html`${field({
    name: 'password',
    label: 'New password',
    type: 'password',
    autocomplete: 'new-password',
    maxlength: 1000,
    hint,
    error: errors.password,
    autofocus,
  })}
${field({
  name: 'repeated',
  label: 'Repeat the password',
  type: 'password',
  autocomplete: 'new-password',
  maxlength: 1000,
  error: errors.repeated,
})}`
}

function inWords(factor: RecentFactor): Html {
  if (factor.name === null) return html`the authenticator app`
  const kind = hospitalOf(factor) === undefined ? 'passkey' : 'sign-in of'
  return html`the ${kind} <strong>${factor.name}</strong>`
}

/** Recently added factors, each with a checkbox that removes it; nothing if there are none. */
export function recentFactorBoxes(
  factors: readonly RecentFactor[],
  ticked: readonly string[] = [],
): Html | undefined {
  if (factors.length === 0) return undefined
  const box = (factor: RecentFactor, i: number) =>
    html`<li><label for="remove-${String(i)}"><input type="checkbox" id="remove-${String(i)}" name="remove" value="${factor.key}"${
      ticked.includes(factor.key) ? html` checked` : undefined
    }> Remove ${inWords(factor)}, added ${minuteInUtc(factor.since)}</label></li>`
  return html`<fieldset class="recent"><legend>Added in the last ${String(RECENT_FACTOR_DAYS)} days</legend>
<p>These can be used to log in to your account. Remove what you did not add yourself. Recovery codes are removed with it.</p>
<ul>${factors.map(box)}</ul></fieldset>`
}

/** Hidden until the script finds that the browser supports passkeys. */
export function passkeyForm(form: {
  action: string
  does: 'create' | 'get'
  options: string
  button: string
  /** Shown before the button. */
  content?: Html
}): Html {
  return html`<form method="post" action="${form.action}" data-passkey="${form.does}" data-options="${form.options}" hidden>
<input type="hidden" name="answer" value="">${form.content}
<button type="submit" class="second">${form.button}</button>
<p role="alert" hidden>That did not work, or it was cancelled. Please try again.</p>
</form>`
}

export const day = (date: Date): string => dayInWords(date.toISOString().slice(0, 10))
