/** What a problem document (RFC 9457) carries for the eye. */
interface ProblemLike {
  title: string
  detail?: string
  instance?: string
  errors?: readonly { rule: string }[]
}

function problemIn(error: unknown): ProblemLike | null {
  if (!(error instanceof Error) || !('problem' in error)) return null
  const problem = error.problem
  return typeof problem === 'object' && problem !== null && 'title' in problem
    ? (problem as ProblemLike)
    : null
}

/**
 * Words for anything thrown: those of the problem document where the server gave one, and a plain sentence for
 * what was never meant for a reader (a script's own error).
 */
export function wordsFor(error: unknown): { title: string; detail: string; reference: string } {
  const problem = problemIn(error)
  if (!problem)
    return { title: 'Something went wrong on this page. Try again in a moment.', detail: '', reference: '' }
  return { title: problem.title, detail: problem.detail ?? '', reference: problem.instance ?? '' }
}

/** Whether the server refused a field by this rule (contract/errors.ts, field error). */
export function refusedBy(rule: string, error: unknown): boolean {
  return problemIn(error)?.errors?.some((one) => one.rule === rule) ?? false
}
