/** The parts of a problem document (RFC 9457) that are displayed. */
interface ProblemLike {
  title: string
  detail?: string
  instance?: string
  errors?: readonly { rule: string; message: string }[]
}

function problemIn(error: unknown): ProblemLike | null {
  if (!(error instanceof Error) || !('problem' in error)) return null
  const problem = error.problem
  return typeof problem === 'object' && problem !== null && 'title' in problem
    ? (problem as ProblemLike)
    : null
}

/**
 * The text for any error: the problem document's if the server sent one, otherwise a plain sentence, because
 * a script's own error is not meant for users.
 */
export function wordsFor(error: unknown): { title: string; detail: string; reference: string } {
  const problem = problemIn(error)
  if (!problem)
    return { title: 'Something went wrong on this page. Try again in a moment.', detail: '', reference: '' }
  return { title: problem.title, detail: problem.detail ?? '', reference: problem.instance ?? '' }
}

/** What is wrong with each refused field, for dialogs that do not show it at their fields. */
export function fieldMessages(error: unknown): string[] {
  return [...new Set(problemIn(error)?.errors?.map(({ message }) => message))]
}

/** Whether the server refused a field by this rule (contract/errors.ts, field error). */
export function refusedBy(rule: string, error: unknown): boolean {
  return problemIn(error)?.errors?.some((one) => one.rule === rule) ?? false
}
