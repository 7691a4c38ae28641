import { newControlId, writeAcknowledgement } from '#adapters/laboratory/acknowledgement.ts'
import type { Journal, Taken } from './journal.ts'
import { readOrder } from './read-order.ts'

const IDENTITY = { sendingApplication: 'LIS', sendingFacility: 'SIMULATED', processingId: 'P' }

/**
 * Where orders come in. The answer to an order is given once it is in the journal; one that is there already is
 * acknowledged again and not taken twice. `onTaken` hears of each new order.
 */
export function openReception(journal: Journal, seed: number, onTaken: (order: Taken) => void) {
  const known = new Set<string>()
  for (const entry of journal.entries) if (entry.kind === 'received') known.add(keyOf(entry))
  let taken = known.size

  return async function receive(raw: string): Promise<string> {
    const read = readOrder(raw)
    const at = new Date().toISOString()
    if (read.kind === 'refused') {
      await journal.append({ kind: 'refused', at, controlId: read.controlId, reason: read.reason })
      return writeAcknowledgement(IDENTITY, read, read.code)
    }
    const { order, message } = read
    if (known.has(keyOf(order))) {
      await journal.append({ kind: 'repeated', at, controlId: order.controlId })
      return writeAcknowledgement(IDENTITY, message, 'AA')
    }
    // Known before it is on the disk: the same message on a second connection must wait behind it, not overtake.
    known.add(keyOf(order))
    taken += 1
    const entry: Taken = {
      ...order,
      at,
      laboratoryNumber: laboratoryNumber(at, seed, taken),
      controlIds: newControlIds(),
    }
    await journal.append({ kind: 'received', ...entry }).catch((error) => {
      known.delete(keyOf(order))
      throw error
    })
    onTaken(entry)
    return writeAcknowledgement(IDENTITY, message, 'AA')
  }
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
