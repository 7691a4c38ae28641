let isAgain = false

/**
 * Calls `read`; requests that it makes before it first waits are marked as reading again what the page shows, if they do:
 * nobody opens anything by them.
 */
export function readingAgain<T>(again: boolean, read: () => T): T {
  const before = isAgain
  isAgain = again
  try {
    return read()
  } finally {
    isAgain = before
  }
}

/** The header that marks a request made now; none if somebody opens something by it. */
export const againHeader = (): Record<string, string> => (isAgain ? { 'x-karyo-refresh': 'true' } : {})
