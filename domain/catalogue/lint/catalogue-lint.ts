import type { IsoDate } from '../../dates/dates.ts'
import type { SymbolMeaning } from '../../genes/gene.ts'
import { type ProcedureCode, procedureFaults } from './procedure-codes.ts'
import { type Leasts, noteFaults } from './specimen-notes.ts'
import type { Storages } from './storage-notes.ts'

/** A row of the catalogue's tests, with its place in the file. */
export interface LintedTest {
  row: number
  genes: readonly string[]
  geneCount: number
  /** Of a choice of genes an order has some only: its list says nothing about its codes. */
  geneChoice: 'all' | 'one' | 'some'
  cptCodes: readonly string[]
  specimens: readonly string[]
  /** Types that are accepted too, and need not be in the note. */
  furtherSpecimens?: readonly string[]
  specimenNote: string
  /** For how many hours each accepted type can be used; null: it does not spoil. */
  lives: ReadonlyMap<string, number | null>
  /** How each accepted type is kept, if the laboratory says it. */
  storages: Storages
  /** In mL, of the types of which the catalogue gives it. */
  leasts: Leasts
}

export interface LintInput {
  tests: readonly LintedTest[]
  /** Null: the laboratory has no list of procedure codes, so they are not judged. */
  procedureCodes: readonly ProcedureCode[] | null
  /** Null: no genes are known, so symbols are not judged. */
  symbols: { meaning: (symbol: string) => SymbolMeaning } | null
  today: IsoDate
}

/** A fault of the catalogue: `rule` follows file, row and column. */
export interface CatalogueFault {
  row: number
  column: 'genes' | 'cptCodes' | 'specimenNote'
  rule: string
}

/**
 * What is wrong with a catalogue although each of its cells can be read: symbols that are no longer approved,
 * procedure codes that have ended or do not fit the genes, and notes that contradict the accepted specimens.
 */
export function lintCatalogue({ tests, procedureCodes, symbols, today }: LintInput): CatalogueFault[] {
  return tests.flatMap((test) => {
    const at = (column: CatalogueFault['column']) => (rule: string) => ({ row: test.row, column, rule })
    return [
      ...(symbols ? symbolFaults(test.genes, symbols.meaning).map(at('genes')) : []),
      ...(procedureCodes ? procedureFaults(test, procedureCodes, today).map(at('cptCodes')) : []),
      ...noteFaults(test).map(at('specimenNote')),
    ]
  })
}

function symbolFaults(genes: readonly string[], meaningOf: (symbol: string) => SymbolMeaning): string[] {
  return genes.flatMap((symbol) => {
    const meaning = meaningOf(symbol)
    if (meaning.kind === 'approved') return []
    if (meaning.kind === 'unknown') return [`'${symbol}' is not a symbol that HGNC has approved`]
    const called = meaning.kind === 'previous' ? 'a previous symbol' : 'an alias'
    return [`'${symbol}' is ${called} of ${meaning.symbols.join(' and ')}`]
  })
}
