import { type KnownVariant, transcriptOf } from '../../orders/known-variants.ts'
import type { ReportedVariant } from '../../results/reported-variant.ts'
import { descriptionOf, variantName } from '../../results/words.ts'
import { classOf, type Found, type Stated } from './finding.ts'
import type { Fields } from './made-variant.ts'

/** A variant that an order names, to be looked for. */
export interface OrderedVariant {
  genes: ReportedVariant['genes']
  /** How the order names it, and in which state it was found in the relative. */
  fields: Fields
  /** In the relative; '' if the order does not give it. */
  variantClass: string
}

/** Tests that look at named variants alone. The transcript of one and its maternal cells are others. */
const LOOKS_FOR_NAMED =
  /\bknown\b|confirmation of|segregation|in a relative|targeted parental|phase study|variant origin/i

/** Whether a test looks for the variants that its order names. */
export function looksForOrdered(name: string): boolean {
  return LOOKS_FOR_NAMED.test(name)
}

/** A variant that an order of ours names. */
export function orderedVariant(variant: KnownVariant): OrderedVariant {
  const { gene, hgncId, cdna, protein, genomic, iscn, exons, motif, repeats, chromosome, start, end } =
    variant
  const [from, to] = [start, end].map(Number)
  const told = {
    ...{ transcript: transcriptOf(variant), cdna: cdna.replace(/^.*:/, ''), protein, genomic, iscn },
    ...{ build: variant.build, chromosome, allelicState: variant.zygosity },
  }
  const called = variant.asWritten || (exons && `exons ${exons}`) || (motif && `${motif} ×${repeats}`)
  return {
    genes: gene === '' ? [] : [{ hgncId, symbol: gene }],
    fields: {
      ...Object.fromEntries(Object.entries(told).filter(([, value]) => value !== '')),
      ...(called ? { name: called } : {}),
      ...(from && to ? { inner: { from, to } } : {}),
    },
    variantClass: variant.variantClass,
  }
}

/** Each ordered variant as found or not: nothing else is looked for. A failed test says nothing of them. */
export function orderedFindings(ordered: readonly OrderedVariant[], stated: Stated): Found {
  const none: Found = { variants: [], phases: [], drugResponses: [], markers: [] }
  if (stated.outcome === 'failed') return none
  const isPresent = stated.outcome === 'positive' || stated.before !== undefined
  const call = isPresent ? 'Present' : stated.outcome === 'negative' ? 'Absent' : 'No call'
  return { ...none, variants: ordered.map((one) => variantOf(one, call, stated)) }
}

const CALL_TEXTS = {
  Present: 'was detected',
  Absent: 'was looked for and not detected',
  'No call': 'could not be called in this specimen',
}

function variantOf(
  { genes, fields, variantClass }: OrderedVariant,
  call: keyof typeof CALL_TEXTS,
  stated: Stated,
): ReportedVariant {
  const { allelicState, ...named } = fields
  const variant: ReportedVariant = {
    ...{ key: '', form: 'variant', of: [], call, repeats: [], consequences: [], notes: [] },
    ...{ genes, significances: [], ...named },
    // In which state it is, is told of a variant that is there.
    ...(call === 'Present' && allelicState ? { allelicState } : {}),
  }
  const now = stated.before === undefined ? variantClass : classOf(stated)
  const name = descriptionOf(variant) === '' ? 'The ordered variant' : variantName(variant)
  const since = stated.before === undefined ? '' : ` It is now classified as ${now.toLowerCase()}.`
  const text = `${name} ${CALL_TEXTS[call]}.${since}`
  return {
    ...variant,
    significances: [{ ...(now === '' ? {} : { variantClass: now }), conditions: [], text }],
  }
}
