import { readHgvs } from '../hgvs/hgvs.ts'
import { table } from '../table.ts'
import { type Build, buildNamed, calledAllele, chromosomeOf, sequenceNamed } from './places.ts'
import type { ReportedVariant } from './reported-variant.ts'

/*
 * A variant has many spellings: `NM_000059.4:c.5946delT`, `c.5946del`, `p.Ser1982ArgfsTer22`, `p.(S1982fs)`, `6174delT`,
 * `rs80359550`. Each is normalized to a term (lower case, no spaces), and a search compares terms for equality. Nothing is
 * computed from one to another: a variant is found by a spelling only if its report gives one like it.
 */

/** What a variant is found by. Each term once. */
export function spellingsOf(variant: ReportedVariant): string[] {
  const { transcript, cdna, protein, genomic, name, iscn, cytoband, clinvar, dbsnp, build } = variant
  const changes = [{ transcript, cdna, protein }, ...variant.consequences].flatMap((one) => [
    ...(one.cdna === undefined ? [] : nucleotideTerms(onSequence(one.cdna, one.transcript), build)),
    ...(one.protein === undefined ? [] : proteinTerms(one.protein, 'reported')),
  ])
  return unique([
    ...changes,
    ...(genomic === undefined ? [] : nucleotideTerms(onSequence(genomic, variant.reference), build)),
    ...vcfTerms(variant),
    ...(name === undefined
      ? []
      : nameTerms(
          name,
          variant.genes.map(({ symbol }) => symbol),
        )),
    ...(iscn === undefined ? [] : [plain(iscn)]),
    ...(cytoband === undefined ? [] : [plain(cytoband)]),
    ...[dbsnp, clinvar].flatMap((one) => (one === undefined ? [] : identifierTerms(one, 'reported'))),
  ])
}

/** What was typed to find a variant: a gene beside it, and the terms of which one must be the variant's. */
export interface VariantSearch {
  /** As typed; '' if none was. */
  gene: string
  terms: readonly string[]
}

/** Reads what a person types to find a variant: `BRCA2 c.5946delT`, `NM_000059.4(BRCA2):c.5946del`, `F508del`, `rs334`. */
export function variantSearch(typed: string): VariantSearch {
  const words = typed.trim().split(/\s+/).filter(Boolean)
  const build = words.map(buildNamed).find((one) => one !== undefined)
  const others = words.filter((word) => buildNamed(word) === undefined)
  const [first = '', ...rest] = others
  const isGeneFirst = rest.length > 0 && GENE.test(first)
  const text = (isGeneFirst ? rest : others).join('')
  const named = /^(?:[^:]*\(([^():]+)\)|([^:()]+)):(?=[cgmnrp]\.)/.exec(text)
  const beside = named?.[1] ?? named?.[2] ?? ''
  const isGeneBefore = GENE.test(beside) && !ACCESSION.test(beside) && chromosomeOf(beside) === undefined
  const gene = isGeneFirst ? first : isGeneBefore ? beside : ''
  // Its own sequence stays: `NM_000059.4(BRCA2):c.5946del` is a variant on the transcript.
  const change = !isGeneBefore
    ? text
    : named?.[1]
      ? text.replace(`(${beside})`, '')
      : text.slice(beside.length + 1)
  return { gene, terms: termsFor(change, build) }
}

const GENE = /^[A-Za-z][A-Za-z0-9-]{1,19}(@|orf\d+)?$/
const ACCESSION = /^(?:N[CGMPRTW]_|X[MPR]_|ENS|LRG_)/i

/** Every term that a text may mean: without `c.` or `p.`, a legacy name may be either. */
function termsFor(text: string, build: Build | undefined): string[] {
  if (text === '') return []
  const [, sequence = '', level] = /^(?:([^:]+):)?([cgmnorp])\./.exec(text) ?? []
  if (level === 'p') return proteinTerms(text, 'typed')
  if (level !== undefined)
    return unique([nucleotideTerm(text.slice(sequence === '' ? 0 : sequence.length + 1), sequence, build)])
  const reads = (prefix: 'c.' | 'p.') => readHgvs(`${prefix}${text}`).kind === 'valid'
  return unique([
    ...identifierTerms(text, 'typed'),
    ...(reads('c.') ? [nucleotideTerm(`c.${text}`, '', build)] : []),
    ...(reads('p.') ? proteinTerms(`p.${text}`, 'typed') : []),
    plain(text),
    ...vcfTyped(text),
  ])
}

// --- Nucleotides

/** A change after its sequence: the sequence that it has, or the one given beside it. */
function onSequence(change: string, beside = ''): { change: string; sequence: string } {
  const at = change.search(/[cgmnor]\./)
  const own = change.slice(0, Math.max(0, at)).replace(/:$/, '')
  return { change: at === -1 ? change : change.slice(at), sequence: own || beside }
}

/** A reported change: with any of the sequence's names, and without. */
function nucleotideTerms({ change, sequence }: { change: string; sequence: string }, build = ''): string[] {
  const plainChange = nucleotideChange(change)
  const accession = sequence.replace(/\(.*$/, '')
  const place = sequenceNamed(accession)
  const chromosome = place?.chromosome ?? chromosomeOf(accession)
  const of = place?.build ?? buildNamed(build)
  return [
    plainChange,
    ...(accession === '' ? [] : [`${withoutVersion(accession)}:${plainChange}`]),
    ...(place ? [`${accession.toLowerCase()}:${plainChange}`] : []),
    ...(chromosome === undefined ? [] : [`chr${chromosome}:${plainChange}`]),
    ...(chromosome === undefined || of === undefined ? [] : [`${of} chr${chromosome}:${plainChange}`]),
  ]
}

/**
 * The one term of a typed change. A transcript's version says nothing about the change; a chromosome's version is the
 * build, and counts.
 */
function nucleotideTerm(change: string, sequence: string, build: Build | undefined): string {
  const plainChange = nucleotideChange(change)
  const accession = sequence.replace(/\(.*$/, '')
  if (accession === '') return plainChange
  if (sequenceNamed(accession)) return `${accession.toLowerCase()}:${plainChange}`
  const chromosome = chromosomeOf(accession)
  if (chromosome === undefined) return `${withoutVersion(accession)}:${plainChange}`
  return `${build === undefined ? '' : `${build} `}chr${chromosome}:${plainChange}`
}

/** Without what follows from the positions: `c.5946delT` → `c.5946del`, `delTinsG` → `delinsg`. */
function nucleotideChange(change: string): string {
  return plain(change)
    .replace(/del(?:[acgtun]+|\d+)ins/g, 'delins')
    .replace(/(del|dup|inv)(?!ins)(?:[acgtun]+|\d+)/g, '$1')
}

function withoutVersion(accession: string): string {
  return accession.replace(/\.\d+$/, '').toLowerCase()
}

/** `13-32340300-gt-g`. */
function vcfTerms(variant: ReportedVariant): string[] {
  const called = calledAllele(variant)
  if (called === null) return []
  const { chromosome, position, from, to } = called
  return [plain(`${chromosome}-${position}-${from}-${to}`)]
}

function vcfTyped(text: string): string[] {
  const parts = /^(?:chr)?(\w{1,2})[-:](\d+)[-:]?([acgtn]+)[->:]+([acgtn]+)$/i.exec(text)
  const place = parts && chromosomeOf(parts[1] ?? '')
  return parts && place ? [plain(`${place}-${parts[2]}-${parts[3]}-${parts[4]}`)] : []
}

// --- Proteins

const ONE_LETTER = table({
  ...{ ala: 'a', arg: 'r', asn: 'n', asp: 'd', cys: 'c', gln: 'q', glu: 'e', gly: 'g', his: 'h', ile: 'i' },
  ...{ leu: 'l', lys: 'k', met: 'm', phe: 'f', pro: 'p', ser: 's', thr: 't', trp: 'w', tyr: 'y', val: 'v' },
  ...{ sec: 'u', pyl: 'o', ter: '*', xaa: 'x' },
})

/**
 * `p.(Ser1982ArgfsTer22)` as `p.s1982rfs*22`, and as `p.s1982fs`, by which some reports and people name it. A report that
 * has only the short form is also found by any long one at the position: its mark is the form's `fs~`.
 */
function proteinTerms(given: string, of: 'reported' | 'typed'): string[] {
  const change = plain(given.replace(/^[^:]*:(?=p\.)/, ''))
    .replace(/[()]/g, '')
    .replace(/^(?!p\.)/, 'p.')
  const letters = change
    .replace(
      /ala|arg|asn|asp|cys|gln|glu|gly|his|ile|leu|lys|met|phe|pro|ser|thr|trp|tyr|val|sec|pyl|ter|xaa/g,
      (three) => ONE_LETTER[three] ?? three,
    )
    // X was the stop before 2015.
    .replace(/(\d)x$/, '$1*')
    .replace(/fsx/, 'fs*')
    .replace(/^p\.([a-z])(\d+)\1$/, 'p.$1$2=')
  const [, place] = /^p\.([a-z*]\d+)[a-z]?fs/.exec(letters) ?? []
  if (place === undefined) return [letters]
  const short = `p.${place}fs`
  const isShort = letters === short
  if (of === 'reported') return isShort ? [short, `${short}~`] : [letters, short]
  return isShort ? [short] : [letters, `${short}~`]
}

// --- Names

/** ClinVar's and dbSNP's numbers: `VCV000017599.5`, `17599`, `rs334`. */
function identifierTerms(text: string, of: 'reported' | 'typed'): string[] {
  const [, database, digits] = /^(?:clinvar:?)?(vcv|rcv|scv|rs)?0*(\d+)(?:\.\d+)?$/i.exec(text.trim()) ?? []
  if (digits === undefined) return of === 'reported' ? [plain(text)] : []
  // A number alone is ClinVar's of the variant.
  return [`${(database ?? 'vcv').toLowerCase()}${digits}`]
}

/** A name as the laboratory writes it, and each of its words that has a digit: `CFTR ΔF508 (F508del)`. */
function nameTerms(name: string, symbols: readonly string[]): string[] {
  const words = name.split(/[\s,;()[\]]+/).filter((word) => /\d/.test(word) && !symbols.includes(word))
  const gene = symbols.find((symbol) => symbol !== '' && name.startsWith(symbol))
  const alone = gene === undefined ? [] : [plain(name.slice(gene.length).replace(/^[:\s]+/, ''))]
  return [plain(name), ...alone, ...words.map(plain)].filter((one) => one !== '')
}

/** In lower case and without spaces; dashes, minus signs and Greek deltas as people type them. */
function plain(text: string): string {
  return text
    .normalize('NFKC')
    .replace(/[\s\u00ad\u200b]+/g, '')
    .replace(/[‐‑‒–−]/g, '-')
    .replace(/→/g, '>')
    .replace(/[×]/g, 'x')
    .toLowerCase()
    .replace(/[δ∆]/g, 'delta')
}

/** Longer terms are cut: an index entry is limited, and nobody types a hundred inserted bases. */
const LONGEST_TERM = 200
const unique = (terms: readonly string[]) =>
  [...new Set(terms.map((one) => one.slice(0, LONGEST_TERM)))].filter((one) => one !== '')
