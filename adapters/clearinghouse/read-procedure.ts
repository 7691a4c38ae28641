import type { Benefit } from '#domain/coverage/benefits.ts'
import type { Delimiters } from './x12.ts'

/** EB13-1 of CPT and HCPCS codes. */
const BILLED: ReadonlySet<string> = new Set(['HC', 'CJ'])
/** Of other code systems, by which no laboratory test is billed: dental, ICD procedures, infusions, drugs. */
const OF_OTHERS: ReadonlySet<string> = new Set(['AD', 'IV', 'ID', 'N4'])

type ReadProcedure = Pick<Benefit, 'procedure' | 'procedureTo' | 'modifiers'> & {
  readonly unclear: string[]
  readonly notes: string[]
}

/**
 * EB13: qualifier, code, four modifiers, description, last code of a range. A code of a system that is not known (ZZ is
 * the payer's own) can be any service: the row then counts for all, and is unclear.
 */
export function readProcedure(text: string, { component }: Delimiters): ReadProcedure {
  const components = text.split(component).map((part) => part.trim())
  const [qualifier = '', code = ''] = components
  const modifiers = components.slice(2, 6).filter((part) => part !== '')
  const [description = '', to = ''] = components.slice(6)
  const rest = components.slice(8).filter((part) => part !== '')
  if (components.every((part) => part === '')) return { unclear: [], notes: [] }
  const notes = [description, ...rest].filter((part) => part !== '')
  const isBilled = BILLED.has(qualifier) && code !== ''
  if (!isBilled && !OF_OTHERS.has(qualifier))
    return { unclear: [`for ${components.filter((part) => part !== '').join(' ')}`], notes: [] }
  return {
    procedure: isBilled ? code : `${qualifier} ${code}`.trim(),
    ...(to === '' ? {} : { procedureTo: to }),
    ...(modifiers.length > 0 ? { modifiers } : {}),
    unclear: modifiers.length > 0 ? [`billed with modifier ${modifiers.join(', ')}`] : [],
    notes,
  }
}
