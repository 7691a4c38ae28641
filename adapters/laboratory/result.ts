import type { Hl7Segment } from '@medplum/core'
import { fullTextOf, repetitionsOf } from '../hl7/message.ts'

/** One result with the notes below it (OBX, NTE). */
export interface Result {
  obx: Hl7Segment
  notes: readonly Hl7Segment[]
}

/** NTE-3 with its repetitions. */
export function noteOf(note: Hl7Segment): string {
  return repetitionsOf(note, 3)
    .map((repetition) => fullTextOf(note, 3, repetition))
    .join('\n')
}
