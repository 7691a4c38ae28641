import type { Hl7Segment } from '@medplum/core'
import type { Sex } from '#domain/lookups.ts'
import type { PersonInMessage } from '#domain/reports/person.ts'
import { table } from '#domain/table.ts'
import { firstPartOf, textOf } from '../hl7/message.ts'
import { readDate } from '../hl7/times.ts'

/** HL7 table 0001. */
const SEXES = table<Sex>({ M: 'Male', F: 'Female', A: 'Ambiguous', U: 'Unknown' })

/**
 * The person in a PID: every number (PID-2, 3, 4), every name (PID-5, former ones in PID-9), birth date and
 * sex.
 */
export function personOf(pid: Hl7Segment): PersonInMessage {
  return {
    identifiers: [3, 2, 4].flatMap((field) => identifiersIn(pid, field)),
    names: [...namesIn(pid, 5, false), ...namesIn(pid, 9, true)],
    dateOfBirth: readDate(textOf(pid, 7)),
    sex: SEXES[textOf(pid, 8).toUpperCase()] ?? '',
    fetus: '',
  }
}

function repetitionsOf(segment: Hl7Segment, field: number): number[] {
  return (segment.getField(field)?.components ?? []).map((_, repetition) => repetition)
}

/** CX: the number, who assigned it (CX.4, its namespace), and its type (CX.5). */
function identifiersIn(pid: Hl7Segment, field: number): PersonInMessage['identifiers'] {
  return repetitionsOf(pid, field).flatMap((repetition) => {
    const value = textOf(pid, field, 1, repetition)
    const assigner = firstPartOf(pid, field, 4, repetition)
    return value ? [{ value, assigner, type: textOf(pid, field, 5, repetition) }] : []
  })
}

/** XPN: family name, given name, further given names. */
function namesIn(pid: Hl7Segment, field: number, isFormer: boolean): PersonInMessage['names'] {
  return repetitionsOf(pid, field).flatMap((repetition) => {
    const last = firstPartOf(pid, field, 1, repetition)
    const [first = '', middle = ''] = [2, 3].map((part) => textOf(pid, field, part, repetition))
    return last || first ? [{ last, first, middle, isFormer }] : []
  })
}
