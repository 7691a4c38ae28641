import type { TestDetails } from '#contract/catalogue.ts'
import type { FieldError } from '#contract/errors.ts'
import type { Order } from '#contract/order.ts'
import type { LinkedTest } from '#domain/catalogue/create-link.ts'
import { answersFor, peopleToConsent } from '#domain/consent/consent.ts'
import { todayAtLaboratory } from '#domain/dates/dates.ts'
import { blankTest, type OrderDocument } from '#domain/orders/document.ts'
import { isBlocking, ORDER_SECTIONS, type OrderSection } from '#domain/orders/points.ts'
import type { RuleContext } from '#domain/orders/rule-context.ts'
import { withKeptAnswers } from './answers.ts'
import { createAutosave, type DraftServer } from './autosave.ts'
import { type Change, changesBetween } from './changes.ts'
import { same } from './merge.ts'
import { withFieldAt } from './optional-fields.ts'
import { areTestsLoading, type FormPoint, formPoints, openRefusals } from './points.ts'
import {
  codesOf,
  tidyTests,
  withAddOn,
  withGenes,
  withoutAddOn,
  withoutTest,
  withSavedPanel,
  withTest,
} from './test-choice.ts'
import type { createUnsavedEdits } from './unsaved.ts'

/** What only the server knows of an order: earlier orders of its people, the provider, the institution. */
export type CheckedContext = Pick<
  RuleContext,
  | 'history'
  | 'provider'
  | 'institutionState'
  | 'consentLaw'
  | 'specimenOf'
  | 'va'
  | 'takesKits'
  | 'diagnoses'
  | 'genes'
  | 'payers'
  | 'uploads'
>
const NOTHING_CHECKED: CheckedContext = { history: [], provider: null, institutionState: '' }

export interface FormState {
  document: OrderDocument
  /** The chosen tests as the catalogue has them. */
  tests: readonly TestDetails[]
  /** Codes of chosen tests whose details are not here yet. */
  loading: readonly string[]
  checked: CheckedContext
  /** Fields that were left once: their errors show. */
  visited: ReadonlySet<string>
  /** Sections that the user has been in and left, or all once submitting was tried: what is missing there is an error. */
  left: ReadonlySet<OrderSection>
  /** How often submitting was tried; from the first on, all errors show. */
  attempts: number
  refused: readonly FieldError[]
  /** What was typed into fields and is not taken: no single choice of their lists, by the field. */
  pending: ReadonlyMap<string, string>
  /** What others changed while the form was open, until it was seen: who did it last, when, and all changed fields. */
  others: { by: string; at: string; changes: readonly Change[] } | null
}

interface OrderFormSetup {
  hospitalCode: string
  userId: number
  /** What a new order begins with. */
  blank: OrderDocument
  /** Who would submit it; null for somebody who only prepares it. */
  submitter: RuleContext['submitter']
  /** The draft that is opened; null for a new order. */
  loaded: Order | null
  server: DraftServer
  edits: Pick<ReturnType<typeof createUnsavedEdits>, 'save' | 'read' | 'forget'>
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
  const unsavedKeyOf = (orderId: number | null) => ({ userId, hospitalCode, orderId, vob: setup.blank.isVOB })
  const unsaved = edits.read(unsavedKeyOf(loaded?.id ?? null))
  const draftKey = unsaved?.draftKey ?? crypto.randomUUID()
  let state: FormState = {
    document: loaded?.document ?? setup.blank,
    tests: [],
    loading: [],
    checked: NOTHING_CHECKED,
    visited: new Set(),
    // Of a draft that was begun before, everything was left before.
    left: new Set(loaded ? ORDER_SECTIONS : []),
    attempts: 0,
    refused: [],
    pending: new Map(),
    others: null,
  }
  const listeners = new Set<() => void>()
  let pointsOf: FormState | null = null
  let lastPoints: FormPoint[] = []
  let at: OrderSection | 'review' | null = null
  /** The codes of which the catalogue has said all it knows. */
  let knownCodes: readonly string[] = []

  function become(next: FormState) {
    if (next === state) return
    state = next
    for (const listener of listeners) listener()
  }

  const autosave = createAutosave({
    server: setup.server,
    draftKey,
    saved: unsaved?.saved ?? loaded,
    doubtful: unsaved?.doubtful ?? [],
    document: () => state.document,
    replace: (document) => become({ ...state, document: tidyTests(document) }),
    onSending: saveUnsaved,
    onSaved(order) {
      forgetNew()
      saveUnsaved()
      setup.onSaved(order)
    },
    onRefused: (problem) => become({ ...state, refused: problem.errors ?? [] }),
    onOthers({ updatedBy: by, updatedAt: at }, { before, after }) {
      const now = changesBetween(before, after)
      const earlier = (state.others?.changes ?? []).filter(
        ({ path }) => !now.some((change) => change.path === path),
      )
      become({ ...state, others: { by, at, changes: [...earlier, ...now] } })
    },
  })
  if (unsaved) state = { ...state, document: unsaved.document }

  /** Forgets this form's order as a new one; the tab may hold another one that was begun before. */
  function forgetNew() {
    const key = unsavedKeyOf(null)
    if (edits.read(key)?.draftKey === draftKey) edits.forget(key)
  }

  function saveUnsaved() {
    const saved = autosave.saved()
    const key = unsavedKeyOf(saved?.id ?? null)
    if (!autosave.dirty()) return edits.forget(key)
    edits.save(key, {
      draftKey,
      saved: saved && { id: saved.id, version: saved.version, document: saved.document },
      document: state.document,
      doubtful: [...autosave.doubtful()],
    })
  }

  /** Consents and the laboratory's questions follow the tests and the people; nothing is asked for a verification of benefits. */
  function withConsents(document: OrderDocument): OrderDocument {
    if (document.isVOB || !same(knownCodes, codesOf(document))) return document
    const questions = state.tests.flatMap((test) => test.consents)
    const consents = answersFor(questions, peopleToConsent(document), document.consents)
    const answered = withKeptAnswers(document, state.tests)
    return consents === document.consents ? answered : { ...answered, consents: [...consents] }
  }

  /** The tests by the names that the catalogue has for them, as far as it is known. */
  function withNames(document: OrderDocument): OrderDocument {
    const named = document.tests.map((test) => {
      const found = state.tests.find((one) => one.code === test.testCode)
      return found && found.testName !== test.testName ? { ...test, testName: found.testName } : test
    })
    const sameNames = named.every((test, index) => test === document.tests[index])
    return sameNames ? document : { ...document, tests: named }
  }

  /** `by`: what the user did makes a draft; what a link or the catalogue puts in before is only what the form begins with. */
  function change(changed: OrderDocument, path: string, by: 'user' | 'form' = 'user') {
    if (changed === state.document) return
    const begun = by === 'user' || autosave.begun()
    const document = withConsents(changed)
    become({ ...state, document, refused: openRefusals(state.refused, path) })
    if (!begun) return autosave.begins()
    saveUnsaved()
    autosave.edited()
  }

  function context(): RuleContext {
    const { tests, checked } = state
    // What a part of the clinical section is required for is a setting of the test.
    const orderable = tests.map((test) => ({
      ...test,
      needs: test.sections.filter(({ setting }) => setting.required).map(({ section }) => section),
    }))
    return {
      ...checked,
      tests: orderable,
      today: todayAtLaboratory(new Date()),
      submitter: setup.submitter,
    }
  }

  function points(): FormPoint[] {
    if (pointsOf === state) return lastPoints
    const found = formPoints({ ...state, context: context() })
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
    restored: unsaved !== null,
    state: () => state,
    subscribe(listener: () => void) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    points,
    /** What the rules are told besides the document. */
    context,
    /** Does nothing stand against submitting? What only the server refused may be asked again. */
    ready: () => !areTestsLoading(state) && points().every((point) => point.refused || !isBlocking(point)),
    /** Resolves once the catalogue has said of the chosen tests what it knows. */
    testsLoaded: () =>
      new Promise<void>((resolve) => {
        const look = () => {
          if (areTestsLoading(state)) return
          listeners.delete(look)
          resolve()
        }
        listeners.add(look)
        look()
      }),
    /** The error to show at the field `path`: once it was left, or submitting was tried, or the server says so. */
    errorAt(path: string): string | null {
      const point = points().find((one) => one.path === path && one.severity === 'error')
      return point && (point.refused || state.attempts > 0 || state.visited.has(path)) ? point.message : null
    },
    set(path: string, value: unknown) {
      change(withFieldAt(state.document, path, value), path)
    },
    /** Changes several parts of the document at once. */
    edit(recipe: (document: OrderDocument) => OrderDocument) {
      change(recipe(state.document), '')
    },
    /** Goes ahead in spite of a warning; an empty reason takes it back. */
    override(key: string, reason: string) {
      const others = state.document.overrides.filter((one) => one.key !== key)
      const overrides = reason === '' ? others : [...others, { key, reason }]
      change({ ...state.document, overrides }, '/overrides')
    },
    visit(path: string) {
      if (!state.visited.has(path)) become({ ...state, visited: new Set([...state.visited, path]) })
    },
    /** Words that are typed into the field `path`, and not taken; null once they are, or are gone. */
    setPending(path: string, words: string | null) {
      if ((state.pending.get(path) ?? null) === words) return
      const others = [...state.pending].filter(([field]) => field !== path)
      become({ ...state, pending: new Map(words === null ? others : [...others, [path, words]]) })
    },
    /** The user is in this section now, so that the one before was left. */
    enter(section: OrderSection | 'review') {
      const before = at
      at = section
      if (before === null || before === 'review' || before === section || state.left.has(before)) return
      become({ ...state, left: new Set([...state.left, before]) })
    },
    /** Submitting was tried: all errors show; those of the server too. */
    showErrors(refused: readonly FieldError[] = state.refused) {
      become({ ...state, attempts: state.attempts + 1, left: new Set(ORDER_SECTIONS), refused })
    },
    /** Chooses a test; `displayCode`: the code it was chosen by, where that is not the catalogue's. */
    addTest(testCode: string, testName: string, displayCode = '') {
      change(withTest(state.document, blankTest(testCode, testName, displayCode)), '/tests')
    },
    /** The tests of a link: what a new order begins with, or beside what somebody has typed before. No draft is made. */
    beginWith(tests: readonly LinkedTest[]) {
      const before = autosave.begun() ? state.document : setup.blank
      const all = tests.reduce(
        (document, { testCode, displayCode }) => withTest(document, blankTest(testCode, '', displayCode)),
        before,
      )
      change(withNames(all), '/tests', 'form')
    },
    removeTest(testCode: string) {
      change(withoutTest(state.document, testCode), '/tests')
    },
    addAddOn(testCode: string, testName: string) {
      change(withAddOn(state.document, blankTest(testCode, testName)), '/addOnTests')
    },
    removeAddOn(testCode: string) {
      change(withoutAddOn(state.document, testCode), '/addOnTests')
    },
    /** The genes chosen for a test of the order, and the saved panel that they are. */
    setGenes(testCode: string, genes: readonly string[], customPanelId: number | null = null) {
      change(withGenes(state.document, testCode, genes, customPanelId), '/tests')
    },
    /** The genes of a test were saved as this panel; what was chosen since stays, and is no saved panel. */
    savedAsPanel(testCode: string, panel: { id: number; genes: readonly string[] }) {
      change(withSavedPanel(state.document, testCode, panel), '/tests')
    },
    /** What the catalogue says of the chosen tests: names and consent questions follow it. */
    setTests(codes: readonly string[], tests: readonly TestDetails[], loading: readonly string[]) {
      become({ ...state, tests, loading })
      if (loading.length > 0 || autosave.status().kind === 'closed') return
      knownCodes = codes
      change(withConsents(withNames(state.document)), '/consents', 'form')
    },
    /** The user has seen what others changed. */
    seenOthers: () => become({ ...state, others: null }),
    /** What the server knows of the people, the provider and the institution. */
    setChecked(checked: CheckedContext) {
      if (!same(checked, state.checked)) become({ ...state, checked })
    },
    /** Submitted or thrown away: nothing of it is kept in this browser. */
    forget() {
      autosave.end()
      edits.forget(unsavedKeyOf(autosave.saved()?.id ?? null))
      forgetNew()
    },
  }
}
