import { type Problem, ProblemError, problemOf } from '#contract/errors.ts'
import type { Family } from '#contract/families.ts'
import {
  applyChange,
  changeBetween,
  type FamilyChange,
  type FamilyConflict,
  inverseOf,
  isEmptyChange,
} from '#domain/family/change.ts'
import { newErrors } from '#domain/family/checks.ts'
import type { FamilyDocument } from '#domain/family/document.ts'

export interface FamilyServer {
  get(): Promise<Family>
  change(change: FamilyChange): Promise<{ family: Family; conflicts: FamilyConflict[] }>
}

/** Changes that the server does not have yet, kept where a reload finds them. */
export interface KeptChanges {
  read(): readonly FamilyChange[]
  write(changes: readonly FamilyChange[]): void
}

type SaveStatus =
  | { kind: 'saved' }
  | { kind: 'saving' }
  /** `again`: it is tried again by itself. */
  | { kind: 'failed'; problem: Problem; again: boolean }

export interface EditorState {
  /** As the server has it. */
  family: Family
  /** With what was changed here since. */
  document: FamilyDocument
  status: SaveStatus
  /** Fields that a colleague changed too: they keep the colleague's value. */
  conflicts: readonly FamilyConflict[]
  /** The action that would be undone or done again; null if there is none. */
  undoable: string | null
  redoable: string | null
}

interface Action {
  change: FamilyChange
  words: string
  /** What is typed into one field without a pause is one action: the field, and the family before it. */
  series: { name: string; base: FamilyDocument } | null
}

const SAVE_AFTER_MS = 500
const LONGEST_WAIT_MS = 60_000
const TRY_AGAIN = new Set<Problem['code']>(['unavailable', 'internal', 'too-many-requests', 'not-signed-in'])

/**
 * Keeps a family saved while it is edited, one request at a time. Each action is a change with its inverse, so that it
 * can be undone after a colleague's changes came in between; what a colleague changed too keeps their value and is named.
 */
export function createFamilyEditor(server: FamilyServer, family: Family, kept: KeptChanges) {
  let saved = family
  /** Actions since `saved`, oldest first. */
  let pending = [...kept.read()]
  let undo: Action[] = []
  let redo: Action[] = []
  let isSending = false
  let isStopped = false
  let failures = 0
  /** The newest version that a live update named. */
  let newest = family.version
  let timer: ReturnType<typeof setTimeout> | undefined
  const listeners = new Set<() => void>()
  let state: EditorState = {
    ...{ family, document: family.document, status: { kind: 'saved' }, conflicts: [] },
    ...{ undoable: null, redoable: null },
  }

  function show(changes: Partial<EditorState>) {
    state = {
      ...state,
      ...changes,
      ...{ family: saved, undoable: undo.at(-1)?.words ?? null, redoable: redo.at(-1)?.words ?? null },
    }
    for (const listener of listeners) listener()
  }

  /** What is pending, put on what the server has. */
  function rebased(): { document: FamilyDocument; conflicts: FamilyConflict[] } {
    return pending.reduce<{ document: FamilyDocument; conflicts: FamilyConflict[] }>(
      (before, change) => {
        const { document, conflicts } = applyChange(before.document, change)
        return { document, conflicts: [...before.conflicts, ...conflicts] }
      },
      { document: saved.document, conflicts: [] },
    )
  }

  function take(next: FamilyDocument) {
    const change = changeBetween(state.document, next)
    if (isEmptyChange(change)) return null
    pending = [...pending, change]
    kept.write(pending)
    show({ document: next, status: { kind: 'saving' } })
    later(SAVE_AFTER_MS)
    return change
  }

  function later(ms: number) {
    clearTimeout(timer)
    if (!isStopped) timer = setTimeout(() => void save(), ms)
  }

  async function save(): Promise<void> {
    if (isSending) return
    clearTimeout(timer)
    const count = pending.length
    if (count === 0) return refresh()
    const change = changeBetween(saved.document, rebased().document)
    if (isEmptyChange(change)) return accept(saved, count, [])
    isSending = true
    show({ status: { kind: 'saving' } })
    try {
      const reply = await server.change(change)
      isSending = false
      accept(reply.family, count, reply.conflicts)
    } catch (error) {
      isSending = false
      await fail(error)
    }
  }

  function accept(next: Family, count: number, conflicts: readonly FamilyConflict[]) {
    failures = 0
    pending = pending.slice(count)
    undo = undo.map((action) => (action.series ? { ...action, series: null } : action))
    if (next.version >= saved.version) saved = next
    kept.write(pending)
    const rest = rebased()
    show({
      ...{ document: rest.document, conflicts: [...state.conflicts, ...conflicts, ...rest.conflicts] },
      status: { kind: pending.length > 0 ? 'saving' : 'saved' },
    })
    // Whoever left the page meanwhile had typed it: no timer runs any more.
    if (pending.length > 0) isStopped ? void save() : later(0)
    else if (newest > saved.version) void refresh()
  }

  async function refresh(): Promise<void> {
    if (newest <= saved.version || isSending) return
    isSending = true
    try {
      const next = await server.get()
      isSending = false
      newest = Math.max(newest, next.version)
      accept(next, 0, [])
    } catch (error) {
      isSending = false
      await fail(error)
    }
  }

  /**
   * Leaves out, and names, what cannot be any more because of what a colleague changed: a child of somebody who is gone. All
   * that was done since would wait behind it. False if nothing is left out.
   */
  async function leaveOut(): Promise<boolean> {
    isSending = true
    const next = await server.get().catch(() => null)
    isSending = false
    if (next === null) return false
    const hasMoved = next.version > saved.version
    // Of one's own, nothing is taken away as long as it can be undone.
    if (!hasMoved && undo.length > 0) return false
    newest = Math.max(newest, next.version)
    if (hasMoved) saved = next
    let { document } = saved
    const possible = pending.filter((change) => {
      const applied = applyChange(document, change)
      if (newErrors(document, applied.document).length > 0) return false
      document = applied.document
      return true
    })
    const left = pending.filter((change) => !possible.includes(change))
    if (left.length === 0) return false
    pending = possible
    kept.write(pending)
    const named = left.flatMap(({ rows }) => rows.map(({ list, key }) => ({ list, key, field: '' })))
    const rest = rebased()
    show({ document: rest.document, conflicts: [...state.conflicts, ...named, ...rest.conflicts] })
    return true
  }

  async function fail(error: unknown): Promise<void> {
    const problem = error instanceof ProblemError ? error.problem : problemOf('unavailable')
    if (problem.code === 'invalid-fields' && (await leaveOut())) {
      show({ status: { kind: pending.length > 0 ? 'saving' : 'saved' } })
      if (pending.length > 0) later(0)
      return
    }
    const again = TRY_AGAIN.has(problem.code)
    failures += 1
    show({ status: { kind: 'failed', problem, again } })
    if (again) later(Math.min(LONGEST_WAIT_MS, 1000 * 2 ** (failures - 1)))
  }

  /**
   * Applies an action backwards or forwards; a field that a colleague changed since stays, and is named. Where they changed or
   * refer to a whole row of it, nothing is applied: half an action can be what cannot be, and would block all saving.
   */
  function replay(from: Action[], to: Action[]): string | null {
    const action = from.at(-1)
    if (!action) return null
    const inverse = inverseOf(action.change)
    const { document, conflicts } = applyChange(state.document, inverse)
    from.pop()
    const inTheWay = inWayOf(inverse, document, conflicts)
    if (inTheWay.length > 0) {
      show({ conflicts: [...state.conflicts, ...inTheWay] })
      return null
    }
    to.push({ change: inverse, words: action.words, series: null })
    if (take(document) === null) show({})
    show({ conflicts: [...state.conflicts, ...conflicts] })
    return action.words
  }

  /** The rows for which a change cannot be applied as a whole. */
  function inWayOf(
    { rows }: FamilyChange,
    after: FamilyDocument,
    conflicts: readonly FamilyConflict[],
  ): FamilyConflict[] {
    const changed = conflicts.filter(({ field }) => field === '')
    if (changed.length > 0) return changed
    // What is wrong already, here or at the server, was not made by this.
    const isPossible = [saved.document, state.document].some(
      (before) => newErrors(before, after).length === 0,
    )
    return isPossible ? [] : rows.map(({ list, key }) => ({ list, key, field: '' }))
  }

  if (pending.length > 0) show({ ...rebased(), status: { kind: 'saving' } })
  return {
    state: () => state,
    subscribe(listener: () => void): () => void {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    /**
     * Shows the next document and saves it soon. `words` name the action for undoing: `Sister added`. Edits of one
     * `series` that follow each other without a pause are one action.
     */
    edit(next: FamilyDocument, words: string, series?: string): void {
      const before = state.document
      const change = take(next)
      if (!change) return
      const last = undo.at(-1)?.series
      if (series !== undefined && last?.name === series)
        undo = [...undo.slice(0, -1), { change: changeBetween(last.base, next), words, series: last }]
      else
        undo = [
          ...undo,
          { change, words, series: series === undefined ? null : { name: series, base: before } },
        ]
      redo = []
      show({})
    },
    /** The words of what was undone; null if there was nothing. */
    undo: () => replay(undo, redo),
    redo: () => replay(redo, undo),
    /** A colleague's change, or one's own: read unless it is here already. */
    onUpdate(version: number): void {
      newest = Math.max(newest, version)
      if (pending.length === 0) void refresh()
    },
    save,
    forgetConflicts: () => show({ conflicts: [] }),
    start(): void {
      isStopped = false
      if (pending.length > 0) later(0)
    },
    /** Is there anything that the server does not have? */
    dirty: () => pending.length > 0,
    /** Sends what is left; nothing is tried again. */
    stop(): void {
      isStopped = true
      clearTimeout(timer)
      if (pending.length > 0) void save()
    },
  }
}
