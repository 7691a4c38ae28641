import type { Passwords } from './passwords.ts'

const minLength = 12
const maxPasswordLength = 128

/** Shown on the form. */
export const passwordHint = `At least ${minLength} characters. Not a common password, not your name or e-mail address.`

/** Of 4: more than 10^10 guesses. */
const leastScore = 4
/** Judges only the beginning: if that is hard to guess, so is the whole. */
const mostJudged = 64

/** Words that everybody here would try first; the laboratory's name and the owner's are added (`known`). */
const OUR_WORDS = ['karyo', 'portal', 'provider', 'genetics', 'genomics', 'laboratory', 'clinic', 'hospital']
const mostWords = 40
const mostWordLength = 64

/** The two fields of a new password. */
export interface NewPassword {
  password: string
  repeated: string
}
export type NewPasswordErrors = { password?: string; repeated?: string }

/** Errors visible at first sight: the length, and a repetition that differs. */
export function lengthErrors({ password, repeated }: NewPassword): NewPasswordErrors {
  if (password.length < minLength) return { password: `Enter at least ${minLength} characters.` }
  if (password.length > maxPasswordLength)
    return { password: `Enter at most ${maxPasswordLength} characters.` }
  return password === repeated ? {} : { repeated: 'The two passwords do not match.' }
}

/**
 * Errors of the two fields of a new password. `known` is what others know about its owner. Estimating how
 * hard it is to guess takes processor time: check the rest of the form first.
 */
export async function newPasswordErrors(
  passwords: Passwords,
  form: NewPassword,
  known: readonly string[],
  who: string,
): Promise<NewPasswordErrors> {
  const errors = lengthErrors(form)
  if (errors.password !== undefined) return errors
  const words = wordsOf([...OUR_WORDS, ...known])
  const score = await passwords.strength({ password: form.password.slice(0, mostJudged), words }, who)
  if (score >= leastScore) return errors
  return {
    ...errors,
    password:
      'This is too easy to guess: a common password, a pattern, or your name or e-mail address. Try several unusual words.',
  }
}

/** Each text and its words of three letters or more, within the bounds above. */
export function wordsOf(texts: readonly string[]): string[] {
  return [
    ...new Set(
      texts
        .map((text) => text.slice(0, 2 * mostWordLength))
        .flatMap((text) => [text, ...text.split(/[^\p{L}\p{N}]+/u)])
        .map((word) => word.slice(0, mostWordLength))
        .filter((word) => word.length > 2),
    ),
  ].slice(0, mostWords)
}
