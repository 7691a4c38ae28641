import { reference } from './reference.ts'
import type { Scanner } from './scanner.ts'

/** The kinds of reference sequence of nucleotides, and their numbering (HGVS, Numbering). */
export type NucleotideLevel = 'c' | 'g' | 'm' | 'n' | 'o' | 'r'

const DNA = /[ACGTUBDHKMNRSVWYX]+/y
const RNA = /[acgtubdhkmnrsvwyx]+/y
const EITHER = /[ACGTUBDHKMNRSVWYXacgtubdhkmnrsvwyx]+/y
const COUNT = /\d+/y
/** c. and r. count before and after the coding region, and into introns; the rest count bases only. */
const POINTS = {
  c: /([-*]?[1-9]\d*([+-]([ud]?\d+|\?))?)/y,
  r: /([-*]?[1-9]\d*([+-]([ud]?\d+|\?))?)/y,
  n: /([-*]?[1-9]\d*([+-]([ud]?\d+|\?))?)/y,
  g: /[1-9]\d*/y,
  m: /[1-9]\d*/y,
  o: /[1-9]\d*/y,
} as const satisfies Record<NucleotideLevel, RegExp>

const ENDS = /pter|qter|cen/y

/** Reads the description after `c.`, `g.` and so on. Source: HGVS recommendations 21.1. */
export function nucleotides(scanner: Scanner, level: NucleotideLevel): boolean {
  return new Nucleotides(scanner, level).description()
}

class Nucleotides {
  private readonly scanner: Scanner
  private readonly level: NucleotideLevel
  /** After `::`. */
  private isJoined = false

  constructor(scanner: Scanner, level: NucleotideLevel) {
    this.scanner = scanner
    this.level = level
  }

  /** Alleles, or molecules joined by `::`. */
  description = (): boolean => {
    const s = this.scanner
    if (!this.alleles()) return false
    while (s.attempt(() => this.goesOn() && this.alleles()));
    return true
  }

  private goesOn(): boolean {
    const s = this.scanner
    if (!s.eat('::')) return s.eat('^')
    this.isJoined = true
    return true
  }

  private alleles = (): boolean => {
    const s = this.scanner
    // The next part of a fusion: another reference, or inserted bases.
    if (s.attempt(() => reference(s) && s.eat(':') && otherLevel(s))) return this.alleles()
    return s.oneOf(
      () => s.list(this.allele, '(;)', ';'),
      // RNA of joined genes is given by what is left of each: r.-115_775::NM_002609.3:r.1580_*1924.
      () => this.level === 'r' && this.place() && (this.isJoined || s.sees('::')),
    )
  }

  /** One chromosome's variants in brackets, or a variant. */
  private allele = (): boolean => {
    const s = this.scanner
    if (!s.sees('[')) return this.variant()
    return (
      s.eat('[') &&
      s.oneOf(() => s.list(this.variant, ';', '(;)', ',', '::') && s.eat(']')) &&
      (s.attempt(() => s.match(/sup|add/y) !== null) || true)
    )
  }

  private variant = (): boolean => {
    const s = this.scanner
    return s.oneOf(
      () => this.changed(),
      () => this.special(),
      () => s.eat('(') && s.list(this.variant, ';', ',', '^') && s.eat(')'),
      () => this.level === 'r' && this.rnaInserted(),
    )
  }

  /** Nothing changed, nothing made, unknown, splicing affected. */
  private special(): boolean {
    const s = this.scanner
    return s.oneOf(
      () => s.match(/=\/\/?/y) !== null && this.changed(),
      () => s.match(/0\?|0|=|spl\?|spl|\?/y, 'a position') !== null && this.endsHere(),
    )
  }

  private endsHere(): boolean {
    const s = this.scanner
    return s.atEnd || /[\])};,:^]|\(;/.test(s.text.slice(s.at, s.at + 2))
  }

  /** Bases between two joined transcripts: `r.…::guau::…`. */
  private rnaInserted(): boolean {
    return this.scanner.match(RNA) !== null && this.endsHere()
  }

  private changed(): boolean {
    const s = this.scanner
    const from = s.at
    if (s.attempt(() => s.match(/ins/y) !== null && this.inserted())) return true
    if (!this.place()) return false
    return this.edit(s.text.slice(from, s.at))
  }

  // --- Where

  private place = (): boolean => {
    const s = this.scanner
    const from = s.at
    if (!this.end()) return false
    if (!s.sees('_')) return true
    if (!(s.eat('_') && this.end())) return false
    return this.ascending(s.text.slice(from, s.at))
  }

  /** A point, or the range in which it lies: `(123_456)`. */
  private end = (): boolean => {
    const s = this.scanner
    return s.oneOf(
      () => s.eat('(') && this.point() && s.eat('_') && this.point() && s.eat(')'),
      () => this.point(),
    )
  }

  private point = (): boolean => {
    const s = this.scanner
    return s.eat('?') || s.match(ENDS) !== null || s.match(POINTS[this.level], 'a position') !== null
  }

  /** mtDNA and plasmids are circles: a range may pass the origin. */
  private ascending(range: string): boolean {
    const [, from, to] = /^(\d+)_(\d+)$/.exec(range) ?? []
    const isCircle = this.level === 'm' || this.level === 'o'
    if (isCircle || from === undefined || Number(from) <= Number(to)) return true
    this.scanner.miss(`a position after ${from}`)
    return false
  }

  // --- What

  private edit(place: string): boolean {
    const s = this.scanner
    return s.oneOf(
      () => this.substituted(),
      () =>
        s.match(/=\/\/?/y) !== null &&
        s.oneOf(
          () => this.substituted(),
          () => this.edit(place),
        ),
      () => this.unchanged(),
      () => s.eat('delins') && this.inserted(),
      () => this.deletedAndInserted(),
      () => s.eat('del') && (this.redundant() || true),
      () => s.eat('dup') && (this.redundant() || true),
      () => place.includes('_') && s.eat('inv') && (this.redundant() || true),
      () => s.eat('ins') && isBetweenNeighbors(place, s) && this.inserted(),
      () =>
        s.eat('con') && s.note('con: write delins (conversions were withdrawn in 2020)') && this.inserted(),
      () => s.match(/copy\d+/y) !== null && s.note('copy: write a number in brackets, such as [4]'),
      () => s.match(/sup|add/y) !== null,
      () => s.match(/\|(gom|lom|met=|bsrC?=?)/y) !== null,
      () => this.repeated(),
    )
  }

  private bases(): string | null {
    const s = this.scanner
    const found = s.match(this.level === 'r' ? RNA : DNA, 'bases')
    if (found !== null) return found
    const other = s.match(EITHER)
    if (other !== null)
      s.note(this.level === 'r' ? 'RNA is written in small letters' : 'DNA is written in capitals')
    return other
  }

  private substituted(): boolean {
    const s = this.scanner
    const from = this.bases()
    if (from === null) return false
    // Mosaic of the two, as in 85=/T>C.
    if (!s.eat('>')) return false
    const to = this.bases()
    if (to === null) return false
    if (from.toUpperCase() === to.toUpperCase()) {
      s.miss(`a base other than ${from}`)
      return false
    }
    return from.length + to.length === 2 || s.note('Several bases: write delins instead of >')
  }

  private unchanged(): boolean {
    const s = this.scanner
    const bases = s.match(EITHER)
    if (!s.eat('=')) return false
    return bases === null || s.note('The bases before “=” are not written')
  }

  private deletedAndInserted(): boolean {
    const s = this.scanner
    return (
      s.eat('del') &&
      this.redundant() &&
      s.eat('ins') &&
      s.note('The deleted bases are not written: delins') &&
      this.inserted()
    )
  }

  /** Bases or their number after del, dup and inv: they follow from the positions. */
  private redundant(): boolean {
    const s = this.scanner
    const given = s.match(COUNT) ?? this.bases()
    return given !== null && s.note('The bases after del, dup and inv are not written')
  }

  private repeated(): boolean {
    const s = this.scanner
    const unit = () => {
      s.match(EITHER)
      return s.eat('[') && this.amount() && s.eat(']')
    }
    if (!unit()) return false
    while (s.attempt(unit));
    return true
  }

  /** A number, unknown, or between two: `12`, `?`, `(50_60)`, `(60_?)`. */
  private amount(): boolean {
    const s = this.scanner
    const one = () => s.match(COUNT, 'a number') !== null || s.eat('?')
    return s.oneOf(
      () => s.eat('(') && one() && s.eat('_') && one() && s.eat(')'),
      () => s.eat('(') && one() && s.eat(')'),
      one,
    )
  }

  /** What was inserted: bases, a number of them, a range here or of another sequence, or several of these. */
  private inserted = (): boolean => {
    const s = this.scanner
    return s.oneOf(
      () => s.eat('[') && s.list(this.inserted, ';') && s.eat(']'),
      () => this.inAnotherPlace(),
      () => this.rangeHere(),
      () =>
        s.match(COUNT) !== null &&
        this.endsHere() &&
        s.note('Write inserted bases, or N[24] for 24 unknown ones'),
      () => this.bases() !== null && (s.attempt(() => s.eat('[') && this.amount() && s.eat(']')) || true),
    )
  }

  private inAnotherPlace(): boolean {
    const s = this.scanner
    if (!s.attempt(() => reference(s) && s.eat(':'))) return false
    const level = s.match(/[cgmnor](?=\.)/y, 'c. or g.') as NucleotideLevel | null
    return level !== null && s.eat('.') && new Nucleotides(s, level).range()
  }

  /** A range has two ends: a number alone is the number of inserted bases. */
  private rangeHere(): boolean {
    const s = this.scanner
    const from = s.at
    return this.place() && s.text.slice(from, s.at).includes('_') && (s.eat('inv') || true)
  }

  private range(): boolean {
    return this.place() && (this.scanner.eat('inv') || true)
  }
}

const otherLevel = (s: Scanner) => s.match(/[cgmnor]\./y) !== null

/**
 * Bases are inserted between two neighbors. The place may be uncertain, in parentheses; across the start or the
 * end of an exon or the coding region, neighbors can't be told by their numbers.
 */
function isBetweenNeighbors(place: string, s: Scanner): boolean {
  const [, from, to] = /^(\d+)_(\d+)$/.exec(place) ?? []
  const isNeighbor = from === undefined ? place.includes('_') : Number(to) === Number(from) + 1
  if (!isNeighbor) s.miss('an insertion between two neighboring positions, such as 22_23insG')
  return isNeighbor
}
