import { mkdirSync } from 'node:fs'
import { type FileHandle, open, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { ReceivedCancellation, ReceivedOrder } from './read-order.ts'

/** The steps that every order goes through, in this order. */
export const STEPS = ['accessioned', 'in-process', 'reported'] as const
export type Step = (typeof STEPS)[number]

/** An order in the books, with all that must stay the same however often its messages are sent. */
export interface Taken extends ReceivedOrder {
  /** ISO time. */
  at: string
  /** The filler order number, such as `26-104417`. */
  laboratoryNumber: string
  /** MSH-10 of the message of each step. */
  controlIds: Record<Step, string>
}

/** A request to cancel, and what was decided at once: cancelled (CR), or not any more (UC), with the words for it. */
export interface Decided extends ReceivedCancellation {
  at: string
  decision: 'CR' | 'UC'
  words: string
  /** MSH-10 of the message that says so. */
  answerId: string
}

export type Entry =
  | ({ kind: 'received' } & Taken)
  | ({ kind: 'cancellation' } & Decided)
  | { kind: 'repeated'; at: string; controlId: string }
  | { kind: 'refused'; at: string; controlId: string; reason: string }
  | {
      kind: 'sent'
      at: string
      controlId: string
      orderId: string
      step: Step | 'cancellation'
      code: string
      text: string
    }

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
  let turn: Promise<unknown> = Promise.resolve()
  return {
    entries: lines.map((line) => JSON.parse(line) as Entry),
    append(entry) {
      const written = turn.then(() => write(file, entry))
      turn = written.catch(() => undefined)
      return written
    },
    async close() {
      await turn
      await file.close()
    },
  }
}

async function write(file: FileHandle, entry: Entry): Promise<void> {
  await file.appendFile(`${JSON.stringify(entry)}\n`)
  await file.datasync()
}
