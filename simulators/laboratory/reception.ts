import { newControlId, writeAcknowledgement } from '#adapters/laboratory/acknowledgement.ts'
import { type Refused, refused } from '#adapters/laboratory/refusal.ts'
import { dueAt } from './bench.ts'
import { bookKey, type Decided, type Entry, type Journal, type Taken } from './journal.ts'
import { type ReceivedCancellation, type ReceivedOrder, readOrder } from './read-order.ts'
import type { Settings } from './settings.ts'

const IDENTITY = { sendingApplication: 'LIS', sendingFacility: 'SIMULATED', processingId: 'P' }

const TOO_LATE = 'The specimen is being worked on: the order can no longer be cancelled.'

interface Heard {
  /** Of each new order, once it is in the journal. */
  onTaken(order: Taken): void
  /** Of each decision about a cancellation, once it is in the journal. */
  onDecided(decided: Decided, order: Taken): void
}

/**
 * Where orders and cancellations come in. The answer is given once the message is in the journal; one that is there
 * already is acknowledged again and not taken twice. An order is cancelled until work on it begins.
 */
export function openReception(
  journal: Journal,
  settings: Pick<Settings, 'seed' | 'speed'>,
  { onTaken, onDecided }: Heard,
) {
  const known = new Set<string>()
  const books = new Map<string, Taken>()
  const cancelled = new Set<string>()
  for (const entry of journal.entries) {
    if (entry.kind === 'received' || entry.kind === 'cancellation') known.add(keyOf(entry))
    if (entry.kind === 'received') books.set(bookKey(entry), entry)
    if (entry.kind === 'cancellation' && entry.decision === 'CR') cancelled.add(bookKey(entry))
  }
  let taken = books.size

  /** Writes an entry, known before it is on the disk: the same message on a second connection waits behind it. */
  async function enter(entry: Extract<Entry, { kind: 'received' | 'cancellation' }>): Promise<void> {
    known.add(keyOf(entry))
    await journal.append(entry).catch((error) => {
      known.delete(keyOf(entry))
      throw error
    })
  }

  async function take(order: ReceivedOrder, at: string): Promise<void> {
    taken += 1
    const number = order.existingNumber || laboratoryNumber(at, settings.seed, taken)
    const entry: Taken = { ...order, at, laboratoryNumber: number, controlIds: newControlIds() }
    await enter({ kind: 'received', ...entry })
    books.set(bookKey(entry), entry)
    onTaken(entry)
  }

  async function decide(cancellation: ReceivedCancellation, order: Taken, at: string): Promise<void> {
    const begun = Date.parse(at) >= dueAt(order, 'in-process', settings).getTime()
    const isLate = begun && !cancelled.has(bookKey(order))
    const decided: Decided = {
      ...cancellation,
      at,
      decision: isLate ? 'UC' : 'CR',
      words: isLate ? TOO_LATE : '',
      answerId: newControlId(),
    }
    // At once, so that no step begins while the entry is on its way to the disk.
    if (!isLate) cancelled.add(bookKey(order))
    await enter({ kind: 'cancellation', ...decided })
    onDecided(decided, order)
  }

  async function receive(raw: string): Promise<string> {
    const read = readOrder(raw)
    const at = new Date().toISOString()
    const refuse = async (refusal: Refused) => {
      await journal.append({ kind: 'refused', at, controlId: refusal.controlId, reason: refusal.reason })
      return writeAcknowledgement(IDENTITY, refusal, refusal.code)
    }
    if (read.kind === 'refused') return refuse(read)
    const come = read.kind === 'order' ? read.order : read.cancellation
    if (known.has(keyOf(come))) {
      await journal.append({ kind: 'repeated', at, controlId: come.controlId })
      return writeAcknowledgement(IDENTITY, read.message, 'AA')
    }
    if (read.kind === 'order') await take(read.order, at)
    else {
      const order = books.get(bookKey(come))
      const reason = `ORC-2 ${come.orderId} is no order that was taken in`
      if (!order) return refuse(refused(read.message, 'AE', 'application', reason, ['ORC', 2]))
      await decide(read.cancellation, order, at)
    }
    return writeAcknowledgement(IDENTITY, read.message, 'AA')
  }

  /** Goes on with what was begun before this start: what is in the books and not yet answered. */
  function resume(answered: ReadonlySet<string>): void {
    for (const entry of journal.entries) {
      if (entry.kind === 'received') onTaken(entry)
      const order = entry.kind === 'cancellation' ? books.get(bookKey(entry)) : undefined
      if (entry.kind === 'cancellation' && order && !answered.has(entry.answerId)) onDecided(entry, order)
    }
  }

  return { receive, resume, cancelled: cancelled as ReadonlySet<string> }
}

function keyOf({ sender, controlId }: { sender: string; controlId: string }): string {
  return `${sender}|${controlId}`
}

/** Year and sequence, such as `26-104417`; the sequence goes on over the years and starts. */
function laboratoryNumber(at: string, seed: number, sequence: number): string {
  return `${at.slice(2, 4)}-${104_000 + (Math.abs(seed) % 1000) + sequence}`
}

function newControlIds(): Taken['controlIds'] {
  return { accessioned: newControlId(), 'in-process': newControlId(), reported: newControlId() }
}
