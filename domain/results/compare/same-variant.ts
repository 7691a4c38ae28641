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

/** An identification: both variants have one of `by` in common, and nothing speaks against it. */
interface Test {
  by: (names: Names) => readonly string[]
  fits?: (a: Names, b: Names) => boolean
}

const placeNames = ({ places }: Names) => places.map(({ frame, at }) => JSON.stringify([frame, at]))

/** Each identifies a variant by itself. */
const STRONG: readonly Test[] = [
  { by: ({ onTranscripts }) => onTranscripts },
  { by: placeNames },
  { by: ({ iscn }) => iscn },
  { by: ({ clinvar }) => clinvar },
]

const agree = (a: Names, b: Names) => !contradict(a, b)

/** Each identifies it if nothing contradicts. */
const WEAK: readonly Test[] = [
  { by: ({ onAnyVersion }) => onAnyVersion, fits: (a, b) => !areApart(a, b) },
  {
    by: ({ changes }) => changes,
    fits: (a, b) => {
      const isOnOther = a.onTranscripts.length > 0 && b.onTranscripts.length > 0
      return !isOnOther && !differ(a.genes, b.genes) && !areApart(a, b)
    },
  },
  { by: ({ proteins }) => proteins, fits: (a, b) => meet(a.genes, b.genes) && agree(a, b) },
  { by: ({ labels }) => labels, fits: agree },
  { by: ({ keys }) => keys, fits: agree },
]

/** What identifies a variant by itself: two listings of a report that have one of these in common are of one variant. */
export function strongNames(names: Names): string[] {
  return STRONG.flatMap(({ by }, index) => by(names).map((one) => `${index} ${names.form} ${one}`))
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
  const [gone, added] = [new Set(older), new Set(newer)]
  for (const { by, fits = () => true } of [...STRONG, ...WEAK]) {
    // Only variants that share a name are looked at: a report may have a thousand.
    const [olderBy, newerBy] = [named(gone, by), named(added, by)]
    const among = (index: ReadonlyMap<string, One[]>, { names }: One, left: ReadonlySet<One>) =>
      [...new Set(by(names).flatMap((name) => index.get(name) ?? []))].filter(
        (other) => left.has(other) && other.names.form === names.form && fits(names, other.names),
      )
    for (const one of [...gone]) {
      const [candidate, ...more] = among(newerBy, one, added)
      if (!candidate || more.length > 0 || among(olderBy, candidate, gone).length > 1) continue
      both.push([one, candidate])
      gone.delete(one)
      added.delete(candidate)
    }
  }
  return { both, gone: [...gone], added: [...added] }
}

function named<One extends { names: Names }>(all: Iterable<One>, by: Test['by']): Map<string, One[]> {
  const index = new Map<string, One[]>()
  for (const one of all)
    for (const name of by(one.names)) {
      const those = index.get(name)
      if (those) those.push(one)
      else index.set(name, [one])
    }
  return index
}
