import type { Scanner } from './scanner.ts'

/** Accessions of RefSeq, Ensembl, LRG and GenBank; the version may be missing, which is noted. */
const ACCESSION =
  /((AC|N[CGMPRTW]|X[MPR]|YP|AP|WP)_\d+(\.\d+)?|ENS[A-Z]*[EGPTR]\d{11}(\.\d+)?|LRG_\d+([tp]\d+)?|[A-Z]{1,2}\d{5,8}\.\d+)/y
/** A chromosome by its name needs a build; a gene is no sequence. Both are common in reports. */
const CHROMOSOME = /chr([1-9]|1\d|2[0-2]|X|Y|M|MT)(?=[:(])/y
const GENE = /[A-Z][A-Za-z0-9-]{1,20}(?=[:)])/y

const NO_VERSION = 'The reference sequence has no version, such as the “.4” of NM_000059.4'
const NO_SEQUENCE = 'A gene or chromosome is no reference sequence: name the transcript with its version'

/** A reference sequence, and a second one or a gene in parentheses: `NC_000023.11(NM_004006.2)`. */
export function reference(scanner: Scanner): boolean {
  const one = () =>
    scanner.oneOf(
      () => {
        const accession = scanner.match(ACCESSION)
        if (accession === null) return false
        return hasVersion(accession) || scanner.note(NO_VERSION)
      },
      () => scanner.match(CHROMOSOME) !== null && scanner.note(NO_SEQUENCE),
    )
  const gene = () => scanner.match(GENE) !== null
  if (!scanner.attempt(one)) return scanner.attempt(gene) && scanner.note(NO_SEQUENCE)
  scanner.attempt(() => scanner.eat('(') && scanner.oneOf(one, gene) && scanner.eat(')'))
  return true
}

/** The parts of an LRG have fixed sequences, without versions. */
function hasVersion(accession: string): boolean {
  return accession.includes('.') || accession.startsWith('LRG_')
}
