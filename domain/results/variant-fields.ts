import { table } from '../table.ts'
import {
  ALLELIC_STATES,
  BASES,
  BUILDS,
  CALLS,
  CATEGORIES,
  type Choices,
  COUNTINGS,
  codeFor,
  METHODS,
  PARENTS,
  REPORTED_AS,
  SOURCES,
} from './choices.ts'
import { type Answer, type Code, codeOf, numberOf } from './finding.ts'
import { wordIn } from './read-choice.ts'
import type { ReportedVariant } from './reported-variant.ts'

/** How one field of a variant is read from an answer, and written as one. */
export interface VariantField {
  question: Code
  /** Undefined if the answer says nothing that the field can hold. */
  read: (answer: Answer) => Partial<ReportedVariant> | undefined
  /** Null if the variant does not have it. */
  write: (variant: ReportedVariant) => Omit<Answer, 'question'> | null
}

/** The fields with values of this type. */
type KeyOf<Value> = {
  [Key in keyof ReportedVariant]-?: NonNullable<ReportedVariant[Key]> extends Value
    ? Value extends NonNullable<ReportedVariant[Key]>
      ? Key
      : never
    : never
}[keyof ReportedVariant]

const loinc = (code: string, name: string): Code => ({ system: 'LN', code, name })
const genomics = (code: string, name: string): Code => ({ system: 'GENOMICS', code, name })
/** No list has a code for it. */
export const SECTION: Code = { system: 'KARYO', code: 'SECTION', name: 'Reported as' }

/** A text, or a code of another system whose code is what people read (HGVS, RefSeq, dbSNP). */
function text(key: KeyOf<string>, question: Code, system = ''): VariantField {
  return {
    question,
    read({ codes, text: words, amount }) {
      const [first] = codes
      const value = codes.find((one) => one.system === system)?.code || (system && first?.code) || words
      const plain = value || first?.code || (amount?.low === undefined ? '' : String(amount.low ?? ''))
      return plain === '' ? undefined : { [key]: plain }
    },
    write(variant) {
      const value = variant[key]
      if (value === undefined) return null
      return { codes: system === '' ? [] : [{ system, code: value, name: value }], text: value }
    },
  }
}

/** One of a list's answers, or the laboratory's own words. */
function choice(
  key: KeyOf<string>,
  question: Code,
  choices: Choices,
  /** The system of the list's codes. */
  system = 'LN',
): VariantField {
  return {
    question,
    read(answer) {
      const value = wordIn(choices, answer, system)
      return value === '' ? undefined : { [key]: value }
    },
    write(variant) {
      const value = variant[key]
      return value === undefined ? null : choiceAnswer(choices, value, system)
    },
  }
}

export function choiceAnswer(choices: Choices, word: string, system = 'LN'): Omit<Answer, 'question'> {
  const code = codeFor(choices, word)
  return { codes: code === undefined ? [] : [{ system, code, name: word }], text: word }
}

function number(key: KeyOf<number>, question: Code, unit: string): VariantField {
  return {
    question,
    read(answer) {
      const value = numberOf(answer)
      return value === null ? undefined : { [key]: value }
    },
    write(variant) {
      const value = variant[key]
      return value === undefined ? null : numberAnswer(value, unit)
    },
  }
}

export function numberAnswer(value: number, unit: string): Omit<Answer, 'question'> {
  return { codes: [], amount: { low: value, high: value, unit }, text: String(value) }
}

/** A fraction is 0 to 1; some send percent, which the unit or a number above 1 tells. */
const FRACTION: VariantField = {
  question: loinc('81258-6', 'Allelic frequency'),
  read(answer) {
    const value = numberOf(answer)
    if (value === null || value < 0 || value > 100) return undefined
    const isPercent = value > 1 || answer.amount?.unit.includes('%') || answer.text.includes('%')
    return { fraction: isPercent ? value / 100 : value }
  },
  write: ({ fraction }) => (fraction === undefined ? null : numberAnswer(fraction, '1')),
}

/** A variant's number in ClinVar or dbSNP; laboratories send either as answer to the same question. */
export function identifierIn(answer: Answer): Pick<ReportedVariant, 'clinvar' | 'dbsnp'> | undefined {
  const code = answer.codes[0]?.code || answer.text
  if (/^rs\d+$/i.test(code)) return { dbsnp: code }
  const clinvar = codeOf(answer, 'CLINVAR')
  return clinvar === '' ? undefined : { clinvar }
}

function span(key: 'exact' | 'inner' | 'outer', question: Code): VariantField {
  return {
    question,
    read({ amount }) {
      if (!amount || (amount.low === null && amount.high === null)) return undefined
      return { [key]: { from: amount.low, to: amount.high } }
    },
    write(variant) {
      const value = variant[key]
      if (value === undefined) return null
      const { from, to } = value
      return { codes: [], amount: { low: from, high: to, unit: '' }, text: `${from ?? ''}–${to ?? ''}` }
    },
  }
}

/** As what an answer to `SECTION` reports findings. */
export const sectionIn = (answer: Answer): string | undefined =>
  wordIn(REPORTED_AS, answer, SECTION.system) || undefined

const FIELDS: readonly VariantField[] = [
  choice('call', loinc('69548-6', 'Genetic variant assessment'), CALLS),
  choice('category', loinc('83005-9', 'Variant category'), CATEGORIES),
  text('name', loinc('47998-0', 'Variant display name')),
  text('transcript', loinc('51958-7', 'Transcript reference sequence'), 'REFSEQ'),
  text('cdna', loinc('48004-6', 'DNA change (c.HGVS)'), 'HGVS'),
  text('protein', loinc('48005-3', 'Amino acid change (p.HGVS)'), 'HGVS'),
  text('genomic', loinc('81290-9', 'Genomic DNA change (g.HGVS)'), 'HGVS'),
  text('reference', loinc('48013-7', 'Genomic reference sequence'), 'REFSEQ'),
  choice('build', loinc('62374-4', 'Human reference sequence assembly'), BUILDS),
  text('chromosome', loinc('48000-4', 'Chromosome')),
  text('cytoband', loinc('48001-2', 'Cytogenetic location')),
  text('iscn', loinc('81291-7', 'Variant ISCN'), 'ISCN'),
  {
    question: loinc('81252-9', 'Discrete genetic variant'),
    read: (answer) => identifierIn(answer),
    write: ({ clinvar: code }) =>
      code === undefined ? null : { codes: [{ system: 'CLINVAR', code, name: code }], text: code },
  },
  text('dbsnp', loinc('81255-2', 'dbSNP'), 'DBSNP'),
  span('exact', loinc('81254-5', 'Genomic allele start and end')),
  span('inner', loinc('81302-2', 'Structural variant inner start and end')),
  span('outer', loinc('81301-4', 'Structural variant outer start and end')),
  choice('counting', loinc('92822-6', 'Genomic coordinate system'), COUNTINGS),
  text('referenceAllele', loinc('69547-8', 'Genomic reference allele')),
  text('alternateAllele', loinc('69551-0', 'Genomic alternate allele')),
  text('change', loinc('48019-4', 'DNA change type')),
  text('proteinChange', loinc('48006-1', 'Amino acid change type')),
  number('length', loinc('81300-6', 'Structural variant length'), 'bp'),
  number('copyNumber', loinc('82155-3', 'Genomic structural variant copy number'), '1'),
  choice('allelicState', loinc('53034-5', 'Allelic state'), ALLELIC_STATES),
  choice('source', loinc('48002-0', 'Genomic source class'), SOURCES),
  choice('inheritance', loinc('94186-4', 'Variant inheritance'), PARENTS),
  choice('inheritanceBasis', loinc('82309-6', 'Basis for allelic phase'), BASES),
  FRACTION,
  number('depth', loinc('82121-5', 'Allelic read depth'), '1'),
  text('tissue', loinc('31208-2', 'Specimen source')),
  choice('method', loinc('81304-8', 'Variant analysis method'), METHODS),
  choice('section', SECTION, REPORTED_AS, 'KARYO'),
  text('confidence', genomics('variant-confidence-status', 'Variant confidence status')),
]

/** The single-valued fields of a variant by their question's code, in the order in which they are written. */
export const VARIANT_FIELDS = table(Object.fromEntries(FIELDS.map((field) => [field.question.code, field])))
