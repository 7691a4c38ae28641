import type { GeneticResult } from './genetic-result.ts'
import type { Condition, ReportedVariant, Span } from './reported-variant.ts'
import { geneName } from './words.ts'

/** What a row says of the report besides its result. */
export interface ReportOfRow {
  order: string
  /** The number of the person, as messages name them: `4711-proband`. */
  person: string
  test: string
  version: string
  status: string
  /** ISO day. */
  reported: string
}

type Column = readonly [heading: string, read: (variant: ReportedVariant) => unknown]

const names = (conditions: readonly Condition[]) =>
  conditions.map(({ name, system, code }) => (code === '' ? name : `${name} (${system} ${code})`))
const each = <T>(list: readonly T[], read: (one: T) => unknown) => list.map(read).filter(Boolean)
const span = (of: Span | undefined) => (of ? `${of.from ?? ''}-${of.to ?? ''}` : '')

/** Every field of a variant, a column each; several values are separated by `; `. */
const VARIANT_COLUMNS: readonly Column[] = [
  ['Reported as', ({ section }) => section],
  ['Found', ({ call }) => call],
  ['Gene', ({ genes }) => genes.map(geneName)],
  ['HGNC', ({ genes }) => each(genes, ({ hgncId }) => hgncId)],
  ['Form', ({ form }) => form],
  ['Category', ({ category }) => category],
  ['Name', ({ name }) => name],
  ['Transcript', ({ transcript }) => transcript],
  ['c.', ({ cdna }) => cdna],
  ['p.', ({ protein }) => protein],
  ['g.', ({ genomic }) => genomic],
  ['ISCN', ({ iscn }) => iscn],
  ['Build', ({ build }) => build],
  ['Chromosome', ({ chromosome }) => chromosome],
  ['Cytoband', ({ cytoband }) => cytoband],
  ['Reference sequence', ({ reference }) => reference],
  ['Start and end', ({ exact }) => span(exact)],
  ['Inner start and end', ({ inner }) => span(inner)],
  ['Outer start and end', ({ outer }) => span(outer)],
  ['Counting', ({ counting }) => counting],
  ['Reference allele', ({ referenceAllele }) => referenceAllele],
  ['Alternate allele', ({ alternateAllele }) => alternateAllele],
  ['DNA change', ({ change }) => change],
  ['Protein change', ({ proteinChange }) => proteinChange],
  ['Length (bp)', ({ length }) => length],
  ['Copies', ({ copyNumber }) => copyNumber],
  ['Repeats', ({ repeats }) => repeats.map(({ motif, times }) => `${motif} x${times ?? '?'}`)],
  ['Zygosity', ({ allelicState }) => allelicState],
  ['Fraction', ({ fraction }) => fraction],
  ['Reads', ({ depth }) => depth],
  ['Tissue', ({ tissue }) => tissue],
  ['Origin', ({ source }) => source],
  ['Inherited from', ({ inheritance }) => inheritance],
  ['Known by', ({ inheritanceBasis }) => inheritanceBasis],
  ['Phase', ({ phase }) => phase],
  ['Method', ({ method }) => method],
  ['Confidence', ({ confidence }) => confidence],
  ['Classification', ({ significances }) => each(significances, ({ variantClass }) => variantClass)],
  ['Classification scheme', ({ significances }) => each(significances, ({ scheme }) => scheme)],
  ['Classified on', ({ significances }) => each(significances, ({ classifiedOn }) => classifiedOn)],
  ['Condition', ({ significances }) => significances.flatMap(({ conditions }) => names(conditions))],
  ['Mode of inheritance', ({ significances }) => each(significances, (one) => one.conditionInheritance)],
  ['Evidence', ({ significances }) => each(significances, ({ evidence }) => evidence)],
  ['Interpretation', ({ significances }) => each(significances, ({ text }) => text)],
  [
    'Consequences',
    ({ consequences }) =>
      consequences.map(({ transcript, cdna, protein, effects }) =>
        [transcript, cdna, protein, ...effects].filter(Boolean).join(' '),
      ),
  ],
  ['ClinVar', ({ clinvar }) => clinvar],
  ['dbSNP', ({ dbsnp }) => dbsnp],
  ['Consists of', ({ of }) => of],
  ['Key', ({ key }) => key],
  ['Remarks', ({ notes }) => notes],
]

export const RESULT_HEADINGS: readonly string[] = [
  ...['Order', 'Person', 'Test', 'Version', 'Status', 'Reported'],
  ...['Overall result', 'Deletions and duplications', 'Conclusion'],
  ...VARIANT_COLUMNS.map(([heading]) => heading),
  ...['Phase with', 'Drug responses', 'Recommendations', 'Methods', 'Limits'],
]

const cell = (value: unknown): string =>
  value === undefined ? '' : Array.isArray(value) ? value.map(String).join('; ') : String(value)

/**
 * A report's result as rows of a file, one for each variant; a result without variants has one row with the overall
 * result alone.
 */
export function resultRows(result: GeneticResult, report: ReportOfRow): string[][] {
  const { order, person, test, version, status, reported } = report
  const { overall, deletionsAndDuplications: copies, conclusion } = result
  const head = [order, person, test, version, status, reported, ...[overall, copies, conclusion].map(cell)]
  const tail = [recommendationsIn(result), cell(result.methods), cell(result.limits)]
  const empty = RESULT_HEADINGS.slice(head.length + tail.length).map(() => '')
  if (result.variants.length === 0) return [[...head, ...empty, ...tail]]
  return result.variants.map((variant) => [
    ...head,
    ...VARIANT_COLUMNS.map(([, read]) => cell(read(variant))),
    cell(phasesOf(result, variant.key)),
    cell(responsesTo(result, variant.key)),
    ...tail,
  ])
}

const phasesOf = ({ phases }: GeneticResult, key: string) =>
  phases
    .filter(({ variants }) => variants.includes(key))
    .map(({ relation, variants }) => `${relation}: ${variants.filter((one) => one !== key).join(', ')}`)

const responsesTo = ({ drugResponses }: GeneticResult, key: string) =>
  drugResponses
    .filter(({ of }) => of.includes(key))
    .map(({ drugs, therapies, response, text }) =>
      [names([...drugs, ...therapies]).join(', '), response, text].filter(Boolean).join(': '),
    )

const recommendationsIn = ({ recommendations }: GeneticResult) =>
  recommendations.map(({ action, text }) => [action, text].filter(Boolean).join(': ')).join('; ')
