import { mkdirSync } from 'node:fs'
import { type FileHandle, open, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Act } from './acts.ts'
import type { Step } from './plan.ts'
import type { ReceivedCancellation, ReceivedChange, ReceivedOrder } from './received.ts'

/** An order in the books. */
export interface OrderEntry extends ReceivedOrder {
  /** ISO time. */
  at: string
  /** The filler order number, such as `26-104417`. */
  laboratoryNumber: string
  /** What becomes of it by itself; nothing where it waits to be told. */
  plan: readonly Step[]
}

/** A request to cancel, and what was decided at once: cancelled (CR), or not any more (UC), with the words for it. */
export interface CancellationDecision extends ReceivedCancellation {
  at: string
  decision: 'CR' | 'UC'
  words: string
  /** MSH-10 of the message that says so. */
  answerId: string
}

/** Something added to an order by the clinic. */
export interface ChangeEntry extends ReceivedChange {
  at: string
}

/** Something that was done with an order: its message is this and the order, however often it is sent. */
export interface CompletedAct {
  /** MSH-10 of its message. */
  controlId: string
  at: string
  sender: string
  orderId: string
  act: Act
  /** By the control interface, not by the order's plan. */
  told: boolean
}

export type Entry =
  | ({ kind: 'received' } & OrderEntry)
  | ({ kind: 'cancellation' } & CancellationDecision)
  | ({ kind: 'change' } & ChangeEntry)
  | ({ kind: 'done' } & CompletedAct)
  /** `on`: orders that come from then on have no plan. */
  | { kind: 'manual'; at: string; on: boolean }
  | { kind: 'repeated'; at: string; controlId: string }
  | { kind: 'refused'; at: string; controlId: string; reason: string }
  /** The portal has answered a message of ours. */
  | { kind: 'sent'; at: string; controlId: string; orderId: string; step: string; code: string; text: string }

/** An order in the books by its sender and number, as a cancellation names it. */
export function bookKey({ sender, orderId }: { sender: string; orderId: string }): string {
  return `${sender}|${orderId}`
}

/** An append-only file of one JSON object a line, `journal.jsonl`. */
export interface Journal {
  /** What was in it when it was opened. */
  readonly entries: readonly Entry[]
  /** Resolves once the entry is on the disk. */
  append(entry: Entry): Promise<void>
  /** Resolves once all that was appended is on the disk. */
  written(): Promise<void>
  close(): Promise<void>
}

export async function openJournal(dir: string): Promise<Journal> {
  mkdirSync(dir, { recursive: true })
  const path = join(dir, 'journal.jsonl')
  const file = await open(path, 'a+')
  const lines = (await readFile(path, 'utf8')).split('\n')
  // A process that was killed may leave half a line: nobody was told of it, so it does not count.
  const unfinished = lines.pop() ?? ''
  if (unfinished !== '') await file.truncate((await file.stat()).size - Buffer.byteLength(unfinished))
  let turn: Promise<void> = Promise.resolve()
  return {
    entries: lines.map((line) => JSON.parse(line) as Entry),
    append(entry) {
      // After one that could not be written nothing is: what follows may build on it.
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
