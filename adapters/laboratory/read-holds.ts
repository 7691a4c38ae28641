import type { Hl7Segment } from '@medplum/core'
import { HOLD_KINDS, HOLD_META } from '#domain/orders/hold-kinds.ts'
import { textOf } from '../hl7/message.ts'
import { HOLD_CODES } from './hold-codes.ts'
import type { LabUpdate } from './port.ts'
import { noteOf } from './result.ts'

/** ORC-1, HL7 table 0119: order held, and hold released. */
const HELD = 'OH'
const RELEASED = 'OE'

export function isAboutHold(control: string): boolean {
  return control === HELD || control === RELEASED
}

/** The hold that a group begins: its question is the text of ORC-16 and the notes of the group. */
export function holdOf(orc: Hl7Segment, nte: Hl7Segment[]): LabUpdate['hold'] {
  if (textOf(orc, 1).toUpperCase() !== HELD) return null
  const code = textOf(orc, 16).toUpperCase()
  const kind = HOLD_KINDS.find((known) => HOLD_CODES[known] === code) ?? 'other'
  const words = [textOf(orc, 16, 2), notesOf(nte)].filter((part) => part !== '').join('\n')
  return { key: keyOf(orc) ?? kind, kind, words: words || HOLD_META[kind].title }
}

export function releaseOf(orc: Hl7Segment): LabUpdate['release'] {
  return textOf(orc, 1).toUpperCase() === RELEASED ? { key: keyOf(orc) } : null
}

/** The notes of a group as one text (NTE-3). */
export function notesOf(nte: Hl7Segment[]): string {
  return nte
    .map(noteOf)
    .filter((note) => note !== '')
    .join(' ')
}

function keyOf(orc: Hl7Segment): string | null {
  return textOf(orc, 16, 4) || textOf(orc, 16).toUpperCase() || null
}
