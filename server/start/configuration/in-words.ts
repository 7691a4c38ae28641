import type { z } from 'zod'

const listed = (all: readonly unknown[]) => {
  const words = all.map(String)
  return words.length < 2 ? words.join() : `${words.slice(0, -1).join(', ')} or ${words.at(-1)}`
}

/** What a rule without words of its own asks for, as the end of `NAME: `. Values are not repeated: some are secrets. */
export function inWords(issue: z.core.$ZodRawIssue): string | undefined {
  switch (issue.code) {
    case 'invalid_value':
      return `must be ${listed(issue.values)}`
    case 'invalid_type':
      return issue.expected === 'number' || issue.expected === 'int' ? 'must be a whole number' : undefined
    case 'too_small':
      return issue.origin === 'string'
        ? `must have ${issue.minimum} characters or more`
        : `must be ${issue.minimum} or more`
    case 'too_big':
      return `must be ${issue.maximum} or less`
    case 'invalid_format':
      return issue.format === 'email' ? 'must be an email address, such as partner@example.org' : undefined
    default:
      return undefined
  }
}
