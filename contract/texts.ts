import { z } from 'zod'

/** Required text, trimmed. */
export const filled = (most: number, message: string) =>
  z
    .string()
    .trim()
    .min(1, { error: message })
    .max(most, { error: `At most ${most} characters.` })

/** Optional text, trimmed. */
export const short = (most: number) =>
  z
    .string()
    .trim()
    .max(most, { error: `At most ${most} characters.` })
