import type { Answer, Finding } from './finding.ts'

/** The answers of a finding of which nobody has taken anything yet, so that the rest can be kept. */
export class Unread {
  readonly finding: Finding
  #answers: readonly Answer[]

  constructor(finding: Finding) {
    this.finding = finding
    // An answer without a value says nothing: only the question is asked again.
    this.#answers = finding.answers.filter(({ codes, amount, text }) => codes.length > 0 || amount || text)
  }

  get answers(): readonly Answer[] {
    return this.#answers
  }

  has(...questions: string[]): boolean {
    return this.#answers.some(({ question }) => questions.includes(question.code))
  }

  /** What `read` makes of the answers to these questions; those it makes nothing of remain. */
  take<T>(questions: readonly string[], read: (answer: Answer) => T | undefined): T[] {
    const taken: T[] = []
    this.#answers = this.#answers.filter((answer) => {
      if (!questions.includes(answer.question.code)) return true
      const value = read(answer)
      if (value === undefined) return true
      taken.push(value)
      return false
    })
    return taken
  }

  /** The same for a question that has one answer: a second one remains. */
  takeOne<T>(question: string, read: (answer: Answer) => T | undefined): T | undefined {
    let taken: T | undefined
    this.take([question], (answer) => {
      if (taken !== undefined) return undefined
      taken = read(answer)
      return taken
    })
    return taken
  }
}
