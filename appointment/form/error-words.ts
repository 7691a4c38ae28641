import { type AppointmentRule, LONGEST } from '#domain/counseling/appointment.ts'
import type { FormWords } from '../words/words.ts'
import type { Errors, Item } from './typed.ts'

/** What is wrong with a field, in the visitor's words; nothing where nothing is. */
export function errorText(words: FormWords, errors: Errors, item: keyof Errors): string | undefined {
  const rule = errors[item]
  return rule && wordsFor(words.errors, rule, item)
}

function wordsFor(words: FormWords['errors'], rule: AppointmentRule, item: keyof Errors): string {
  const required: Partial<Record<keyof Errors, string>> = words
  if (rule === 'required') return required[item] ?? words.choice
  if (rule === 'email') return words.emailPattern
  if (rule === 'too-long') return words.tooLong.replaceAll('{most}', String(LONGEST[item]))
  return words[rule]
}

/** What a field is called among what is still needed. */
export function itemName(words: FormWords, item: Item): string {
  if (item === 'acknowledged') return words.acknowledgment
  return item === 'preferredContact' ? words.optOut : words[item]
}
