import { classesInWords } from '../results/compare/classes.ts'
import type { VariantChange } from '../results/compare/compare-results.ts'
import { unprintable } from '../text/printable.ts'
import { characterInWords } from '../text/unseen.ts'

/** Paragraphs with gaps in braces, such as `{variant}`. The laboratory edits them (data/letters.csv). */
export interface LetterTemplate {
  title: string
  paragraphs: readonly string[]
}
export interface LetterTemplates {
  patient: LetterTemplate
  relative: LetterTemplate
}

/** What can be filled in. */
export const LETTER_GAPS = [
  ...(['recipient', 'patient', 'familyMember', 'variant', 'before', 'after'] as const),
  ...(['reportDay', 'laboratory', 'laboratoryPhone', 'laboratoryNumber', 'institution', 'day'] as const),
] as const
export type LetterGap = (typeof LETTER_GAPS)[number]

/** Gaps that identify the patient. A relative's letter has none of them: `familyMember` is named only if they permit it. */
const OF_PATIENT: readonly string[] = ['patient']

/** A class may have become better or worse: whoever acted on the one before has to recognize it. */
const NEEDED = ['{variant}', '{before}'] as const

const GAP = /\{(\w*)\}/g

/** What is wrong with a template, as a rule about its title or its text. */
export function templateFaults(
  kind: keyof LetterTemplates,
  { title, paragraphs }: LetterTemplate,
): { at: 'title' | 'text'; rule: string }[] {
  const text = paragraphs.join('\n\n')
  const known: readonly string[] = LETTER_GAPS
  const faults = (at: 'title' | 'text', words: string) => {
    const gaps = [...words.matchAll(GAP)].map(([, gap = '']) => gap)
    // A brace that begins or ends no gap would be printed.
    const isOpen = /[{}]/.test(words.replace(GAP, ''))
    const unknown = unprintable(words)
    return [
      ...gaps
        .filter((gap) => !known.includes(gap))
        .map((gap) => `{${gap}} is not known: use ${LETTER_GAPS.map((one) => `{${one}}`).join(', ')}`),
      ...(kind === 'relative' ? gaps.filter((gap) => OF_PATIENT.includes(gap)) : []).map(
        (gap) => `{${gap}} would name the patient to a relative: use {familyMember}`,
      ),
      ...(isOpen ? ['has a brace that belongs to no gap such as {variant}'] : []),
      ...(unknown.length > 0
        ? [`cannot be printed: the fonts lack ${unknown.map(characterInWords).join(', ')}`]
        : []),
    ].map((rule) => ({ at, rule }))
  }
  return [
    ...faults('title', title),
    ...faults('text', text),
    ...NEEDED.filter((gap) => !text.includes(gap)).map((gap) => ({
      at: 'text' as const,
      rule: `${gap} is missing`,
    })),
    ...(title.length > LONGEST_TITLE
      ? [{ at: 'title' as const, rule: `is longer than ${LONGEST_TITLE} characters` }]
      : []),
    ...(text.length > LONGEST_TEXT
      ? [{ at: 'text' as const, rule: `is longer than ${LONGEST_TEXT} characters` }]
      : []),
  ]
}

/** A title has a line or two, and a letter some pages. */
const [LONGEST_TITLE, LONGEST_TEXT] = [150, 10_000]

export interface LetterContent {
  patientName: string
  /** The patient permits that this relative learns whose result it is. */
  namesPatient: boolean
  recipient: string
  /** Each variant with its gene in HGVS, and its classes in words. */
  variants: readonly { name: string; before: string; after: string }[]
  laboratory: { name: string; phone: string }
  /** The laboratory's number of the order; '' if it gave none. */
  laboratoryNumber: string
  institution: string
  /** In words. */
  reportDay: string
  day: string
}

/** The variants of a comparison that a letter tells: those that matter for care, or else every one whose class changed. */
export function variantsInLetter(changes: readonly VariantChange[]): LetterContent['variants'] {
  const changed = changes.filter(({ kind }) => kind !== 'details')
  const crossing = changed.filter((one) => one.crossing !== 'none')
  return (crossing.length > 0 ? crossing : changed).map(({ name, kind, before, after }) => ({
    name,
    before: kind === 'added' ? 'not reported' : classesInWords(before) || 'not classified',
    after: kind === 'removed' ? 'no longer reported' : classesInWords(after) || 'not classified',
  }))
}

/** A letter as it is printed. */
export interface Letter {
  title: string
  paragraphs: readonly string[]
}

/** A member of the family, in a letter that must not name them. */
const UNNAMED_RELATIVE = 'a member of your family'
const UNNAMED_AT_START = 'A member of your family'
/** What stands before the first word of a sentence. */
const SENTENCE_START = /(?:^|[.!?]\s+|\n)$/

/** The letter to the patient or a relative. A relative's names the patient only if they permit it. */
export function writeLetter(
  to: 'patient' | 'relative',
  templates: LetterTemplates,
  content: LetterContent,
): Letter {
  const { variants, laboratory } = content
  // Of several variants with different classes, each with its name: in two lists nobody could tell whose it is.
  const classes = (of: (variant: LetterContent['variants'][number]) => string) => {
    const each = [...new Set(variants.map(of))]
    return each.length === 1 ? each.join() : variants.map((one) => `${of(one)} (${one.name})`).join('; ')
  }
  const words: Readonly<Record<LetterGap, string>> = {
    recipient: content.recipient,
    patient: to === 'patient' ? content.patientName : '',
    familyMember: content.namesPatient ? content.patientName : UNNAMED_RELATIVE,
    variant: [...new Set(variants.map(({ name }) => name))].join('; '),
    before: classes(({ before }) => before),
    after: classes(({ after }) => after),
    reportDay: content.reportDay,
    laboratory: laboratory.name,
    laboratoryPhone: laboratory.phone,
    laboratoryNumber: content.laboratoryNumber || 'not known',
    institution: content.institution,
    day: content.day,
  }
  const fill = (text: string) =>
    text.replace(GAP, (_, gap: string, at: number) => {
      if (gap === 'familyMember' && !content.namesPatient && SENTENCE_START.test(text.slice(0, at)))
        return UNNAMED_AT_START
      return gap in words ? words[gap as LetterGap] : ''
    })
  const { title, paragraphs } = templates[to]
  return { title: fill(title), paragraphs: paragraphs.map(fill) }
}
