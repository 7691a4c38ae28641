import type { Hl7Segment } from '@medplum/core'
import { REJECT_REASONS } from '#domain/orders/hold-kinds.ts'
import { textOf } from './message.ts'
import type { SpecimenUpdate } from './port.ts'
import { readTime } from './times.ts'

/** The update in an SPM on one of our specimens; empty if SPM-2 carries no number of ours. */
export function specimenOf(spm: Hl7Segment): SpecimenUpdate[] {
  const named = readSpecimenNumber(textOf(spm, 2).split(spm.context.subcomponentSeparator, 1)[0] ?? '')
  const accession = textOf(spm, 30)
  const state = { arrivedAt: readTime(textOf(spm, 18)), rejected: rejectedOf(spm) }
  return named ? [{ ...named, ...state, ...(accession === '' ? {} : { accession }) }] : []
}

/** SPM-2 as written by `specimenNumber`: the order number and the specimen's key. */
function readSpecimenNumber(text: string): Pick<SpecimenUpdate, 'orderId' | 'key'> | null {
  const [, orderId, key] = /^([0-9]{1,15})-(.+)$/.exec(text) ?? []
  return orderId && key ? { orderId: Number(orderId), key } : null
}

/**
 * SPM-20 N with a reason in SPM-21. N without a reason means used up; Y with a reason means usable all the
 * same.
 */
function rejectedOf(spm: Hl7Segment): SpecimenUpdate['rejected'] {
  const code = textOf(spm, 21).toUpperCase()
  const reason = textOf(spm, 21, 2) || textOf(spm, 21, 9)
  if (textOf(spm, 20).toUpperCase() !== 'N' || (code === '' && reason === '')) return null
  return { code, words: reason || (REJECT_REASONS[code] ?? code) }
}
