import type { ReportedVariant } from '../../results/reported-variant.ts'
import type { Assayed } from './assay.ts'
import { evidenceOf, evidenceOfKnown } from './evidence.ts'
import { classOf, type Found, numberOf, oneOf, type Stated } from './finding.ts'
import { transcriptOf } from './genes.ts'
import {
  DOSAGES,
  GAINS,
  type KnownFinding,
  LOSSES,
  MITOCHONDRIAL,
  MITOCHONDRIAL_DELETION,
  PREMUTATION,
  REARRANGEMENTS,
  REPEATS,
  RISKS,
  SECONDARY_GENES,
} from './known-findings.ts'
import { type Fields, madeVariant, type Subject } from './made-variant.ts'
import { drugFindings, tumorFindings } from './other-findings.ts'

const NOTHING: Found = { variants: [], phases: [], drugResponses: [], markers: [] }

/**
 * What a test found; nothing for a negative or failed result, except a variant that was reclassified as benign, and for a
 * method for which no finding is invented. A reclassified variant keeps all but its class and text.
 */
export function foundIn(stated: Stated, assayed: Assayed, subject: Subject): Found {
  const isNothing = stated.outcome === 'failed' || (stated.outcome === 'negative' && !stated.before)
  const found = isNothing ? NOTHING : findings(stated, assayed, subject)
  const secondary = stated.outcome === 'failed' ? [] : secondaryFinding(assayed, subject)
  return secondary.length === 0 ? found : { ...found, variants: [...found.variants, ...secondary] }
}

function findings(stated: Stated, assayed: Assayed, subject: Subject): Found {
  const gene = assayed.genes[numberOf(subject.words) % Math.max(1, assayed.genes.length)] ?? ''
  const variants = (...found: readonly (ReportedVariant | null)[]): Found => ({
    ...NOTHING,
    variants: found.filter((one) => one !== null),
  })
  switch (assayed.assay) {
    case 'other':
      return NOTHING
    case 'sequencing':
      return RISKS[gene] && stated.outcome === 'positive'
        ? variants(known(gene, RISKS[gene], stated))
        : sequenced(gene, stated, assayed, subject)
    case 'copy-number': {
      const of = namedOutcome(stated) === 'positive' ? LOSSES : GAINS
      return variants(known('', of[numberOf(subject.words) % of.length], stated))
    }
    case 'karyotype':
      return variants(rearrangement(stated, subject))
    case 'repeat':
      return variants(repeat(gene, stated, subject))
    case 'dosage': {
      const isMale = subject.sex !== 'Female'
      const { affected, carrier } = DOSAGES[gene] ?? {}
      const isAffected = !subject.isCarrier && (gene !== 'DMD' || isMale)
      return variants(known(gene, isAffected ? affected : carrier, stated))
    }
    case 'mitochondrial':
      return variants(mitochondrial(gene, stated, subject))
    case 'drug':
      return drugFindings(assayed.genes, stated)
    case 'tumor':
      return tumorFindings(gene, stated, subject)
  }
}

/** The outcome under which it was first reported. */
const namedOutcome = ({ outcome, before }: Stated) => before ?? outcome

/** A finding that laboratories know; an uncertain one only of copy numbers. */
function known(symbol: string, finding: KnownFinding | undefined, stated: Stated): ReportedVariant | null {
  if (!finding || (symbol !== '' && namedOutcome(stated) === 'uncertain')) return null
  const { condition, inheritedAs, variantClass: own, evidence, ...fields } = finding
  const variantClass = own ?? classOf(stated)
  const text = (name: string) => `${name}. ${evidenceOfKnown(evidence, stated, own)}`
  return madeVariant('', symbol, fields, { variantClass, condition, inheritedAs, text })
}

function repeat(symbol: string, stated: Stated, { isCarrier, sex }: Subject): ReportedVariant | null {
  const one = REPEATS[symbol]
  if (!one) return null
  const { motif, normal, condition, inheritedAs } = one
  const isPositive = namedOutcome(stated) === 'positive'
  const times = isPositive ? (isCarrier && symbol === 'FMR1' ? PREMUTATION : one.positive) : one.uncertain
  const isSingle = inheritedAs === 'X-linked' && sex === 'Male'
  const isBoth = inheritedAs === 'Autosomal recessive' && !isCarrier && isPositive
  const fields: Fields = {
    ...{ name: `${motif} repeat`, change: 'Repeat expansion', category: 'Structural variant', method: 'PCR' },
    repeats: [{ motif, times }],
    allelicState: isSingle ? 'Hemizygous' : isBoth ? 'Homozygous' : 'Heterozygous',
    notes: isSingle || isBoth ? [] : [`The other copy has ${normal} repeats.`],
  }
  const range = isPositive
    ? times === PREMUTATION
      ? 'is in the range of a premutation, which can grow to a full mutation in the next generation'
      : 'is in the range that causes the disease'
    : 'is between the normal range and the one that causes the disease'
  return madeVariant('', symbol, fields, {
    ...{ variantClass: classOf(stated), condition, inheritedAs },
    text: (name) => `${name}: ${times} repeats. ${evidenceOfKnown(`The number of repeats ${range}`, stated)}`,
  })
}

function mitochondrial(symbol: string, stated: Stated, subject: Subject): ReportedVariant | null {
  const finding = symbol === '' ? MITOCHONDRIAL_DELETION : MITOCHONDRIAL[symbol]
  const made = known(symbol, finding, stated)
  if (made?.allelicState !== 'Heteroplasmic') return made
  const fraction = (12 + (numberOf(`${subject.words}/share`) % 70)) / 100
  return { ...made, fraction, tissue: subject.tissue }
}

function rearrangement(stated: Stated, { sex }: Subject): ReportedVariant | null {
  const named = namedOutcome(stated)
  if (named !== 'positive' && named !== 'uncertain') return null
  const { iscn, condition, evidence } = REARRANGEMENTS[named]
  const fields: Fields = {
    ...{ iscn: `46,${sex === 'Male' ? 'XY' : 'XX'},${iscn}`, category: 'Structural variant' },
    ...{ change: named === 'positive' ? 'Translocation' : 'Inversion', method: 'Karyotyping' },
  }
  return madeVariant('', '', fields, {
    ...{ variantClass: classOf(stated), condition, inheritedAs: '' },
    text: (name) => `${name}. ${evidenceOfKnown(evidence, stated)}`,
  })
}

/** Pathogenic in a gene of which such variants are told whatever the reason for the test. */
function secondaryFinding({ isWhole }: Assayed, { words, isSecondaryAllowed }: Subject): ReportedVariant[] {
  const number = numberOf(`${words}/secondary`)
  if (isWhole !== true || !isSecondaryAllowed || number % 9 > 0) return []
  const symbol = oneOf(SECONDARY_GENES, `${words}/secondary gene`)
  const stated: Stated = { outcome: 'positive' }
  const fields = { ...nonsense(symbol, 30 + (number % 200)), section: 'Secondary finding' }
  return [
    madeVariant(
      '',
      symbol,
      { ...fields, allelicState: 'Heterozygous' },
      {
        ...{ variantClass: 'Pathogenic', condition: `${symbol}-related disorder` },
        inheritedAs: 'Autosomal dominant',
        text: (name) =>
          `Secondary finding: ${name}. ${evidenceOf({ kind: 'nonsense', isSeen: true }, stated)}`,
      },
    ),
  ]
}

type Kind = Parameters<typeof evidenceOf>[0]['kind']

const onTranscript = (symbol: string) => {
  const transcript = transcriptOf(symbol)
  return transcript === '' ? {} : { transcript }
}
/** CGA to TGA at the first base of a codon. */
const nonsense = (symbol: string, codon: number): Fields => ({
  ...{ cdna: `c.${3 * codon - 2}C>T`, protein: `p.(Arg${codon}*)`, ...onTranscript(symbol) },
  ...{ category: 'Simple variant', method: 'Sequencing', change: 'Substitution' },
})
/** GCC to GTC at its second. */
const missense = (symbol: string, codon: number): Fields => ({
  ...nonsense(symbol, codon),
  ...{ cdna: `c.${3 * codon - 1}C>T`, protein: `p.(Ala${codon}Val)` },
})
const splice = (symbol: string, codon: number): Fields => ({
  ...nonsense(symbol, codon),
  ...{ cdna: `c.${3 * codon}+1G>A`, protein: 'p.?' },
})
/** Its limits are between exons: no position is known. */
const exons = (symbol: string, number: number): Fields => {
  const first = 2 + (number % 7)
  return {
    ...onTranscript(symbol),
    name: number % 2 === 0 ? `deletion of exon ${first}` : `deletion of exons ${first}-${first + 2}`,
    ...{ category: 'Structural variant', change: 'Deletion', copyNumber: 1, method: 'MLPA' },
  }
}

/** An invented variant of a gene; the coding and protein names agree with each other. */
function sequenced(symbol: string, stated: Stated, assayed: Assayed, subject: Subject): Found {
  if (symbol === '') return NOTHING
  const { words, isCarrier, sex, testName } = subject
  const [number, codon] = [numberOf(`${words}/kind`), 24 + (numberOf(words) % 300)]
  const inheritedAs = {
    dominant: 'Autosomal dominant',
    recessive: 'Autosomal recessive',
    'x-linked': 'X-linked',
  }
  const make = (kind: Kind, fields: Fields): ReportedVariant =>
    madeVariant('', symbol, fields, {
      ...{ variantClass: classOf(stated), condition: `${symbol}-related disorder` },
      inheritedAs: inheritedAs[assayed.inheritance],
      text: (name) =>
        `${name}. ${evidenceOf({ kind, isSeen: isCarrier || assayed.inheritance === 'recessive' }, stated)}`,
    })
  const only = (variant: ReportedVariant): Found => ({ ...NOTHING, variants: [variant] })
  const isSingle = assayed.inheritance === 'x-linked' && sex === 'Male'
  const one = isSingle ? 'Hemizygous' : 'Heterozygous'
  const isTrio = /\b(trio|quad)\b/i.test(testName)
  if (namedOutcome(stated) === 'uncertain')
    return only(make('missense', { ...missense(symbol, codon), allelicState: one }))
  // A single variant of a recessive gene explains no disease: it makes a carrier.
  if (assayed.inheritance === 'recessive' && !isCarrier) {
    if (number % 2 === 0)
      return only(make('nonsense', { ...nonsense(symbol, codon), allelicState: 'Homozygous' }))
    const basis = isTrio ? { inheritanceBasis: 'Family DNA' } : {}
    const [mother, father] = isTrio ? ['Maternal', 'Paternal'] : [undefined, undefined]
    const from = (inheritance: string | undefined) => (inheritance ? { inheritance, ...basis } : {})
    return {
      ...NOTHING,
      variants: [
        make('nonsense', { ...nonsense(symbol, codon), allelicState: one, ...from(mother) }),
        make('splice', { ...splice(symbol, codon + 40), allelicState: one, ...from(father) }),
      ],
      // Without the parents nobody knows whether both lie on one chromosome.
      phases: [{ variants: [], relation: isTrio ? 'Trans' : 'Indeterminate' }],
    }
  }
  const deNovo = isTrio && !isCarrier ? { source: 'De novo' } : {}
  switch (isCarrier ? number % 2 : number % 8) {
    case 5:
      return only(make('exons', { ...exons(symbol, codon), allelicState: one, ...deNovo }))
    case 6: {
      // The share of reads tells a mosaic variant; a state of the two copies would be wrong.
      const mosaic = { fraction: (6 + (codon % 20)) / 100, depth: 180 + codon, tissue: subject.tissue }
      const notes = ['Mosaic: the variant is in a part of the cells.']
      return only(make('nonsense', { ...nonsense(symbol, codon), ...mosaic, notes }))
    }
    case 7:
      return only(make('splice', { ...splice(symbol, codon), allelicState: one, ...deNovo }))
    default:
      return only(make('nonsense', { ...nonsense(symbol, codon), allelicState: one, ...deNovo }))
  }
}
