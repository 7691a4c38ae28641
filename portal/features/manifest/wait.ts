/** Waits longer with every try; a stop ends the wait. */
export function waitLonger(tries: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, 1000 * 2 ** (tries - 1))
    signal.addEventListener('abort', () => {
      clearTimeout(timer)
      resolve()
    })
  })
}

/** Lets the page answer before the work goes on. */
export function yieldToPage(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve))
}
