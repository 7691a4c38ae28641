import { type Html, html } from '#domain/text/html.ts'
import { field, hidden } from './elements.ts'

/** What a signed-in user must prove again: the password, and a second factor if they have one. */
export type Proof = { kind: 'password' } | { kind: 'code' } | { kind: 'passkey'; options: string }

interface ProofForm {
  button: string
  /** The error in the previous attempt. */
  error?: string | undefined
  /** The form's own fields, around those of the proof. */
  before?: Html
  after?: Html
  autofocus?: boolean
}

/** A form that asks users to prove their identity again. */
export function proofForm(
  proof: Proof,
  { button, error, before, after, autofocus = false }: ProofForm,
): Html {
  const content = html`${before}
${field({
  ...{ name: 'current', label: 'Current password', type: 'password', autocomplete: 'current-password' },
  ...{ maxlength: 1000, error, autofocus },
})}
${secondField(proof)}${after}
<button type="submit">${button}</button>`
  // Without script, a recovery code must still be typed, so the form stays visible.
  return proof.kind === 'passkey'
    ? html`<form method="post" data-passkey="get" data-options="${proof.options}" novalidate>
${hidden('answer', '')}${content}
<p role="alert" hidden>That did not work, or it was cancelled. Please try again.</p>
</form>`
    : html`<form method="post" novalidate>
${content}
</form>`
}

function secondField({ kind }: Proof): Html | undefined {
  if (kind === 'password') return undefined
  const common = { name: 'code', maxlength: 40 } as const
  return kind === 'code'
    ? field({
        ...{ ...common, label: 'Code from your authenticator app', autocomplete: 'one-time-code' },
        hint: 'Or, if you have lost it, one of your recovery codes.',
      })
    : field({
        ...{ ...common, label: 'Recovery code', autocomplete: 'off', optional: true },
        hint: 'Only if you have lost your passkey. Otherwise leave this empty: you confirm with your passkey next.',
      })
}
