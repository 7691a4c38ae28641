import { blankSample, type Sample } from '../orders/document.ts'

/**
 * What stays true of a specimen when it is collected again: its role, tissue, tube, state, site and approach, and not who
 * took it, when, how, or how much. Of another type only the role stays.
 */
export function recollected(before: Sample | undefined, type: string): Sample | null {
  if (!before) return null
  const { role = '' } = before
  const blank = blankSample(before.patient, before.key)
  if (before.specimenType !== type) return { ...blank, role }
  const { specimenType, tissue, approach, additive = '', state = '', site = '', side = '' } = before
  return { ...blank, specimenType, tissue, approach, role, additive, state, site, side }
}
