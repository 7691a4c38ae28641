import { type Gene, withoutVersion } from '../../genes/gene.ts'
import { type HgvsLevel, readHgvs } from '../../hgvs/hgvs.ts'
import { hasBuild, hasReport, isLocated, type KnownVariant, transcriptOf } from '../known-variants.ts'
import type { Finding } from '../points.ts'
import type { RuleInput } from './rule.ts'

/** Whether the description can be read and leads to one place: gene, coordinates, HGVS, transcript. */
export function descriptionRules(known: RuleInput, variant: KnownVariant, at: string): Finding[] {
  return [
    ...ofGene(known, variant, at),
    ...described(variant, at),
    ...expressions(variant, at),
    ...ofTranscript(known, variant, at),
  ]
}

/** An error, or with the relative's report a warning. */
function unless(variant: KnownVariant, rule: string, path: string, message: string): Finding {
  return hasReport(variant)
    ? { path, rule, message, warningAbout: variant.key }
    : { path, rule, message: `${message}, or choose how the laboratory gets the relative’s report` }
}

const geneOf = ({ gene, hgncId }: KnownVariant, genes: readonly Gene[]) =>
  genes.find((one) => (hgncId === '' ? one.symbol === gene : one.hgncId === hgncId))

/** Copy number and structural variants may span genes; every other kind has one. */
function ofGene({ genes }: RuleInput, variant: KnownVariant, at: string): Finding[] {
  const { gene, hgncId, kind } = variant
  const path = `${at}/gene`
  if (gene.trim() === '')
    return kind === 'cnv' || kind === 'sv' ? [] : [{ path, rule: 'required', message: 'Gene is required' }]
  if (!genes) return []
  const found = geneOf(variant, genes)
  if (found && found.symbol !== gene)
    return [
      {
        ...{ path, rule: 'conflicts' },
        message: `${hgncId} is ${found.symbol}, and not ${gene}: choose the gene from the list`,
      },
    ]
  if (found && hgncId === '')
    return [{ path, rule: 'required', message: `Choose ${gene} from the list, so that its HGNC id is known` }]
  if (found) return []
  const today = genes.filter((one) => one.previous.includes(gene) || one.aliases.includes(gene))
  const [message, rule] =
    today.length > 0
      ? [
          `${gene} is called ${today.map(({ symbol }) => symbol).join(' or ')} today: choose it`,
          'gene-renamed',
        ]
      : [`${gene} is not a gene of HGNC’s list: check it`, 'gene-unknown']
  return [{ path, rule, message, warningAbout: variant.key }]
}

const DESCRIBED_BY = {
  sequence: ['cdna', 'its transcript and c., or g. with its build'],
  exon: ['exons', 'its exons and the transcript that numbers them, or coordinates with their build'],
  cnv: ['chromosome', 'chromosome, start, end and build, or ISCN'],
  sv: ['chromosome', 'chromosome, start, end and build, or ISCN'],
  repeat: ['motif', 'the repeated motif and how often it is repeated'],
  mtdna: ['genomic', 'its m. position'],
} as const

function described(variant: KnownVariant, at: string): Finding[] {
  const { kind, genomic, asWritten, protein } = variant
  if (kind === '') return []
  const missingBuild = genomic.trim() !== '' && kind !== 'mtdna' && !hasBuild(variant)
  const hasPlace = [variant.chromosome, variant.start, variant.end].some((one) => one.trim() !== '')
  if (missingBuild || (hasPlace && variant.build === ''))
    return [
      {
        path: `${at}/build`,
        rule: 'required',
        message: 'Genome build is required: the same position is another base in GRCh37 and GRCh38',
      },
    ]
  // What the laboratory reported itself it finds in its own data.
  if (isLocated(variant) || variant.report === 'family-code') return []
  const [field, needs] = DESCRIBED_BY[kind]
  const path = `${at}/${field}`
  const someText = [asWritten, protein, variant.cdna, variant.exons].some((one) => one.trim() !== '')
  if (!someText) return [{ path, rule: 'required', message: `The variant cannot be found without ${needs}` }]
  return [unless(variant, 'variant-place', path, `The variant cannot be found without ${needs}. Enter it`)]
}

const EXPRESSIONS = [
  ['cdna', ['c', 'n'], 'c.'],
  ['protein', ['p'], 'p.'],
  ['genomic', ['g', 'm'], 'g. or m.'],
] as const satisfies readonly (readonly [keyof KnownVariant, readonly HgvsLevel[], string])[]

function expressions(variant: KnownVariant, at: string): Finding[] {
  return EXPRESSIONS.flatMap(([field, levels, words]): Finding[] => {
    const text = variant[field].trim()
    if (text === '') return []
    const [path, rule] = [`${at}/${field}`, `hgvs-${field}`]
    const read = readHgvs(text)
    if (read.kind === 'invalid') return [unless(variant, rule, path, `${text} is not HGVS: ${read.problem}`)]
    if ((levels as readonly string[]).includes(read.level)) return []
    return [
      { path, rule: 'conflicts', message: `${text} belongs into another field: this one is for ${words}` },
    ]
  })
}

const ACCESSION = /^((NM|NR|XM|XR)_\d+|ENST\d{11}|LRG_\d+t\d+)(\.\d+)?$/

function ofTranscript({ genes }: RuleInput, variant: KnownVariant, at: string): Finding[] {
  const transcript = transcriptOf(variant)
  const path = `${at}/transcript`
  if (transcript === '') return []
  const parts = ACCESSION.exec(transcript)
  if (!parts)
    return [
      unless(
        variant,
        'variant-transcript',
        path,
        `${transcript} is not a transcript such as NM_000059.4: correct it`,
      ),
    ]
  if (parts[3] === undefined && !transcript.startsWith('LRG_'))
    return [
      unless(
        variant,
        'variant-transcript',
        path,
        `${transcript} has no version, and the same c. may be another base in the next one: add it, such as “.4”`,
      ),
    ]
  if (!genes || transcript.startsWith('LRG_')) return []
  const accession = withoutVersion(transcript)
  const owner = genes.find(({ transcripts }) =>
    transcripts.some(({ refSeq, ensembl }) => [refSeq, ensembl].map(withoutVersion).includes(accession)),
  )
  const gene = geneOf(variant, genes)
  if (owner && gene && owner.hgncId !== gene.hgncId)
    return [
      {
        ...{ path, rule: 'conflicts' },
        message: `${transcript} is a transcript of ${owner.symbol}, and not of ${gene.symbol}: correct one of them`,
      },
    ]
  if (owner || !gene) return []
  return [
    {
      ...{ path, rule: 'transcript-unknown', warningAbout: variant.key },
      message: `${transcript} is not ${gene.symbol}’s transcript in MANE: check it against the report`,
    },
  ]
}
