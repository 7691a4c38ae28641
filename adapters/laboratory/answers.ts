import type { Hl7Segment } from '@medplum/core'
import type { NormalAbnormal, YesNo } from '#domain/lookups.ts'
import type { FieldContent } from '../hl7/message.ts'
import { segment } from '../hl7/message.ts'
import { writeDate } from '../hl7/times.ts'

/** An answer to one question asked with the order. */
export interface Answer {
  /** OBX-2. */
  type: 'CE' | 'ST' | 'FT' | 'DT' | 'ED' | 'NM'
  /** OBX-3: the code of the question, and its name. */
  question: [code: string, words: string]
  /** The code is LOINC's, or a term of the HPO. Left out: it is ours. */
  coding?: 'LN' | 'HPO'
  /** OBX-6, UCUM: of a number. */
  unit?: string
  /** OBX-4, for questions asked more than once: the person (`personNumber`) or the row. */
  about?: string
  value: FieldContent
  /** OBX-8, table 0078. */
  flag?: NormalAbnormal
  /** OBX-14, ISO date. */
  day?: string
}

type Question = Answer['question']

/** One line of text; empty list for ''. */
export function line(question: Question, value: string, more: Partial<Answer> = {}): Answer[] {
  return value.trim() === '' ? [] : [{ type: 'ST', question, value, ...more }]
}

/** Text of several lines; empty list for ''. */
export function text(question: Question, value: string, more: Partial<Answer> = {}): Answer[] {
  return value.trim() === '' ? [] : [{ type: 'FT', question, value, ...more }]
}

/** A date, or the typed text if it is not a date; empty list for ''. */
export function day(question: Question, value: string): Answer[] {
  const written = writeDate(value)
  return written === '' ? line(question, value) : [{ type: 'DT', question, value: written }]
}

/** Yes or no (table 0136); empty list while unanswered. */
export function yesNo(
  question: Question,
  value: YesNo | boolean | null,
  more: Partial<Answer> = {},
): Answer[] {
  if (value === null || value === '') return []
  const yes = value === true || value === 'Yes'
  return [{ type: 'CE', question, value: yes ? ['Y', 'Yes', 'HL70136'] : ['N', 'No', 'HL70136'], ...more }]
}

/** A code with its words and coding system, or the words alone where there is no code; empty list for ''. */
export function coded(question: Question, value: readonly string[], more: Partial<Answer> = {}): Answer[] {
  return value.every((part) => part.trim() === '')
    ? []
    : [{ type: 'CE', question, value: [...value], ...more }]
}

/**
 * Answers as OBX segments, numbered from 1. OBX-11 is O, "order detail description only" (table 0085), or F for
 * an earlier result.
 */
export function answerSegments(answers: readonly Answer[], status: 'O' | 'F' = 'O'): Hl7Segment[] {
  return answers.map(({ type, question, coding = 'L', unit, about = '', value, flag, day: on = '' }, index) =>
    segment('OBX', {
      1: String(index + 1),
      2: type,
      3: [...question, coding],
      4: about,
      5: value,
      ...(unit ? { 6: [unit, unit, 'UCUM'] } : {}),
      ...(flag ? { 8: flag === 'Normal' ? 'N' : 'A' } : {}),
      11: status,
      14: writeDate(on),
    }),
  )
}
