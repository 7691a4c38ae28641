import { isIsoDate } from '../dates/dates.ts'
import type { Answer, Code } from './finding.ts'
import type { Condition, Gene } from './reported-variant.ts'

/** An answer in words; undefined if it has none. */
export function wordsIn({ text, codes }: Answer): string | undefined {
  return text || codes[0]?.name || codes[0]?.code || undefined
}

/** A day, month or year: `2025-03-04` also of `20250304` and of a time. Undefined if it is none. */
export function dayIn({ text }: Answer): string | undefined {
  const [, ...parts] = /^(\d{4})(?:-?(\d\d)(?:-?(\d\d)(?:[T\d].*)?)?)?$/.exec(text) ?? []
  const given = parts.filter(Boolean)
  const [year, month = '01', day = '01'] = given
  return isIsoDate(`${year}-${month}-${day}`) ? given.join('-') : undefined
}

export function conditionIn(answer: Answer): Condition | undefined {
  const name = wordsIn(answer)
  const { system = '', code = '' } = answer.codes[0] ?? {}
  return name === undefined ? undefined : { name, system, code }
}

export function conditionAnswer({ name, system, code }: Condition): Omit<Answer, 'question'> {
  return { codes: code === '' ? [] : [{ system, code, name }], text: name }
}

/** Some programs write this where they know of no gene. */
const NO_GENE = 'HGNC:0000'

/**
 * A gene's HGNC id in digits. Other registers number genes too: without the prefix, only a number of HGNC counts, or one
 * of no register.
 */
function hgncNumberOf({ system, code }: Code): string | undefined {
  const [, prefix, number] = /^(HGNC:)?(\d+)$/i.exec(code) ?? []
  return prefix !== undefined || system === 'HGNC' || system === '' ? number : undefined
}

/** Undefined if there is only another register's number, which nobody knows the gene by. */
export function geneIn(answer: Answer): Gene | undefined {
  const { codes } = answer
  const used = codes.find(({ system, code }) => system === 'HGNC' && code !== '') ?? codes.find(hgncNumberOf)
  const { system = '', code = '', name = '' } = used ?? codes[0] ?? {}
  if (code === NO_GENE) return { hgncId: '', symbol: '' }
  const number = hgncNumberOf({ system, code, name })
  const isNumber = /^(HGNC:)?\d+$/i.test(code)
  const symbol = name || (isNumber ? '' : code) || answer.text
  const hgncId = number === undefined ? '' : `HGNC:${number}`
  const isNamed = symbol !== '' && !(isNumber && symbol === code)
  return hgncId === '' && !isNamed ? undefined : { hgncId, symbol: isNamed ? symbol : '' }
}

/** What some programs write for no gene, which a result need not keep. */
export function isGene({ hgncId, symbol }: Gene): boolean {
  return hgncId !== '' || symbol !== ''
}

export function geneAnswer({ hgncId, symbol }: Gene): Omit<Answer, 'question'> {
  const codes: Code[] = hgncId === '' ? [] : [{ system: 'HGNC', code: hgncId, name: symbol }]
  return { codes, text: symbol || hgncId }
}
