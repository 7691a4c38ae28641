import type { Task } from 'fhir/r4.js'
import { todayAtLaboratory } from '#domain/dates/dates.ts'
import { HOLD_KINDS, HOLD_META, type HoldKind } from '#domain/orders/hold-kinds.ts'
import { HOLD_CODES } from '../hold-codes.ts'
import type { LabUpdate } from '../port.ts'
import { codeIn, type Find, namingOf, wordsOf } from './references.ts'
import { SYSTEMS } from './systems.ts'
import { dayOf } from './tidy.ts'
import { timeOf } from './times.ts'

type ParsedTask = Pick<
  LabUpdate,
  'state' | 'isOfTest' | 'refusal' | 'hold' | 'release' | 'notes' | 'expectedOn'
>
const NOTHING: ParsedTask = { state: null, refusal: '', hold: null, release: null, notes: '' }

/** The states of our Task to fulfill an order. Work that has resumed is no longer on hold. */
const STATES: Partial<Record<Task['status'], { state: LabUpdate['state']; releases?: true }>> = {
  received: { state: 'en-route' },
  accepted: { state: 'en-route', releases: true },
  ready: { state: 'en-route', releases: true },
  'in-progress': { state: 'in-process', releases: true },
  completed: { state: 'reported' },
  rejected: { state: 'cancelled' },
  cancelled: { state: 'cancelled' },
  failed: { state: 'cancelled' },
}
/** The states of our Task to abort an order. */
const DECISIONS: Partial<Record<Task['status'], LabUpdate['state']>> = {
  completed: 'cancelled',
  rejected: 'cancellation-refused',
  cancelled: 'cancellation-refused',
  failed: 'cancellation-refused',
}

type Wish = 'fulfill' | 'abort' | 'change'
const WISHES: readonly string[] = ['fulfill', 'abort', 'change'] satisfies Wish[]

/**
 * What a Task reports that the laboratory has changed, with notes; empty for a Task that is not our order to
 * the laboratory.
 */
export function parseTask(
  task: Task,
  { laboratoryNumber, testCode }: Pick<LabUpdate, 'laboratoryNumber' | 'testCode'>,
  find: Find,
): ParsedTask {
  const wish = wishOf(task, find)
  const isRefused = wish === 'abort' && DECISIONS[task.status] === 'cancellation-refused'
  if (isRefused) return { ...NOTHING, state: 'cancellation-refused', refusal: reasonOf(task) }
  const expected = wish === 'fulfill' ? expectedOn(task) : {}
  if (wish === 'fulfill' && task.status === 'on-hold') return { ...NOTHING, ...expected, hold: holdOf(task) }
  const notes = wish === null ? '' : reasonOf(task)
  if (wish === 'abort') return { ...NOTHING, state: DECISIONS[task.status] ?? null, notes }
  // Receiving an answer or specimen changes nothing by itself.
  if (wish !== 'fulfill') return { ...NOTHING, notes }
  const fulfillment = parseFulfillment(task, laboratoryNumber)
  const isOfTest = fulfillment.state === 'cancelled' && testCode !== '' && !isOfOrder(task, find)
  // The reason of a cancellation is told with it.
  const others = fulfillment.refusal === '' ? notes : noteOf(task)
  return { ...fulfillment, ...(isOfTest ? { isOfTest } : {}), ...expected, notes: others }
}

/** Whether it is the Task that we sent, by our number of the message or the order: the laboratory may have one for each test. */
function isOfOrder({ identifier = [], groupIdentifier }: Task, find: Find): boolean {
  const own = [...identifier, groupIdentifier].filter((one) => one?.system !== SYSTEMS.test)
  return namingOf(own, [], find).orderId !== null
}

/**
 * What our Task asks the laboratory to do; null for any other Task, such as a report's recommended action:
 * with an intent other than `order`, another code, or another owner. A Task without a code is ours if one of
 * its own identifiers is our order number.
 */
export function wishOf(task: Task, find: Find): Wish | null {
  const { code, identifier = [], groupIdentifier, intent } = task
  if (intent !== 'order' || !isOfLaboratory(task, find)) return null
  const coded = codeIn(code, SYSTEMS.task)
  if (code !== undefined) return isWish(coded) ? coded : null
  const number = identifier.find(({ system }) => system === SYSTEMS.message)?.value ?? ''
  if (number.startsWith('CA')) return 'abort'
  if (number.startsWith('XO')) return 'change'
  return namingOf([...identifier, groupIdentifier], [], find).orderId === null ? null : 'fulfill'
}

function isWish(code: string | undefined): code is Wish {
  return code !== undefined && WISHES.includes(code)
}

/** Owners that may belong to the laboratory; people of a clinic and patients never do. */
const OWNERS: readonly string[] = ['Organization', 'HealthcareService', 'Device']

/** Without an owner, the Task belongs to the laboratory it was given to. */
function isOfLaboratory({ owner }: Task, find: Find): boolean {
  if (!owner) return true
  const found = find(owner)
  const type =
    found?.resourceType ?? owner.type ?? /([A-Z][A-Za-z]+)\/[^/]+$/.exec(owner.reference ?? '')?.[1]
  const identifiers = found?.resourceType === 'Organization' ? (found.identifier ?? []) : []
  const isClinic = [owner.identifier, ...identifiers].some((one) => one?.system === SYSTEMS.institution)
  // An Organization that is only named (display, identifier) may omit its type.
  return !isClinic && (type === undefined ? !owner.reference : OWNERS.includes(type))
}

function parseFulfillment(task: Task, laboratoryNumber: string | null): ParsedTask {
  const progress = STATES[task.status]
  if (!progress) return NOTHING
  const named = codeIn(task.businessStatus, SYSTEMS.hold) ?? null
  return {
    ...NOTHING,
    // A number means that the laboratory has registered the order.
    state: progress.state === 'en-route' && laboratoryNumber ? 'accessioned' : progress.state,
    refusal: progress.state === 'cancelled' ? wordsOf(task.statusReason) : '',
    release: progress.releases ? { key: named } : null,
  }
}

function holdOf(task: Task): NonNullable<LabUpdate['hold']> {
  const code = (codeIn(task.statusReason, SYSTEMS.holdReason) ?? '').toUpperCase()
  const kind: HoldKind = HOLD_KINDS.find((one) => HOLD_CODES[one] === code) ?? 'other'
  const key = codeIn(task.businessStatus, SYSTEMS.hold) || code || kind
  return { key, kind, words: reasonOf(task) || HOLD_META[kind].title }
}

/** Our extension: the day, or the instant as the laboratory's day. FHIR has no field for it. */
function expectedOn({ extension = [] }: Task): Pick<LabUpdate, 'expectedOn'> {
  const given = extension.find(({ url }) => url === SYSTEMS.expectedReport)
  const day = given?.valueDate ? dayOf(given.valueDate) : undefined
  const time = timeOf(given?.valueDateTime)
  if (day) return { expectedOn: day }
  return time ? { expectedOn: todayAtLaboratory(time) } : {}
}

/** The reason in words: the status reason and the notes. */
function reasonOf(task: Task): string {
  return [wordsOf(task.statusReason), noteOf(task)].filter(Boolean).join('\n')
}

const noteOf = ({ note = [] }: Task) =>
  note
    .map(({ text }) => text)
    .filter(Boolean)
    .join('\n')
