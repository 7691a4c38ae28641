import { isIsoDate } from '../dates/dates.ts'
import { type Answer, type Code, codeOf } from './finding.ts'
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

export function geneIn(answer: Answer): Gene | undefined {
  const [first] = answer.codes
  const code = codeOf(answer, 'HGNC') || first?.code || ''
  if (code === NO_GENE) return { hgncId: '', symbol: '' }
  const number = /^(?:HGNC:)?(\d+)$/i.exec(code)?.[1]
  const named = answer.codes.find((one) => one.code === code)?.name
  const symbol = named || (number === undefined ? code : '') || answer.text
  const hgncId = number === undefined ? '' : `HGNC:${number}`
  return hgncId === '' && symbol === ''
    ? undefined
    : { hgncId, symbol: symbol === code && number ? '' : symbol }
}

/** What some programs write for no gene, which a result need not keep. */
export function isGene({ hgncId, symbol }: Gene): boolean {
  return hgncId !== '' || symbol !== ''
}

export function geneAnswer({ hgncId, symbol }: Gene): Omit<Answer, 'question'> {
  const codes: Code[] = hgncId === '' ? [] : [{ system: 'HGNC', code: hgncId, name: symbol }]
  return { codes, text: symbol || hgncId }
}
