import { mkdirSync } from 'node:fs'
import { type FileHandle, open, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Act } from './acts.ts'
import type { Step } from './plan.ts'
import type { ReceivedCancellation, ReceivedChange, ReceivedOrder } from './received.ts'

/** An order in the journal. */
export interface OrderEntry extends ReceivedOrder {
  /** ISO time. */
  at: string
  /** The filler order number, such as `26-104417`. */
  laboratoryNumber: string
  /** The steps that follow by themselves; empty if the order waits for commands. */
  plan: readonly Step[]
}

/** A request to cancel with the immediate decision: cancelled (CR), or too late (UC), with the reason. */
export interface CancellationDecision extends ReceivedCancellation {
  at: string
  decision: 'CR' | 'UC'
  words: string
  /** MSH-10 of the message with the decision. */
  answerId: string
}

/** An addition to an order by the clinic. */
export interface ChangeEntry extends ReceivedChange {
  at: string
}

/**
 * A completed action on an order: its message depends on this and the order only, however often it is sent.
 */
export interface CompletedAct {
  /** MSH-10 of its message. */
  controlId: string
  at: string
  sender: string
  orderId: string
  act: Act
  /** By the control interface rather than the order's plan. */
  told: boolean
}

export type Entry =
  | ({ kind: 'received' } & OrderEntry)
  | ({ kind: 'cancellation' } & CancellationDecision)
  | ({ kind: 'change' } & ChangeEntry)
  | ({ kind: 'done' } & CompletedAct)
  /** `on`: later orders have no plan. */
  | { kind: 'manual'; at: string; on: boolean }
  | { kind: 'repeated'; at: string; controlId: string }
  | { kind: 'refused'; at: string; controlId: string; reason: string }
  /** The portal has answered one of our messages. */
  | { kind: 'sent'; at: string; controlId: string; orderId: string; step: string; code: string; text: string }

/** Identifies an order by its sender and number, as a cancellation does. */
export function bookKey({ sender, orderId }: { sender: string; orderId: string }): string {
  return `${sender}|${orderId}`
}

/** An append-only file with one JSON object per line, `journal.jsonl`. */
export interface Journal {
  /** Its content when it was opened. */
  readonly entries: readonly Entry[]
  /** Resolves once the entry is on disk. */
  append(entry: Entry): Promise<void>
  /** Resolves once all appended entries are on disk. */
  written(): Promise<void>
  close(): Promise<void>
}

export async function openJournal(dir: string): Promise<Journal> {
  mkdirSync(dir, { recursive: true })
  const path = join(dir, 'journal.jsonl')
  const file = await open(path, 'a+')
  const lines = (await readFile(path, 'utf8')).split('\n')
  // A killed process may leave half a line: it was never acknowledged, so it does not count.
  const unfinished = lines.pop() ?? ''
  if (unfinished !== '') await file.truncate((await file.stat()).size - Buffer.byteLength(unfinished))
  let turn: Promise<void> = Promise.resolve()
  return {
    entries: lines.map((line) => JSON.parse(line) as Entry),
    append(entry) {
      // After a failed write, nothing more is written: later entries may depend on it.
      turn = turn.then(() => write(file, entry))
      return turn
    },
    written: () => turn,
    async close() {
      await turn.catch(() => undefined)
      await file.close()
    },
  }
}

async function write(file: FileHandle, entry: Entry): Promise<void> {
  await file.appendFile(`${JSON.stringify(entry)}\n`)
  await file.datasync()
}
