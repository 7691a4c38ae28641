import { REPORTED_AS } from './choices.ts'
import type { Section } from './sections.ts'

/** As what findings are reported that a person may decline. */
export type FindingSection = (typeof REPORTED_AS)[number][1]
export const FINDING_SECTIONS = REPORTED_AS.map(([, code]) => code)

/** How laboratories name them, in the languages that were seen. The first that fits counts. */
const NAMED: readonly (readonly [FindingSection, RegExp])[] = [
  ['secondary', /seconda|secund|sekund|unsolicited|addition|adicional|aggiuntiv|zusatz|acmg/i],
  ['incidental', /incident|inciden[cz]|zufall|fortuit|casual|toevals/i],
  ['carrier', /carrier|überträger|anlageträger|porteu[rs]|portat|portad|drager/i],
  ['unknown-disease', /unknown|no known|candidate/i],
]
/** The answer to the question, in a laboratory's own words. */
const ANSWER = /primary|\bmain\b|diagnos|principal|primär|primaire|haupt/i

/** The section of a variant by its word, or by a laboratory's own; null: the answer to the question, or a word that is not known. */
export function findingSection(word: string | undefined): FindingSection | null {
  if (word === undefined) return null
  const listed = REPORTED_AS.find(([one]) => one === word)?.[1]
  return listed ?? NAMED.find(([, form]) => form.test(word))?.[0] ?? null
}

/** Whether a laboratory reports something under a word of its own, which may be one of the sections or the answer. */
export function isUnknownSection(word: string | undefined): boolean {
  return word !== undefined && word.trim() !== '' && !ANSWER.test(word) && findingSection(word) === null
}

/** By the laboratory's words; left out or `Primary finding`: the answer to the question. */
export function sectionOf({ section = '' }: { section?: string | undefined }): Section {
  const found = findingSection(section)
  if (found === 'secondary' || found === 'incidental') return 'secondary'
  if (found === 'carrier') return 'carrier'
  return section.trim() === '' || ANSWER.test(section) ? 'main' : 'other'
}
