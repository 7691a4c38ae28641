import { createPatch, type Operation } from 'rfc6902'
import { type Problem, ProblemError, problemOf } from '#contract/errors.ts'
import type { Order } from '#contract/orders.ts'
import type { OrderDocument } from '#domain/orders/document.ts'
import { merge, type Overlap, same, takeTheirs } from './merge.ts'

/** What the autosave keeps of the order as the server has it. */
export type SavedOrder = Pick<Order, 'id' | 'version' | 'document'>

export interface DraftServer {
  create(draftKey: string, document: OrderDocument): Promise<Order>
  patch(id: number, version: number, operations: Operation[]): Promise<Order>
  get(id: number): Promise<Order>
}

export type SaveStatus =
  /** Nothing was typed yet, and nothing exists at the server. */
  | { kind: 'untouched' }
  | { kind: 'unsaved' }
  | { kind: 'saving' }
  /** `at`: milliseconds since 1970; null when it was saved before this visit. */
  | { kind: 'saved'; at: number | null }
  /** `again`: it is tried again by itself. */
  | { kind: 'failed'; problem: Problem; again: boolean }
  | { kind: 'conflict'; theirs: Order; overlaps: Overlap[] }
  /** The draft is none any more: submitted by somebody else, or thrown away. */
  | { kind: 'closed'; why: 'submitted' | 'discarded' }

export interface AutosaveSetup {
  server: DraftServer
  draftKey: string
  /** The order as the server had it when the form was opened; null for one that does not exist yet. */
  saved: SavedOrder | null
  /** What the form shows now. */
  document(): OrderDocument
  /** Shows another document: others' changes were put in. */
  replace(document: OrderDocument): void
  onSaved(order: Order): void
  onRefused(problem: Problem): void
}

const DEBOUNCE_MS = 800
const LONGEST_WAIT_MS = 60_000
/** Rebasing in a row, after which somebody else is changing the order faster than it can be saved. */
const MOST_REBASES = 5
const TRY_AGAIN = new Set<Problem['code']>(['unavailable', 'internal', 'too-many-requests', 'not-signed-in'])

/** How long to wait after `failures` failures in a row: 1, 2, 4 … 60 seconds. */
export function waitAfter(failures: number): number {
  return Math.min(LONGEST_WAIT_MS, 1000 * 2 ** (failures - 1))
}

/**
 * Keeps an order form saved: one request at a time, always the newest state, as a JSON patch against the version
 * last seen. Another person's changes are merged in where they do not overlap.
 */
export function createAutosave(setup: AutosaveSetup) {
  const { server, document, replace } = setup
  const pristine = document()
  let saved = setup.saved
  let status: SaveStatus = saved ? { kind: 'saved', at: null } : { kind: 'untouched' }
  let running: Promise<void> | null = null
  let timer: ReturnType<typeof setTimeout> | undefined
  let failures = 0
  let rebases = 0
  let doubtful: OrderDocument | null = null
  let resting = false
  const listeners = new Set<() => void>()

  function become(next: SaveStatus) {
    status = next
    for (const listener of listeners) listener()
  }
  const dirty = () => !same(saved?.document ?? pristine, document())

  function settle() {
    if (dirty()) become({ kind: 'unsaved' })
    else become(saved ? { kind: 'saved', at: Date.now() } : { kind: 'untouched' })
  }

  function later(ms: number) {
    clearTimeout(timer)
    if (!resting) timer = setTimeout(() => void inBackground(), ms)
  }

  async function send(mine: OrderDocument): Promise<Order> {
    if (!saved) return server.create(setup.draftKey, mine)
    return server.patch(saved.id, saved.version, createPatch(saved.document, mine))
  }

  function accept(order: Order, sent: OrderDocument) {
    const begun = saved === null
    saved = order
    failures = 0
    rebases = 0
    doubtful = null
    // A creation that was answered before may find an older document: the rest is sent as a patch. After a patch,
    // what differs is what the server would not take.
    if (!begun && !same(order.document, sent))
      replace(merge({ base: sent, mine: document(), theirs: order.document }).document)
    setup.onSaved(order)
    settle()
  }

  async function rebase(problem: Problem, from: SavedOrder) {
    if (++rebases > MOST_REBASES) return fail(problem)
    const theirs = await server.get(from.id)
    if (theirs.state !== 'draft') return become({ kind: 'closed', why: 'submitted' })
    const merged = merge({ base: from.document, mine: document(), theirs: theirs.document, doubtful })
    if (merged.overlaps.length > 0) return become({ kind: 'conflict', theirs, overlaps: merged.overlaps })
    saved = theirs
    doubtful = null
    replace(merged.document)
    setup.onSaved(theirs)
    settle()
  }

  function fail(problem: Problem) {
    failures += 1
    const again = TRY_AGAIN.has(problem.code)
    become({ kind: 'failed', problem, again })
    if (again) later(waitAfter(failures))
    else setup.onRefused(problem)
  }

  async function recover(error: unknown, sent: OrderDocument) {
    const problem = problemIn(error)
    if (problem.status >= 500) doubtful = sent
    if (saved && problem.code === 'wrong-state') return become({ kind: 'closed', why: 'submitted' })
    if (saved && problem.code === 'not-found') return become({ kind: 'closed', why: 'discarded' })
    if (!saved || problem.code !== 'version-conflict') return fail(problem)
    try {
      await rebase(problem, saved)
    } catch (again) {
      fail(problemIn(again))
    }
  }

  async function once() {
    if (status.kind === 'conflict' || status.kind === 'closed') return
    const mine = document()
    if (!dirty()) return settle()
    become({ kind: 'saving' })
    try {
      accept(await send(mine), mine)
    } catch (error) {
      await recover(error, mine)
    }
  }

  function step(): Promise<void> {
    clearTimeout(timer)
    running ??= once().finally(() => {
      running = null
    })
    return running
  }

  async function inBackground() {
    await step()
    if (status.kind === 'unsaved') later(DEBOUNCE_MS)
  }

  /** Saves all there is now. False when it cannot be: `status` says why. */
  async function flush(): Promise<boolean> {
    do {
      await step()
    } while (status.kind === 'unsaved' || status.kind === 'saving')
    return status.kind === 'saved' || status.kind === 'untouched'
  }

  return {
    status: () => status,
    saved: () => saved,
    /** Is there anything that the server does not have? */
    dirty,
    subscribe(listener: () => void) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    /** To be called after every change of the document. */
    edited() {
      if (running || status.kind === 'conflict' || status.kind === 'closed') return
      if (status.kind === 'failed' && status.again) return
      if (!dirty()) return settle()
      if (status.kind !== 'unsaved') become({ kind: 'unsaved' })
      later(DEBOUNCE_MS)
    },
    flush,
    /** Ends a conflict: their value in the fields `theirPaths`, mine in the other overlapping ones. */
    async resolve(theirPaths: readonly string[]): Promise<boolean> {
      if (status.kind !== 'conflict' || !saved) return false
      const { theirs } = status
      const merged = merge({ base: saved.document, mine: document(), theirs: theirs.document, doubtful })
      saved = theirs
      doubtful = null
      replace(takeTheirs(merged, theirPaths))
      settle()
      return flush()
    },
    /** Takes in what others did meanwhile: their changes, or that the order is no draft any more. */
    async catchUp(): Promise<void> {
      await flush()
      if (!saved || status.kind !== 'saved') return
      const from = saved
      running ??= rebase(problemOf('version-conflict'), from)
        .catch((error) => fail(problemIn(error)))
        .finally(() => {
          running = null
        })
      await running
    },
    /** Nothing is sent by itself after this, until `wake`. */
    rest() {
      resting = true
      clearTimeout(timer)
    },
    /** Waits for the request that is on its way, and holds the next one back. */
    async settled(): Promise<void> {
      clearTimeout(timer)
      await running
      clearTimeout(timer)
    },
    /** Nothing is sent any more. */
    end() {
      clearTimeout(timer)
      become({ kind: 'closed', why: 'discarded' })
    },
    wake() {
      resting = false
      if (dirty()) later(DEBOUNCE_MS)
    },
  }
}

export function problemIn(error: unknown): Problem {
  return error instanceof ProblemError ? error.problem : problemOf('internal')
}
