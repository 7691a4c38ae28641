import type { Task } from 'fhir/r4.js'
import { HOLD_FACTS, HOLD_KINDS, type HoldKind } from '#domain/orders/holds.ts'
import { HOLD_CODES } from '../hold-codes.ts'
import type { LaboratoryNews } from '../port.ts'
import { codeIn, wordsOf } from './references.ts'
import { SYSTEMS } from './systems.ts'

type Said = Pick<LaboratoryNews, 'state' | 'refusal' | 'hold' | 'release'>
const NOTHING: Said = { state: null, refusal: '', hold: null, release: null }

/** Of our Task to fulfil an order. What has begun again is not held any more. */
const STATES: Partial<Record<Task['status'], { state: LaboratoryNews['state']; releases?: true }>> = {
  received: { state: 'en-route' },
  accepted: { state: 'en-route', releases: true },
  ready: { state: 'en-route', releases: true },
  'in-progress': { state: 'in-process', releases: true },
  completed: { state: 'reported' },
  rejected: { state: 'cancelled' },
  cancelled: { state: 'cancelled' },
  failed: { state: 'cancelled' },
}
/** Of our Task to abort it. */
const DECISIONS: Partial<Record<Task['status'], LaboratoryNews['state']>> = {
  completed: 'cancelled',
  rejected: 'cancellation-refused',
  cancelled: 'cancellation-refused',
  failed: 'cancellation-refused',
}

/** What a Task of ours says that the laboratory has moved. */
export function saidByTask(task: Task, laboratoryNumber: string | null): Said {
  switch (wishOf(task)) {
    case 'abort': {
      const state = DECISIONS[task.status] ?? null
      return { ...NOTHING, state, refusal: state === 'cancellation-refused' ? reasonOf(task) : '' }
    }
    // That an answer or a specimen came in changes nothing by itself.
    case 'change':
      return NOTHING
    case 'fulfill':
      return task.status === 'on-hold' ? { ...NOTHING, hold: holdOf(task) } : saidOf(task, laboratoryNumber)
  }
}

/** By its code, else by the number that we gave it. */
function wishOf({ code, identifier = [] }: Task): 'fulfill' | 'abort' | 'change' {
  const coded = codeIn(code, SYSTEMS.task)
  const number = identifier.find(({ system }) => system === SYSTEMS.message)?.value ?? ''
  if (coded === 'abort' || (!coded && number.startsWith('CA'))) return 'abort'
  return coded === 'change' || (!coded && number.startsWith('XO')) ? 'change' : 'fulfill'
}

function saidOf(task: Task, laboratoryNumber: string | null): Said {
  const said = STATES[task.status]
  if (!said) return NOTHING
  const named = codeIn(task.businessStatus, SYSTEMS.hold) ?? null
  return {
    ...NOTHING,
    // A number says that the laboratory has the order in its books.
    state: said.state === 'en-route' && laboratoryNumber ? 'accessioned' : said.state,
    release: said.releases ? { key: named } : null,
  }
}

function holdOf(task: Task): NonNullable<LaboratoryNews['hold']> {
  const code = (codeIn(task.statusReason, SYSTEMS.holdReason) ?? '').toUpperCase()
  const kind: HoldKind = HOLD_KINDS.find((one) => HOLD_CODES[one] === code) ?? 'other'
  const key = codeIn(task.businessStatus, SYSTEMS.hold) || code || kind
  return { key, kind, words: reasonOf(task) || HOLD_FACTS[kind].title }
}

/** Why, in words: the reason, and what is noted. */
function reasonOf({ statusReason, note = [] }: Task): string {
  return [wordsOf(statusReason), ...note.map(({ text }) => text)].filter(Boolean).join('\n')
}
