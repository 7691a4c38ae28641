import type { z } from 'zod'
import type { FieldError } from '#contract/errors.ts'

/** The first message for each place of a value, by JSON pointer. */
export type Messages = Readonly<Record<string, string>>

/** Everything that is wrong with a value, at once. */
export function messagesOf(rules: z.ZodType, value: unknown): Messages {
  const parsed = rules.safeParse(value)
  if (parsed.success) return {}
  return firstOfEach(
    parsed.error.issues.map(({ path, message }) => ({
      path: path.map((key) => `/${String(key)}`).join(''),
      message,
    })),
  )
}

export function firstOfEach(errors: readonly Pick<FieldError, 'path' | 'message'>[]): Messages {
  const messages: Record<string, string> = {}
  for (const { path, message } of errors) messages[path] ??= message
  return messages
}
