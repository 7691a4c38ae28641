import { readHgvs } from '../../hgvs/hgvs.ts'
import type { ReportedVariant, Span } from '../reported-variant.ts'

/**
 * What can tell that two reports name one variant. Laboratories change the transcript, the build or the
 * spelling between versions. The place of a variant in its report identifies nothing.
 */
export interface Names {
  form: ReportedVariant['form']
  /** Gene symbols and HGNC numbers. */
  genes: readonly string[]
  /** Changes of coding DNA without their transcript: `c.5946del`. */
  changes: readonly string[]
  /** `NM_000059.4:c.5946del`. */
  onTranscripts: readonly string[]
  /** The same without the transcript's version. */
  onAnyVersion: readonly string[]
  places: readonly Place[]
  iscn: readonly string[]
  clinvar: readonly string[]
  /** `Ser1982fs`. */
  proteins: readonly string[]
  /** The laboratory's own name: a legacy name, a star allele. */
  labels: readonly string[]
  /** The sender's key, unless it only numbers the groups of a message (OBX-4 `2a.1`). */
  keys: readonly string[]
}

/** Coordinates. Two of one `frame` (sequence, or build and chromosome, and kind of span) can be compared. */
interface Place {
  frame: string
  at: string
}

/** The names of a variant, from one listing or several: by tissue, or by condition. */
export function namesOf(listings: readonly ReportedVariant[]): Names {
  const coding = listings.flatMap((one) => [one, ...one.consequences].map(codingChange))
  const all = (of: (variant: ReportedVariant) => readonly (string | undefined)[]) =>
    filled(...listings.flatMap(of))
  return {
    form: listings[0]?.form ?? 'variant',
    genes: all(({ genes }) => genes.flatMap(({ symbol, hgncId }) => [symbol.toUpperCase(), hgncId])),
    changes: filled(...coding.map(({ change }) => change)),
    onTranscripts: filled(...coding.map(({ transcript, change }) => transcript && `${transcript}:${change}`)),
    onAnyVersion: filled(
      ...coding.map(
        ({ transcript, change }) => transcript && `${transcript.replace(/\.\d+$/, '')}:${change}`,
      ),
    ),
    places: listings.flatMap(placesOf),
    iscn: all(({ iscn }) => [compact(iscn).replaceAll('×', 'x')]),
    clinvar: all(({ clinvar }) => [clinvar]),
    proteins: all(({ protein }) => [
      compact(protein)
        .replace(/^.*:/, '')
        .replace(/^p\.|[()]/g, ''),
    ]),
    labels: all(({ name }) => [compact(name).toLowerCase()]),
    keys: all(({ key }) => [/^\d+[a-z]*([.-]\w*)*$/i.test(key) ? undefined : key]),
  }
}

const compact = (text = '') => text.replace(/\s+/g, '')
const filled = (...texts: readonly (string | undefined)[]) => [
  ...new Set(texts.flatMap((text) => (text ? [text] : []))),
]

/** Both are '' if they are not given; a change without a transcript is possible. */
function codingChange({ cdna, transcript }: Pick<ReportedVariant, 'cdna' | 'transcript'>) {
  const written = compact(cdna)
  if (written === '') return { transcript: '', change: '' }
  const [, reference = '', rest = ''] = /^(?:(.*?):)?(.*)$/.exec(written) ?? []
  const read = readHgvs(written)
  const change = withoutBases(read.kind === 'valid' ? read.change : rest)
  // NC_000013.11(NM_000059.4): the transcript is inside. A gene instead of it identifies no transcript.
  const named = /\(([^)]+)\)/.exec(reference)?.[1] ?? reference
  return { transcript: /^[A-Z]+_?\d{3,}/.test(named) ? named : compact(transcript), change }
}

/** `c.5946delT` is an old spelling of `c.5946del`, `c.76delAinsTG` of `c.76delinsTG`. */
function withoutBases(change: string): string {
  return change
    .replace(/del([ACGTN]+|\d+)ins/, 'delins')
    .replace(/(?<!ins)(del|dup|inv)([ACGTN]+|\d+)$/, '$1')
}

function placesOf(variant: ReportedVariant): Place[] {
  const { genomic, reference, build, chromosome, exact, inner, outer, counting = '' } = variant
  const { referenceAllele = '', alternateAllele = '', copyNumber, change = '' } = variant
  const [, sequence = '', described = ''] = /^(?:(.*?):)?(.*)$/.exec(compact(genomic)) ?? []
  // A sequence with its version implies the build; a chromosome needs it.
  const versioned = [reference, sequence].find((one) => /\.\d+$/.test(one ?? ''))
  const where = versioned ?? (build && chromosome && `${build} ${chromosome.replace(/^chr/i, '')}`)
  if (!where) return []
  const spans = Object.entries({ exact, inner, outer }).flatMap(([kind, span]) => {
    if (span === undefined) return []
    const at = [ends(span), referenceAllele, alternateAllele, copyNumber ?? change].join(' ')
    return [{ frame: [where, kind, counting].join(' '), at }]
  })
  return described === '' ? spans : [{ frame: `${where} hgvs`, at: withoutBases(described) }, ...spans]
}

const ends = ({ from, to }: Span) => `${from ?? ''}-${to ?? from ?? ''}`

const meet = (some: readonly string[], others: readonly string[]) => some.some((one) => others.includes(one))
const differ = (some: readonly string[], others: readonly string[]) =>
  some.length > 0 && others.length > 0 && !meet(some, others)
const isSamePlace = (one: Place, other: Place) => one.frame === other.frame && one.at === other.at
const meetAt = (a: Names, b: Names) =>
  a.places.some((one) => b.places.some((other) => isSamePlace(one, other)))
/** Both have coordinates that can be compared, and these differ. */
const areApart = (a: Names, b: Names) =>
  !meetAt(a, b) && a.places.some(({ frame }) => b.places.some((other) => other.frame === frame))

/** They can't be one variant, unless something strong identifies them. */
function contradict(a: Names, b: Names): boolean {
  const fields = ['genes', 'changes', 'iscn', 'clinvar', 'proteins', 'labels'] as const
  return areApart(a, b) || fields.some((field) => differ(a[field], b[field]))
}

type Test = (a: Names, b: Names) => boolean

/** Each identifies a variant by itself. */
const STRONG: readonly Test[] = [
  (a, b) => meet(a.onTranscripts, b.onTranscripts),
  meetAt,
  (a, b) => meet(a.iscn, b.iscn),
  (a, b) => meet(a.clinvar, b.clinvar),
]

/** Each identifies it if nothing contradicts. */
const WEAK: readonly Test[] = [
  (a, b) => meet(a.onAnyVersion, b.onAnyVersion) && !areApart(a, b),
  (a, b) => {
    const isOnOther = a.onTranscripts.length > 0 && b.onTranscripts.length > 0
    return meet(a.changes, b.changes) && !isOnOther && !differ(a.genes, b.genes) && !areApart(a, b)
  },
  (a, b) => meet(a.proteins, b.proteins) && meet(a.genes, b.genes) && !contradict(a, b),
  (a, b) => meet(a.labels, b.labels) && !contradict(a, b),
  (a, b) => meet(a.keys, b.keys) && !contradict(a, b),
]

/** Whether two listings of one report are of one variant. */
export function isListedTwice(a: Names, b: Names): boolean {
  return a.form === b.form && STRONG.some((test) => test(a, b))
}

/**
 * Pairs the variants of two reports, the strongest identification first. A pair is made only if no other
 * variant would fit as well; what stays alone is new, or gone.
 */
export function pairs<One extends { names: Names }>(
  older: readonly One[],
  newer: readonly One[],
): { both: [One, One][]; gone: One[]; added: One[] } {
  const both: [One, One][] = []
  let [gone, added] = [[...older], [...newer]]
  for (const test of [...STRONG, ...WEAK]) {
    const fits = (a: One, b: One) => a.names.form === b.names.form && test(a.names, b.names)
    for (const one of [...gone]) {
      const [candidate, ...more] = added.filter((other) => fits(one, other))
      if (!candidate || more.length > 0 || gone.filter((other) => fits(other, candidate)).length > 1) continue
      both.push([one, candidate])
      gone = gone.filter((other) => other !== one)
      added = added.filter((other) => other !== candidate)
    }
  }
  return { both, gone, added }
}
