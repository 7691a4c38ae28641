import { useEffect, useSyncExternalStore } from 'react'

type Phones = typeof import('./phone.ts')

let phones: Phones | undefined
let isRequested = false
const listeners = new Set<() => void>()

async function load(): Promise<void> {
  if (isRequested) return
  isRequested = true
  try {
    phones = await import('./phone.ts')
    for (const listener of listeners) listener()
  } catch {
    // The network is down: the next number tries again.
    isRequested = false
  }
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** The world's numbering plans, loaded once a number needs them; undefined until then. */
export function usePhones(needed: boolean): Phones | undefined {
  useEffect(() => {
    if (needed) void load()
  }, [needed])
  return useSyncExternalStore(subscribe, () => phones)
}
