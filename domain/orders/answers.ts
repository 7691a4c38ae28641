// The order document's optional part `answers`: what a clinic answered to the laboratory's own questions.

/** One value of an answer. */
export interface AnswerValue {
  /**
   * By the question's type: text as typed; an ISO date; a date and time with its offset from UTC
   * (`2026-03-11T14:05-05:00`); a number as typed; `true` or `false`; an option's code, or the person's own words
   * (`isOwnWords`); a file's name. Text that is not valid yet is kept as typed.
   */
  value: string
  /** Of a quantity: the UCUM code of its unit. */
  unit?: string
  /** Of an open choice: `value` is no option's code. Left out if it is one. */
  isOwnWords?: boolean
  /** Of an attachment: the order's document. */
  documentId?: number
}

/** The answer to one question. */
export interface Answer {
  /** The questionnaire's id. */
  questionnaire: string
  /** The version whose words were read. */
  version: string
  linkId: string
  /** The key of the tested person that it is about. Left out if it is about the order. */
  patient?: string
  /** One, or several if the question repeats. */
  values: readonly AnswerValue[]
}

/** Whom an answer is about, in paths: a person's key, or the order. */
export const ABOUT_ORDER = 'order'

/** The path by which open points, the form and the manifest name an answer: `/answers/order/pregnancy/due-date`. */
export function answerPath(about: string, questionnaire: string, linkId: string): string {
  return `/answers/${about}/${questionnaire}/${linkId}`
}

/** The answers of an order; none if it has none. */
export function answersIn({ answers = [] }: { answers?: readonly Answer[] | undefined }): readonly Answer[] {
  return answers
}

/** Tells answers of one document apart. */
export function answerKey({
  questionnaire,
  linkId,
  patient = '',
}: Omit<Answer, 'version' | 'values'>): string {
  return `${questionnaire} ${linkId} ${patient}`
}

/** Whether anything was answered. */
export function isGiven({ value }: AnswerValue): boolean {
  return value.trim() !== ''
}
