import type { Hl7Segment } from '@medplum/core'
import type { NormalAbnormal, YesNo } from '#domain/lookups.ts'
import type { FieldContent } from './message.ts'
import { segment } from './message.ts'
import { writeDate } from './times.ts'

/** One thing that was asked when the test was ordered. */
export interface Answer {
  /** OBX-2. */
  type: 'CE' | 'ST' | 'FT' | 'DT'
  /** OBX-3: a code of ours, and in words. */
  question: [code: string, words: string]
  /** OBX-4, for what is asked more than once: whose answer it is (`personNumber`), or its row. */
  about?: string
  value: FieldContent
  /** OBX-8, table 0078. */
  flag?: NormalAbnormal
  /** OBX-14, ISO date. */
  day?: string
}

type Question = Answer['question']

/** A line of text; nothing for ''. */
export function line(question: Question, value: string, more: Partial<Answer> = {}): Answer[] {
  return value.trim() === '' ? [] : [{ type: 'ST', question, value, ...more }]
}

/** Text of several lines; nothing for ''. */
export function text(question: Question, value: string, more: Partial<Answer> = {}): Answer[] {
  return value.trim() === '' ? [] : [{ type: 'FT', question, value, ...more }]
}

/** A day, or what was typed where it is none; nothing for ''. */
export function day(question: Question, value: string): Answer[] {
  const written = writeDate(value)
  return written === '' ? line(question, value) : [{ type: 'DT', question, value: written }]
}

/** Yes or no (table 0136); nothing while it is not said. */
export function yesNo(
  question: Question,
  value: YesNo | boolean | null,
  more: Partial<Answer> = {},
): Answer[] {
  if (value === null || value === '') return []
  const yes = value === true || value === 'Yes'
  return [{ type: 'CE', question, value: yes ? ['Y', 'Yes', 'HL70136'] : ['N', 'No', 'HL70136'], ...more }]
}

/** Answers as OBX segments, numbered from 1. OBX-11 is O, "order detail description only" (table 0085). */
export function answerSegments(answers: readonly Answer[]): Hl7Segment[] {
  return answers.map(({ type, question, about = '', value, flag, day: on = '' }, index) =>
    segment('OBX', {
      1: String(index + 1),
      2: type,
      3: [...question, 'L'],
      4: about,
      5: value,
      ...(flag ? { 8: flag === 'Normal' ? 'N' : 'A' } : {}),
      11: 'O',
      14: writeDate(on),
    }),
  )
}
