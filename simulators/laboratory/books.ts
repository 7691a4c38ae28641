import { newControlId } from '#adapters/laboratory/acknowledgement.ts'
import type { Act } from './acts.ts'
import { type Course, completed } from './course.ts'
import { bookKey, type Entry, type Journal } from './journal.ts'

export type Books = ReturnType<typeof openBooks>

/**
 * What the journal says, at hand. An entry counts at once, before it is on the disk: so the same message on a second
 * connection is a repeated one, and no step begins while a cancellation is on its way. What is told to anybody waits for
 * the disk; where that fails the books are worth nothing, and `onLost` must end the process.
 */
export function openBooks(journal: Journal, onLost: (error: Error) => void) {
  const courses = new Map<string, Course>()
  /** Whose message the portal is to answer. */
  const awaiting = new Map<string, Course>()
  const known = new Set<string>()
  let isManual = false

  function apply(entry: Entry): void {
    if (entry.kind === 'manual') isManual = entry.on
    if (entry.kind === 'received' || entry.kind === 'cancellation' || entry.kind === 'change')
      known.add(messageKey(entry))
    // A journal from before there were plans has none: nothing more becomes of its orders by itself.
    if (entry.kind === 'received')
      courses.set(bookKey(entry), {
        order: { ...entry, plan: entry.plan ?? [] },
        done: [],
        decisions: [],
        changes: [],
        answers: new Map(),
      })
    if (entry.kind === 'sent') awaiting.get(entry.controlId)?.answers.set(entry.controlId, entry)
    const course = 'orderId' in entry && 'sender' in entry ? courses.get(bookKey(entry)) : undefined
    if (!course) return
    if (entry.kind === 'change') course.changes.push(entry)
    if (entry.kind === 'cancellation') course.decisions.push(entry)
    if (entry.kind === 'done') course.done.push(entry)
    if (entry.kind === 'done') awaiting.set(entry.controlId, course)
    if (entry.kind === 'cancellation') awaiting.set(entry.answerId, course)
  }
  for (const entry of journal.entries) apply(entry)

  async function enter(entry: Entry): Promise<void> {
    apply(entry)
    await journal.append(entry).catch(onLost)
  }

  return {
    /** Resolves once the entry is on the disk. */
    enter,
    /** Enters that something is done with an order, as `enter`: the control id that its message has. */
    async do(course: Course, act: Act, told: boolean): Promise<string> {
      const { sender, orderId, at: takenAt } = course.order
      const controlId = newControlId()
      // The portal puts what it hears in order by these times, so no two of an order are the same.
      const after = Date.parse(course.done.at(-1)?.at ?? takenAt) + 1
      const at = new Date(Math.max(Date.now(), after)).toISOString()
      await enter({ kind: 'done', controlId, at, sender, orderId, act: completed(course, act), told })
      return controlId
    },
    courses: (): Course[] => [...courses.values()],
    courseOf: (named: { sender: string; orderId: string }) => courses.get(bookKey(named)),
    /** By its number alone, whoever sent it: the latest. */
    courseNumbered: (orderId: string) =>
      [...courses.values()].findLast(({ order }) => order.orderId === orderId),
    knows: (message: { sender: string; controlId: string }) => known.has(messageKey(message)),
    isManual: () => isManual,
  }
}

function messageKey({ sender, controlId }: { sender: string; controlId: string }): string {
  return `${sender}|${controlId}`
}
