import type { Hl7Segment } from '@medplum/core'
import { REJECT_REASONS } from '#domain/orders/hold-kinds.ts'
import { codeIn, firstPartOf, nameIn, repetitionsOf, textOf } from '../hl7/message.ts'
import { readTime } from '../hl7/times.ts'
import type { LabUpdate, SpecimenUpdate } from './port.ts'

/** The update in an SPM on one of our specimens; empty if SPM-2 carries no number of ours. `zone`: the message's. */
export function specimenOf(spm: Hl7Segment, zone: string): SpecimenUpdate[] {
  const named = readSpecimenNumber(textOf(spm, 2).split(spm.context.subcomponentSeparator, 1)[0] ?? '')
  const accession = textOf(spm, 30)
  const state = { arrivedAt: readTime(textOf(spm, 18), zone), rejected: rejectedOf(spm) }
  return named ? [{ ...named, ...state, ...(accession === '' ? {} : { accession }) }] : []
}

/**
 * Our specimens of which the group's were made: by SPM-2, or by SPM-3 if the laboratory has a number of its own for what
 * it extracted. Undefined if SPM-3 names none of ours.
 */
export function sourcesOf(spm: readonly Hl7Segment[]): LabUpdate['reportSpecimens'] {
  const parents = spm.flatMap((segment) =>
    repetitionsOf(segment, 3).map((repetition) => firstPartOf(segment, 3, 1, repetition)),
  )
  const ofParents = parents.map(readSpecimenNumber).filter((named) => named !== null)
  if (ofParents.length === 0) return undefined
  const own = spm.map((segment) => readSpecimenNumber(firstPartOf(segment, 2)))
  return [...own.filter((named) => named !== null), ...ofParents]
}

/** SPM-30 of each specimen that has one. */
export function accessionsOf(spm: readonly Hl7Segment[]): string[] {
  return [...new Set(spm.map((segment) => textOf(segment, 30)))].filter((number) => number !== '')
}

/** SPM-2 as written by `specimenNumber`: the order number and the specimen's key. */
function readSpecimenNumber(text: string): Pick<SpecimenUpdate, 'orderId' | 'key'> | null {
  const [, orderId, key] = /^([0-9]{1,15})-(.+)$/.exec(text) ?? []
  return orderId && key ? { orderId: Number(orderId), key } : null
}

/**
 * A reason in SPM-21 rejects, unless SPM-20 is Y: then the specimen is usable all the same. Laboratories leave SPM-20
 * empty, as the Laboratory Results Interface guide does. N without a reason means used up.
 */
function rejectedOf(spm: Hl7Segment): SpecimenUpdate['rejected'] {
  const [code, reason] = [codeIn(spm, 21).toUpperCase(), nameIn(spm, 21)]
  if (textOf(spm, 20).toUpperCase() === 'Y' || (code === '' && reason === '')) return null
  return { code, words: reason || (REJECT_REASONS[code] ?? code) }
}
