import { setTimeout as wait } from 'node:timers/promises'
import type { LaboratorySender } from '#adapters/laboratory/port.ts'
import type { Books } from './books.ts'
import { type Course, nextStep } from './course.ts'
import type { Decided, Journal } from './journal.ts'
import type { Settings } from './settings.ts'
import { writeDecision } from './write-decision.ts'
import { writeResult } from './write-result.ts'

/** The first and the longest wait, in milliseconds, before a message is sent again. */
const RETRY_FIRST = 100
const RETRY_LONGEST = 3_000
/** The longest a timer can be set for. */
const LONGEST = 2 ** 31 - 1

interface Parts {
  settings: Pick<Settings, 'speed' | 'seed' | 'laboratoryName'>
  sender: LaboratorySender
  journal: Journal
  books: Books
  /** Resolves as soon as the laboratory is not down. */
  whenUp: () => Promise<void>
  stop: AbortSignal
}

/**
 * Where orders are worked on: each goes through its plan on time, also while the portal does not answer, and what was
 * done with it is told in that order, each message until it is answered. AE or AR is an answer too.
 */
export function openBench({ settings, sender, journal, books, whenUp, stop }: Parts) {
  const timers = new Map<Course, NodeJS.Timeout>()
  const telling = new Set<Course>()
  const running = new Set<Promise<void>>()

  /** Does what is due of an order. To be called again whenever something has come for it. */
  function attend(course: Course): void {
    clearTimeout(timers.get(course))
    if (stop.aborted) return
    for (let next = nextStep(course, settings.speed); next; next = nextStep(course, settings.speed)) {
      const ms = next.due - Date.now()
      if (ms > 0 && Number.isFinite(ms)) {
        const again = setTimeout(() => attend(course), Math.min(ms, LONGEST))
        timers.set(course, again)
      }
      if (ms > 0) break
      void books.do(course, next.act, false)
    }
    if (!telling.has(course)) run(course, () => tellAll(course))
  }

  async function tellAll(course: Course): Promise<void> {
    telling.add(course)
    try {
      for (let next = unanswered(course); next; next = unanswered(course)) {
        const raw = await writeResult(course, next, settings)
        await sendUntilAnswered(raw, next.controlId, course, next.act.do)
      }
    } finally {
      telling.delete(course)
    }
  }

  /** Tells what was decided of a cancellation; that does not wait behind a report that the portal cannot take. */
  function tellDecision(decided: Decided, course: Course): void {
    run(course, () =>
      sendUntilAnswered(writeDecision(decided, course), decided.answerId, course, 'cancellation'),
    )
  }

  function run({ order }: Course, doing: () => Promise<void>): void {
    const done = doing()
      .catch((error) => {
        if (!stop.aborted) console.error(`Simulated laboratory: order ${order.orderId}: ${error}`)
      })
      .finally(() => running.delete(done))
    running.add(done)
  }

  async function sendUntilAnswered(
    raw: string,
    controlId: string,
    { order }: Course,
    step: string,
  ): Promise<void> {
    await journal.written()
    for (let delay = RETRY_FIRST; ; delay = Math.min(delay * 2, RETRY_LONGEST)) {
      await whenUp()
      stop.throwIfAborted()
      // The portal may be down or slow: what matters is only that the message is sent again.
      const answer = await sender.send(raw).catch(() => null)
      if (answer) {
        const at = new Date().toISOString()
        const { code, text } = answer
        return books.enter({ kind: 'sent', at, controlId, orderId: order.orderId, step, code, text })
      }
      await wait(delay, undefined, { signal: stop })
    }
  }

  return {
    attend,
    tellDecision,
    /** Goes on with what was begun before this start. */
    resume(): void {
      for (const course of books.courses()) {
        attend(course)
        for (const decided of course.decisions)
          if (!course.answers.has(decided.answerId)) tellDecision(decided, course)
      }
    },
    /** After `stop`: resolves once nothing runs any more. */
    async close(): Promise<void> {
      for (const timer of timers.values()) clearTimeout(timer)
      await Promise.all(running)
    },
  }
}

function unanswered({ done, answers }: Course) {
  return done.find(({ controlId }) => !answers.has(controlId))
}
