import { createPatch, type Operation } from 'rfc6902'
import { type Problem, ProblemError, problemOf } from '#contract/errors.ts'
import type { Order } from '#contract/order.ts'
import type { OrderDocument } from '#domain/orders/document.ts'
import { merge, same } from './merge.ts'
import type { Overlap } from './overlap.ts'

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
  | { kind: 'conflict'; remote: Order; overlaps: Overlap[] }
  /** The draft is none any more: submitted by somebody else, thrown away, or done with by the user of this form. */
  | { kind: 'closed'; why: 'submitted' | 'discarded' | 'finished' }

export interface AutosaveSetup {
  server: DraftServer
  draftKey: string
  /** The order as the server had it when the form was opened; null for one that does not exist yet. */
  saved: SavedOrder | null
  /** What an earlier visit sent without seeing an answer. */
  doubtful?: readonly OrderDocument[]
  /** What the form shows now. */
  document(): OrderDocument
  /** Shows another document: others' changes were put in. */
  replace(document: OrderDocument): void
  /** Called before each request: what is on its way may arrive, even if this page does not live to see it. */
  onSending(): void
  onSaved(order: Order): void
  onRefused(problem: Problem): void
  /** Somebody else's changes were put into what was shown, or are the other side of a conflict that was decided. */
  onOthers?(remote: Order, change: { before: OrderDocument; after: OrderDocument }): void
}

const DEBOUNCE_MS = 800
const LONGEST_WAIT_MS = 60_000
/** Rebasing in a row, after which somebody else is changing the order faster than it can be saved. */
const MOST_REBASES = 5
/** Answers that stay out in a row; of older ones it is not known any more that they are ours. */
const MOST_DOUBTFUL = 8
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
  /** What the user has not changed yet; null once a draft is wanted all the same. */
  let pristine: OrderDocument | null = document()
  let saved = setup.saved
  let status: SaveStatus = saved ? { kind: 'saved', at: null } : { kind: 'untouched' }
  let running: Promise<void> | null = null
  let timer: ReturnType<typeof setTimeout> | undefined
  let failures = 0
  let rebases = 0
  /** Sent without an answer: any of it may have arrived. */
  let doubtful = setup.doubtful ?? []
  let undecided: Parameters<typeof merge>[0] | null = null
  let resting = false
  const listeners = new Set<() => void>()

  function become(next: SaveStatus) {
    status = next
    for (const listener of listeners) listener()
  }
  const dirty = () => [saved?.document ?? pristine, ...doubtful].some((one) => !same(one, document()))

  function finishSave() {
    if (dirty()) become({ kind: 'unsaved' })
    else become(saved ? { kind: 'saved', at: Date.now() } : { kind: 'untouched' })
  }

  function later(ms: number) {
    clearTimeout(timer)
    if (!resting) timer = setTimeout(() => void inBackground(), ms)
  }

  async function send(local: OrderDocument): Promise<Order> {
    if (!saved) return server.create(setup.draftKey, local)
    return server.patch(saved.id, saved.version, createPatch(saved.document, local))
  }

  /** `before`: what was sent earlier without an answer. */
  function accept(order: Order, sent: OrderDocument, before: readonly OrderDocument[]) {
    failures = 0
    rebases = 0
    doubtful = []
    // The draft was there already: made by an earlier try of ours, and changed by others since.
    if (saved === null && order.version > 1)
      return join(order, {
        base: before[0] ?? sent,
        doubtful: before.length > 1 ? before : [],
      })
    // What differs after a patch is what the server would not take; after a creation, what is to be sent next.
    if (saved !== null && !same(order.document, sent))
      replace(merge({ base: sent, local: document(), remote: order.document }).document)
    saved = order
    setup.onSaved(order)
    finishSave()
  }

  async function rebase(problem: Problem, from: SavedOrder) {
    if (++rebases > MOST_REBASES) return fail(problem)
    const remote = await server.get(from.id)
    if (remote.state !== 'draft') return become({ kind: 'closed', why: 'submitted' })
    // One change since: ours, which arrived unanswered, or another's, and none of ours did. More: nobody can tell.
    const moved = remote.version > from.version + 1
    const isOwnChange = !moved && doubtful.some((sent) => same(sent, remote.document))
    join(remote, { base: isOwnChange ? remote.document : from.document, doubtful: moved ? doubtful : [] })
  }

  /** Puts the changes of `remote` in, or asks where they overlap with mine. */
  function join(remote: Order, since: { base: OrderDocument; doubtful: readonly OrderDocument[] }) {
    const sides = { ...since, remote: remote.document, local: document() }
    const merged = merge(sides)
    if (merged.overlaps.length > 0) {
      saved ??= { id: remote.id, version: 1, document: since.base }
      doubtful = since.doubtful
      undecided = sides
      return become({ kind: 'conflict', remote, overlaps: merged.overlaps })
    }
    const before = document()
    saved = remote
    doubtful = []
    replace(merged.document)
    setup.onSaved(remote)
    finishSave()
    if (!same(before, merged.document)) setup.onOthers?.(remote, { before, after: merged.document })
  }

  function fail(problem: Problem) {
    failures += 1
    const again = TRY_AGAIN.has(problem.code)
    become({ kind: 'failed', problem, again })
    if (again) later(waitAfter(failures))
    else setup.onRefused(problem)
  }

  async function recover(error: unknown, before: readonly OrderDocument[]) {
    const problem = problemIn(error)
    // Refused, so it did not arrive; what was sent before it may have.
    if (problem.status < 500) doubtful = before
    if (saved && problem.code === 'wrong-state') return become({ kind: 'closed', why: 'submitted' })
    if (saved && problem.code === 'not-found') return become({ kind: 'closed', why: 'discarded' })
    if (!saved || problem.code !== 'version-conflict') return fail(problem)
    try {
      await rebase(problem, saved)
    } catch (again) {
      fail(problemIn(again))
    }
  }

  async function saveOnce() {
    if (status.kind === 'conflict' || status.kind === 'closed') return
    const local = document()
    if (!dirty()) return finishSave()
    const before = doubtful
    doubtful = [...before.filter((one) => !same(one, local)), local].slice(-MOST_DOUBTFUL)
    setup.onSending()
    become({ kind: 'saving' })
    try {
      accept(await send(local), local, before)
    } catch (error) {
      await recover(error, before)
    }
  }

  function step(): Promise<void> {
    clearTimeout(timer)
    running ??= saveOnce().finally(() => {
      running = null
    })
    return running
  }

  /** What was typed while a request was on its way goes out with the next one. */
  function sendRest() {
    if (status.kind === 'unsaved') later(DEBOUNCE_MS)
  }

  async function inBackground() {
    await step()
    sendRest()
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
    /** What was sent without an answer. */
    doubtful: () => doubtful,
    /** Is there anything that the server does not have? */
    dirty,
    subscribe(listener: () => void) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    /** Has the user begun? Until then nothing is written, whatever a link or the catalogue puts into the form. */
    begun: () => saved !== null || dirty(),
    /** What the form shows now is what it begins with: nothing of it was typed. */
    begins() {
      pristine = document()
    },
    /** Saves what there is, though nobody has typed yet: something is to be done with the draft. */
    insist(): Promise<boolean> {
      if (saved === null) pristine = null
      return flush()
    },
    /** To be called after every change of the document. */
    edited() {
      if (running || status.kind === 'conflict' || status.kind === 'closed') return
      if (status.kind === 'failed' && status.again) return
      if (!dirty()) return finishSave()
      if (status.kind !== 'unsaved') become({ kind: 'unsaved' })
      later(DEBOUNCE_MS)
    },
    flush,
    /** Ends a conflict: their value in the fields `remotePaths`, mine in the other overlapping ones. */
    async resolve(remotePaths: readonly string[]): Promise<boolean> {
      if (status.kind !== 'conflict' || !undecided) return false
      const { remote } = status
      const { document: decided } = merge({ ...undecided, local: document(), take: remotePaths })
      undecided = null
      saved = remote
      doubtful = []
      replace(decided)
      finishSave()
      return flush()
    },
    /**
     * Takes in what others did meanwhile: their changes, or that the order is no draft any more. `known`: how the order
     * stands, where that is known; what was taken in already is not asked for again.
     */
    async catchUp(known?: { version: number; isOver: boolean }): Promise<void> {
      // Its answer may be what was heard of.
      await running
      if (known && !known.isOver && saved && known.version <= saved.version) return
      await flush()
      if (!saved || status.kind !== 'saved') return
      const from = saved
      running ??= rebase(problemOf('version-conflict'), from)
        .catch((error) => fail(problemIn(error)))
        .finally(() => {
          running = null
        })
      await running
      sendRest()
    },
    /** Nothing is sent by itself after this, until `wake`. */
    rest() {
      resting = true
      clearTimeout(timer)
    },
    /** Waits for the request that is on its way, and holds the next one back. */
    async whenSaved(): Promise<void> {
      clearTimeout(timer)
      await running
      clearTimeout(timer)
    },
    /** The user has submitted it, or thrown it away: nothing is sent any more. */
    end() {
      clearTimeout(timer)
      become({ kind: 'closed', why: 'finished' })
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
