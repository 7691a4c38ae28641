import type { TestDetails } from '#contract/catalogue.ts'
import type { FieldError } from '#contract/errors.ts'
import type { Order } from '#contract/orders.ts'
import { answersFor } from '#domain/consent/consent.ts'
import { todayAtLaboratory } from '#domain/dates/dates.ts'
import { newOrder, type OrderDocument, type OrderingProvider } from '#domain/orders/document.ts'
import { createAutosave, type DraftServer } from './autosave.ts'
import { same } from './merge.ts'
import { withValueAt } from './pointer.ts'
import { type FormPoint, formPoints, stillRefused } from './points.ts'
import type { createUnsavedEdits } from './unsaved.ts'

export interface FormState {
  document: OrderDocument
  /** The chosen tests as the catalogue has them. */
  tests: readonly TestDetails[]
  /** Codes of chosen tests whose details are not here yet. */
  loading: readonly string[]
  /** Fields that were left once: their errors show. */
  visited: ReadonlySet<string>
  /** How often submitting was tried; from the first on, all errors show. */
  attempts: number
  refused: readonly FieldError[]
}

interface OrderFormSetup {
  hospitalCode: string
  userId: number
  /** Who orders unless somebody else is chosen. */
  provider: OrderingProvider | undefined
  /** The draft that is opened; null for a new order. */
  loaded: Order | null
  server: DraftServer
  edits: ReturnType<typeof createUnsavedEdits>
  /** Called after every save with the order as the server has it. */
  onSaved(order: Order): void
}

export type OrderForm = ReturnType<typeof createOrderForm>

/**
 * The order form without its screen: the document, what is known of its tests, and the autosave. It is a store of
 * its own, because every part (fields, open points, patches, refusals) names a field by JSON pointer, and because
 * others' changes are merged into the document while somebody types.
 */
export function createOrderForm(setup: OrderFormSetup) {
  const { hospitalCode, userId, loaded, edits } = setup
  const placeOf = (orderId: number | null) => ({ userId, hospitalCode, orderId })
  const kept = edits.read(placeOf(loaded?.id ?? null))
  const draftKey = kept?.draftKey ?? crypto.randomUUID()
  let state: FormState = {
    document: loaded?.document ?? newOrder(setup.provider),
    tests: [],
    loading: [],
    visited: new Set(),
    attempts: 0,
    refused: [],
  }
  const listeners = new Set<() => void>()
  let pointsOf: FormState | null = null
  let lastPoints: FormPoint[] = []

  function become(next: FormState) {
    if (next === state) return
    state = next
    for (const listener of listeners) listener()
  }

  const autosave = createAutosave({
    server: setup.server,
    draftKey,
    saved: kept?.saved ?? loaded,
    document: () => state.document,
    replace: (document) => become({ ...state, document }),
    onSaved(order) {
      edits.forget(placeOf(null))
      keepUnsaved()
      setup.onSaved(order)
    },
    onRefused: (problem) => become({ ...state, refused: problem.errors ?? [] }),
  })
  if (kept) state = { ...state, document: kept.document }

  function keepUnsaved() {
    const saved = autosave.saved()
    const place = placeOf(saved?.id ?? null)
    if (!autosave.dirty()) return edits.forget(place)
    edits.keep(place, {
      draftKey,
      saved: saved && { id: saved.id, version: saved.version, document: saved.document },
      document: state.document,
    })
  }

  function change(document: OrderDocument, path: string) {
    if (document === state.document) return
    become({ ...state, document, refused: stillRefused(state.refused, path) })
    keepUnsaved()
    autosave.edited()
  }

  function points(): FormPoint[] {
    if (pointsOf === state) return lastPoints
    const found = formPoints({ ...state, today: todayAtLaboratory(new Date()) })
    // Most keys change no point: the same list means that nothing that shows it renders again.
    if (!same(found, lastPoints)) lastPoints = found
    pointsOf = state
    return lastPoints
  }

  return {
    hospitalCode,
    autosave,
    /** Undefined until the server has the draft. */
    orderId: () => autosave.saved()?.id,
    /** Edits of an earlier visit, which the server never got, were put back. */
    restored: kept !== null,
    state: () => state,
    subscribe(listener: () => void) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    points,
    /** Does a rule stand against submitting? What only the server refused may be asked again. */
    ready: () => points().every((point) => point.refused),
    /** The message to show at the field `path`: once it was left, or submitting was tried, or the server says so. */
    errorAt(path: string): string | null {
      const point = points().find((one) => one.path === path)
      return point && (point.refused || state.attempts > 0 || state.visited.has(path)) ? point.message : null
    },
    set(path: string, value: unknown) {
      change(withValueAt(state.document, path, value), path)
    },
    visit(path: string) {
      if (!state.visited.has(path)) become({ ...state, visited: new Set([...state.visited, path]) })
    },
    /** Submitting was tried: all errors show; those of the server too. */
    showErrors(refused: readonly FieldError[] = state.refused) {
      become({ ...state, attempts: state.attempts + 1, refused })
    },
    /** Chooses a test: in the place of the blank one, or beside the others. */
    addTest(testCode: string, testName: string) {
      const chosen = state.document.tests.filter((test) => test.testCode !== '')
      if (chosen.some((test) => test.testCode === testCode)) return
      change({ ...state.document, tests: [...chosen, { testCode, testName }] }, '/tests')
    },
    removeTest(testCode: string) {
      const left = state.document.tests.filter((test) => test.testCode !== testCode)
      change({ ...state.document, tests: left.length > 0 ? left : newOrder().tests }, '/tests')
    },
    /** What the catalogue says of the chosen tests: names and consent questions follow it. */
    setTests(tests: readonly TestDetails[], loading: readonly string[]) {
      become({ ...state, tests, loading })
      if (loading.length > 0 || autosave.status().kind === 'closed') return
      const { document } = state
      const named = document.tests.map((test) => {
        const found = tests.find((one) => one.code === test.testCode)
        return found && found.testName !== test.testName ? { ...test, testName: found.testName } : test
      })
      const consents = answersFor(
        tests.flatMap((test) => test.consents),
        document.consents,
      )
      const sameNames = named.every((test, index) => test === document.tests[index])
      if (sameNames && consents === document.consents) return
      change({ ...document, tests: named, consents: [...consents] }, '/consents')
    },
    /** Submitted or thrown away: nothing of it is kept in this browser. */
    forget() {
      autosave.end()
      edits.forget(placeOf(autosave.saved()?.id ?? null))
      edits.forget(placeOf(null))
    },
  }
}
