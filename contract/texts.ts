import { z } from 'zod'

/** Text that must say something, spaces around it taken away. */
export const filled = (most: number, message: string) =>
  z
    .string()
    .trim()
    .min(1, { error: message })
    .max(most, { error: `At most ${most} characters.` })

/** Text that may be empty, spaces around it taken away. */
export const short = (most: number) =>
  z
    .string()
    .trim()
    .max(most, { error: `At most ${most} characters.` })
