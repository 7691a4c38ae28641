import type { Scanner } from './scanner.ts'

const THREE =
  'Ala|Arg|Asn|Asp|Cys|Gln|Glu|Gly|His|Ile|Leu|Lys|Met|Phe|Pro|Ser|Thr|Trp|Tyr|Val|Sec|Pyl|Asx|Glx|Xaa'
const ONE = '[ACDEFGHIKLMNPQRSTVWYUOBZX]'
/** `Ter`, `*`, and `X` as it was written before 2015. */
const STOP = 'Ter|\\*'
const AMINO = new RegExp(`${THREE}|${STOP}|${ONE}`, 'y')
const RUN_OF_THREE = new RegExp(`(${THREE}|${STOP})+`, 'y')
const RUN_OF_ONE = new RegExp(`(${ONE}|\\*)+`, 'y')
const NUMBER = /[1-9]\d*/y
const TERMINATION = /Ter|\*|X/y

/** Reads the description after `p.`. Source: HGVS recommendations 21.1. */
export function protein(scanner: Scanner): boolean {
  return new Protein(scanner).description()
}

class Protein {
  private readonly scanner: Scanner

  constructor(scanner: Scanner) {
    this.scanner = scanner
  }

  description = (): boolean => {
    const s = this.scanner
    return s.list(this.allele, ';', '(;)', '^', ',')
  }

  private allele = (): boolean => {
    const s = this.scanner
    if (s.sees('['))
      return s.oneOf(
        () => s.eat('[') && s.list(this.variant, ';', '(;)', ',') && s.eat(']'),
        // The other allele's number of repeats: Ala2[10];[11].
        () => this.amount(),
      )
    return this.variant()
  }

  private variant = (): boolean => {
    const s = this.scanner
    return s.oneOf(
      () => this.change(),
      () => s.match(/0\?|0|=|\?/y, 'an amino acid') !== null,
      () => s.eat('(') && s.list(this.variant, ';', '^', ',') && s.eat(')') && this.after(),
      () => s.eat('(') && s.eat('[') && s.list(this.variant, ';') && s.eat(']') && s.eat(')'),
    )
  }

  /** After an uncertain range or a repeated unit in parentheses. */
  private after(): boolean {
    const s = this.scanner
    s.attempt(() => this.amount())
    return true
  }

  private change(): boolean {
    const s = this.scanner
    return s.oneOf(
      () => s.eat('(') && this.place() && s.eat(')') && s.oneOf(this.edit, () => this.amount()),
      () => {
        const from = s.at
        return this.place() && this.fits(s.text.slice(from, s.at))
      },
    )
  }

  private fits(place: string): boolean {
    const s = this.scanner
    const isRange = place.includes('_')
    return s.oneOf(
      () => s.match(/=\/\/?/y) !== null && this.edit(),
      () => s.eat('=') && this.endsHere(),
      () => s.eat('?') && this.endsHere(),
      () => this.choice(),
      () => {
        const noted = s.at
        const read = this.edit()
        if (!read) return false
        const edit = s.text.slice(noted, s.at)
        if (edit.startsWith('ins') && !isBetweenNeighbors(place, s)) return false
        return !(isRange && /^[A-Z*]/.test(edit) && !edit.startsWith('Ter')) || this.wrongRange()
      },
    )
  }

  private wrongRange(): false {
    this.scanner.miss('delins after a range of amino acids')
    return false
  }

  private endsHere(): boolean {
    const s = this.scanner
    return s.atEnd || /[\])};,^(]/.test(s.text[s.at] ?? '')
  }

  private place = (): boolean => {
    const s = this.scanner
    const one = () => s.match(AMINO, 'an amino acid') !== null && s.match(NUMBER, 'a position') !== null
    return one() && (s.sees('_') ? s.eat('_') && one() : true)
  }

  /** One of several amino acids: Gly719(Ala^Ser)fsTer23, (Gly56Ala^Ser^Cys). */
  private choice(): boolean {
    const s = this.scanner
    const amino = () => s.match(AMINO) !== null
    return s.oneOf(
      () =>
        s.eat('(') && amino() && s.eat('^') && s.list(amino, '^') && s.eat(')') && (this.shifted() || true),
      () => amino() && s.eat('^') && s.list(amino, '^') && this.endsHere(),
    )
  }

  private edit = (): boolean => {
    const s = this.scanner
    return s.oneOf(
      () => s.eat('delins') && this.sequence(),
      () => s.eat('del') && (this.redundant() || this.endsHere()),
      () => s.eat('dup') && (this.redundant() || this.endsHere()),
      () => s.eat('ins') && this.sequence(),
      () => this.shifted(),
      () => this.extended(),
      () => s.eat('?') && this.endsHere(),
      () => s.match(AMINO) !== null && this.shifted(),
      () => s.match(AMINO) !== null && this.extended(),
      () => this.substituted(),
      () => this.amount(),
    )
  }

  private substituted(): boolean {
    const s = this.scanner
    const amino = s.match(AMINO, 'an amino acid')
    if (amino === 'X') s.note('X for a stop: write Ter or *')
    return amino !== null && this.endsHere()
  }

  /** `fs`, `fsTer12`, `fs*?`; formerly `fsX12`. */
  private shifted(): boolean {
    const s = this.scanner
    return s.attempt(() => {
      if (!s.eat('fs')) return false
      s.attempt(() => this.termination())
      return this.endsHere()
    })
  }

  private termination(): boolean {
    const s = this.scanner
    const stop = s.match(TERMINATION)
    if (stop === 'X') s.note('X for a stop: write Ter or *')
    if (stop === null) return false
    if (s.match(NUMBER) === null) s.eat('?')
    return true
  }

  /** `ext-5` of the start, `extTer17` and `ext*?` of the end. */
  private extended(): boolean {
    const s = this.scanner
    return s.attempt(() => {
      if (!s.eat('ext')) return false
      s.oneOf(
        () => this.termination(),
        () => s.eat('-') && (s.match(NUMBER) !== null || s.eat('?')),
        () => s.match(AMINO) !== null && this.termination(),
      )
      return this.endsHere()
    })
  }

  /** Formerly the deleted amino acids or their number were written: `del6`. */
  private redundant(): boolean {
    const s = this.scanner
    return s.attempt(
      () =>
        s.oneOf(
          () => s.match(NUMBER) !== null,
          () => s.match(RUN_OF_THREE) !== null || s.match(RUN_OF_ONE) !== null,
        ) && s.note('The amino acids after del and dup are not written'),
    )
  }

  /** Inserted amino acids, a number of unknown ones, or a stop far behind: `insXaa[23]`, `ins*63`. */
  private sequence(): boolean {
    const s = this.scanner
    return s.oneOf(
      () => s.match(TERMINATION) !== null && s.match(NUMBER) !== null && this.endsHere(),
      () => s.match(RUN_OF_THREE) !== null && (this.endsHere() || this.amount()),
      () => s.match(RUN_OF_ONE) !== null && (this.endsHere() || this.amount()),
      () =>
        s.eat('(') && s.match(NUMBER) !== null && s.eat(')') && s.note('Write Xaa[5] for five unknown ones'),
      () => s.match(NUMBER) !== null && this.endsHere() && s.note('Write Xaa[5] for five unknown ones'),
    )
  }

  private amount(): boolean {
    const s = this.scanner
    const one = () => s.match(NUMBER, 'a number') !== null || s.eat('?')
    return (
      s.eat('[') && s.oneOf(() => s.eat('(') && one() && s.eat('_') && one() && s.eat(')'), one) && s.eat(']')
    )
  }
}

function isBetweenNeighbors(place: string, s: Scanner): boolean {
  const [, from, to] = /^\D+(\d+)_\D+(\d+)$/.exec(place) ?? []
  const isNeighbor = from !== undefined && Number(to) === Number(from) + 1
  if (!isNeighbor) s.miss('an insertion between two neighboring amino acids, such as Lys2_Gly3insGln')
  return isNeighbor
}
