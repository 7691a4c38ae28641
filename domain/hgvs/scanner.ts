/**
 * Readings within each other. What people write needs about ten; each takes a part of the stack, which text from
 * outside must not exhaust.
 */
const DEEPEST = 100

/**
 * A position in a text that is read from left to right. A method that reads something returns whether it was
 * there, and otherwise leaves the position and the notes as they were.
 */
export class Scanner {
  readonly text: string
  at = 0
  /** How many readings are within each other. */
  private depth = 0
  /** The furthest position that was reached, and what would have been possible there. */
  furthest = 0
  expected = new Set<string>()
  /** What is understood, but written otherwise today. */
  notes: string[] = []

  constructor(text: string) {
    this.text = text
  }

  get atEnd(): boolean {
    return this.at >= this.text.length
  }

  /** Reads what the sticky (`/y`) expression matches; `words` name it in an error. */
  match(pattern: RegExp, words?: string): string | null {
    pattern.lastIndex = this.at
    const found = pattern.exec(this.text)?.[0]
    if (found === undefined || found === '') {
      if (words !== undefined) this.miss(words)
      return null
    }
    this.at += found.length
    return found
  }

  eat(token: string): boolean {
    if (!this.text.startsWith(token, this.at)) {
      this.miss(`“${token}”`)
      return false
    }
    this.at += token.length
    return true
  }

  /** Whether the text goes on with the token, without reading it. */
  sees(token: string): boolean {
    return this.text.startsWith(token, this.at)
  }

  miss(words: string): void {
    if (this.at > this.furthest) {
      this.furthest = this.at
      this.expected = new Set()
    }
    if (this.at === this.furthest) this.expected.add(words)
  }

  /** Reads by `read`, or nothing. */
  attempt(read: () => boolean): boolean {
    if (this.depth === DEEPEST) {
      this.miss('fewer brackets within each other')
      return false
    }
    const { at } = this
    const noted = this.notes.length
    this.depth += 1
    const isRead = read()
    this.depth -= 1
    if (isRead) return true
    this.at = at
    this.notes.length = noted
    return false
  }

  /** Reads the first that is there. */
  oneOf(...readers: (() => boolean)[]): boolean {
    return readers.some((read) => this.attempt(read))
  }

  /** One, then more of them after each of the separators. */
  list(read: () => boolean, ...separators: string[]): boolean {
    if (!read()) return false
    while (
      this.attempt(
        () => separators.some((separator) => this.sees(separator) && this.eat(separator)) && read(),
      )
    );
    return true
  }

  note(words: string): true {
    if (!this.notes.includes(words)) this.notes.push(words)
    return true
  }
}
