/** How long a reload waits for the page before it to let go. */
const LET_GO_WITHIN_MS = 1000

/**
 * What belongs to one tab of a browser: a duplicated tab begins with a copy of the other's session storage, and both would
 * go on with the same things. A page that was left holds nothing, even if the browser keeps it for its Back button.
 */
export function createTabLocks(
  locks: Pick<LockManager, 'request'> | undefined,
  page: Pick<Window, 'addEventListener'>,
) {
  const own = new Set<string>()
  let left = Promise.withResolvers<void>()
  // Without HTTPS there are no locks, and a tab takes everything for its own.
  const take = (name: string, options: LockOptions) =>
    new Promise<boolean>((resolve) => {
      if (!locks) return resolve(true)
      const hold = (lock: Lock | null) => {
        resolve(lock !== null)
        return lock && left.promise
      }
      locks.request(name, options, hold).catch(() => resolve(false))
    })

  page.addEventListener('pagehide', () => left.resolve())
  page.addEventListener('pageshow', ({ persisted }) => {
    if (!persisted) return
    left = Promise.withResolvers()
    for (const name of own) void take(name, {})
  })
  return {
    /** This tab has just made it. */
    own(name: string): void {
      if (own.has(name)) return
      own.add(name)
      void take(name, { ifAvailable: true })
    },
    /** Whether it is this tab's; what no tab holds is from now on. */
    async isOwn(name: string): Promise<boolean> {
      if (own.has(name)) return true
      const taken = await take(name, { signal: AbortSignal.timeout(LET_GO_WITHIN_MS) })
      if (taken) own.add(name)
      return taken
    },
  }
}
