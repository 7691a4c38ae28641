import { isProblem } from '#contract/errors.ts'

/** Whether somebody says that the e-mail address is not verified (specification §4, Login). */
export function mentionsUnverifiedEmail(words: string): boolean {
  return /verif/i.test(words) && /e-?mail/i.test(words)
}

/** Whether an answer refuses a user for it: with our code, or in the words of whatever stands before the portal. */
export async function refusesUnverifiedEmail(response: Response): Promise<boolean> {
  if (response.status !== 401 && response.status !== 403) return false
  const text = await response
    .clone()
    .text()
    .catch(() => '')
  const parsed = jsonIn(text)
  if (!isProblem(parsed)) return mentionsUnverifiedEmail(text)
  const { code, title, detail = '' } = parsed
  return code === 'email-not-verified' || mentionsUnverifiedEmail(`${title} ${detail}`)
}

function jsonIn(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
