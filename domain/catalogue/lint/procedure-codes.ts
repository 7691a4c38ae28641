import type { IsoDate } from '../../dates/dates.ts'

/**
 * A procedure code for billing during a period, with what a test must analyze to be billed with it. Numbers and
 * gene symbols only: the codes' descriptions belong to their owner, the American Medical Association.
 */
export interface ProcedureCode {
  code: string
  /** First and last day; '' is open. */
  validFrom: IsoDate | ''
  validUntil: IsoDate | ''
  minimumGenes: number | null
  maximumGenes: number | null
  /** Genes that must be among those analyzed. */
  namedGenes: readonly string[]
}

/** The period of a code that includes `day`; undefined if there is none. */
function codeOn(codes: readonly ProcedureCode[], code: string, day: IsoDate): ProcedureCode | undefined {
  return codes.find(
    (one) => one.code === code && one.validFrom <= day && (one.validUntil === '' || day <= one.validUntil),
  )
}

/** Why a code cannot be used on `day`; null if it can. */
export function endedCode(codes: readonly ProcedureCode[], code: string, day: IsoDate): string | null {
  if (codeOn(codes, code, day)) return null
  const periods = codes.filter((one) => one.code === code)
  const last = periods.findLast(({ validUntil }) => validUntil !== '' && validUntil < day)
  if (last) return `'${code}' ended on ${last.validUntil}`
  const next = periods.find(({ validFrom }) => validFrom > day)
  return next ? `'${code}' begins on ${next.validFrom}` : `'${code}' is not in procedure-codes.csv`
}

interface Billed {
  genes: readonly string[]
  geneCount: number
  geneChoice: 'all' | 'one' | 'some'
  cptCodes: readonly string[]
}

/** What is wrong with a test's codes on `day`. An exome or a panel by number names no genes: only numbers count. */
export function procedureFaults(test: Billed, codes: readonly ProcedureCode[], day: IsoDate): string[] {
  const { genes, geneCount, geneChoice } = test
  return [...new Set(test.cptCodes)].flatMap((code) => {
    const ended = endedCode(codes, code, day)
    if (ended !== null) return [ended]
    const known = codeOn(codes, code, day)
    if (!known || geneChoice !== 'all') return []
    const { minimumGenes, maximumGenes, namedGenes } = known
    const missing = genes.length === 0 ? [] : namedGenes.filter((gene) => !genes.includes(gene))
    return [
      ...(minimumGenes !== null && geneCount < minimumGenes
        ? [`'${code}' needs at least ${minimumGenes} genes; the test has ${geneCount}`]
        : []),
      ...(maximumGenes !== null && geneCount > maximumGenes
        ? [`'${code}' is for at most ${maximumGenes} genes; the test has ${geneCount}`]
        : []),
      ...(missing.length > 0 ? [`'${code}' needs ${missing.join(', ')} among the genes`] : []),
    ]
  })
}
