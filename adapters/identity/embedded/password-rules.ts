const minLength = 12
const maxPasswordLength = 128

/** What the form says beforehand. */
export const passwordHint = `At least ${minLength} characters. Not a common password, not your name or e-mail address.`

/** Its dictionaries are large, and new passwords are rare. */
async function openEstimator() {
  const { ZxcvbnFactory } = await import('@zxcvbn-ts/core')
  const { adjacencyGraphs, dictionary } = await import('@zxcvbn-ts/language-common')
  return new ZxcvbnFactory({ dictionary, graphs: adjacencyGraphs })
}
let opening: ReturnType<typeof openEstimator> | undefined

/** Of 4: more than 10^10 guesses. */
const leastScore = 4

/** Words that everybody here would think of first; besides them the laboratory's name and the owner's (`known`). */
const OUR_WORDS = ['karyo', 'portal', 'provider', 'genetics', 'genomics', 'laboratory', 'clinic', 'hospital']

/** What is wrong with a new password, or undefined; `known` is what others know of its owner. */
async function passwordError(password: string, known: readonly string[]): Promise<string | undefined> {
  if (password.length < minLength) return `Enter at least ${minLength} characters.`
  if (password.length > maxPasswordLength) return `Enter at most ${maxPasswordLength} characters.`
  const words = [...OUR_WORDS, ...known]
    .flatMap((text) => [text, ...text.split(/[^\p{L}\p{N}]+/u)])
    .filter((word) => word.length > 2)
  opening ??= openEstimator()
  if ((await opening).check(password, words).score < leastScore) {
    return 'This is too easy to guess: a common password, a pattern, or your name or e-mail address. Several unusual words are good.'
  }
  return undefined
}

/** Errors of the two fields of a new password. */
export async function newPasswordErrors(
  form: { password: string; repeated: string },
  known: readonly string[],
): Promise<{ password?: string; repeated?: string }> {
  const password = await passwordError(form.password, known)
  if (password !== undefined) return { password }
  return form.password === form.repeated ? {} : { repeated: 'This is not the same as above.' }
}
