export interface RunState {
  is: 'idle' | 'running' | 'stopped' | 'failed' | 'done'
  /** How many things have been sent and answered since it was begun. */
  done: number
  total: number
  /** Why it failed. */
  error: unknown
}

interface RunDeps<T> {
  /** What is to be sent next; none: the end. Asked again after every answer. */
  next(): readonly T[]
  /** May be called twice with the same: the answer to the first may have been lost. */
  send(batch: readonly T[]): Promise<void>
  /** Whether the same may go well a moment later. */
  worthARetry(error: unknown): boolean
  /** Waits before the try of this number. */
  wait(tries: number, signal: AbortSignal): Promise<void>
}

const TRIES = 3
const IDLE: RunState = { is: 'idle', done: 0, total: 0, error: null }

/** Long work in batches: it can be stopped and continued, and a batch that fails is tried again. */
export function createRun<T>({ next, send, worthARetry, wait }: RunDeps<T>) {
  const listeners = new Set<() => void>()
  let state = IDLE
  let stopping = new AbortController()
  let working = false

  function change(patch: Partial<RunState>) {
    state = { ...state, ...patch }
    for (const listener of listeners) listener()
  }

  async function sendOne(batch: readonly T[], signal: AbortSignal): Promise<void> {
    for (let tries = 1; ; tries += 1) {
      try {
        return await send(batch)
      } catch (error) {
        if (signal.aborted || tries === TRIES || !worthARetry(error)) throw error
        await wait(tries, signal)
        if (signal.aborted) throw error
      }
    }
  }

  async function work() {
    if (working) return
    working = true
    stopping = new AbortController()
    const { signal } = stopping
    change({ is: 'running', error: null })
    let end: Partial<RunState> = { is: 'done' }
    try {
      for (let batch = next(); batch.length > 0 && !signal.aborted; batch = next()) {
        await sendOne(batch, signal)
        change({ done: state.done + batch.length, total: Math.max(state.total, state.done + batch.length) })
      }
    } catch (error) {
      end = { is: 'failed', error }
    }
    working = false
    change(signal.aborted ? { is: 'stopped' } : end)
  }

  return {
    state: () => state,
    subscribe(listener: () => void) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    /** From the beginning, with `total` things to send; while it runs, only the total is another. */
    begin(total: number): Promise<void> {
      change(working ? { total: state.done + total } : { ...IDLE, total })
      return work()
    },
    /** After a stop or a failure, from where it was. */
    resume: work,
    /** After the batch that is under way: what was sent is answered. */
    stop() {
      stopping.abort()
    },
    /** Forgets how it went. */
    reset() {
      if (!working) change(IDLE)
    },
  }
}
export type Run<T> = ReturnType<typeof createRun<T>>
