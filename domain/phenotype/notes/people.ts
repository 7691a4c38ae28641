import type { Mention } from './mentions.ts'
import { phraseAt, phrases } from './phrases.ts'
import { type NoteText, sentencesOf } from './sentences.ts'

/**
 * Whose finding it is: the patient's (of a prenatal order: the fetus's), a relative's, or that of the fetus with
 * this letter. `other` is a relative without a place of their own in an order, such as an uncle.
 */
export type Whose =
  | 'patient'
  | 'Mother'
  | 'Father'
  | 'Sibling'
  | 'Child'
  | 'Partner'
  | 'parents'
  | 'other'
  | `fetus ${string}`

const PEOPLE = phrases({
  Mother: 'mother, mothers, mom, moms, mum, mommy, mama, madre, biological mother, birth mother',
  Father: 'father, dad, daddy, papa, padre, father of the baby, fob, biological father',
  Sibling: 'brother, sister, sibling, sib, hermano, hermana, twin brother, twin sister',
  Child: 'her son, her daughter, his son, his daughter, patient s son, patient s daughter, hijo, hija',
  Partner: 'husband, wife, partner, spouse, fiance, boyfriend, girlfriend',
  parents: 'both parents, parents, padres',
  other:
    'uncle, aunt, auntie, cousin, grandmother, grandfather, grandma, grandpa, grandparent, great grandmother,' +
    'great grandfather, nephew, niece, half brother, half sister, half sibling, abuela, abuelo, tio, tia, primo, prima,' +
    'sobrino, sobrina, relative, relatives, family member, family members, mgm, mgf, pgm, pgf, in law, stepfather,' +
    'stepmother, stepbrother, stepsister, previous pregnancy, prior pregnancy, previous child, previous baby,' +
    'mat hx, maternal history, paternal history, maternal side, paternal side, family member, multiple relatives,' +
    'mother s side, father s side, kids, grandson, granddaughter, donor',
  patient: 'patient, pt, proband, the fetus, fetus, baby, the child',
})

/** A relative of a relative, or on a side of the family, has no place of their own: 'mother’s brother', 'maternal aunt'. */
const OF_A_SIDE = new Set(['maternal', 'paternal', 'mat', 'pat', 'materna', 'paterna'])

/** After these a relative only tells, or is with the patient: 'mother reports', 'per mom'. */
const TELLS = phrases({
  tells:
    'reports, reported, report, states, stated, says, said, notes, noted, noticed, notices, describes, described, describe, feels, felt, thinks,' +
    'denies, denied, deny, endorses, endorsed, recalls, recalled, recall, mentions, mentioned, observed, observes, is concerned,' +
    'are concerned, was concerned, is worried, are worried, worries, asked, asks, believes, complains, also reports, also states, also denies,' +
    'does not report, did not report, have noticed, has noticed, has noted, have noted, first noticed, agrees, confirms, confirmed, estimates, wonders, refers, refiere, niega, brought, called',
})
const TOLD_BY = phrases({
  toldBy:
    'per, according to, according to the, according to his, according to her, per the, per his, per her, with his, with her, with the, accompanied by, by, by his, by her,' +
    'by the, lives with, unlike, unlike his, unlike her, met with, from, informant, historian, is the, the, history from',
})

interface Person {
  whose: Whose
  from: number
  to: number
  /** Whether the person only tells about the patient, or is named beside them. */
  tells: boolean
}

/** The people a sentence names, in order. */
function peopleIn(
  note: NoteText,
  { from, to }: { from: number; to: number },
  prenatal: boolean,
  named: ReadonlySet<number>,
): Person[] {
  const people: Person[] = []
  for (let at = from; at < to; at += 1) {
    const fetus = fetusAt(note, at)
    if (fetus) {
      people.push({ whose: `fetus ${fetus}`, from: at, to: at + 2, tells: false })
      at += 1
      continue
    }
    if (named.has(at)) continue
    const heading = headingAt(note, at)
    const found = heading ?? phraseAt(PEOPLE, note.tokens, at)
    if (!found || found.end > to) continue
    const whose =
      found.means === 'patient' && prenatal && /^(patient|pt)$/.test(note.tokens[at]?.word ?? '')
        ? 'Mother'
        : found.means
    const last = people.at(-1)
    const side =
      OF_A_SIDE.has(note.tokens[at - 1]?.word ?? '') || OF_A_SIDE.has(note.tokens[found.end]?.word ?? '')
    const ofAnother = last && note.tokens[last.to]?.word === 's' && last.to + 1 === at && whose !== 'patient'
    // 'two brothers of the mother'
    const isOf = last && isOfAnother(note, last.to, at) && whose !== 'patient'
    if (ofAnother || isOf) {
      Object.assign(last, { whose: 'other', to: found.end, tells: false })
    } else
      people.push({
        whose: side && whose !== 'patient' ? 'other' : (whose as Whose),
        ...{ from: at, to: found.end, tells: tellsAt(note, at, found.end, prenatal) },
      })
    at = found.end - 1
  }
  return people
}

/** 'brothers of mother', 'sister of the father', up to the relative at `at`. */
function isOfAnother({ tokens, gaps }: NoteText, from: number, at: number): boolean {
  const words = tokens.slice(from, at).map(({ word }) => word)
  return words[0] === 'of' && words.length <= 2 && !gaps.slice(from, at + 1).includes('comma')
}

/** 'Mo:' and 'Fa:' as headings of telegrams; alone they are a month and a note. */
function headingAt(
  { tokens, between }: NoteText,
  at: number,
): { means: 'Mother' | 'Father'; end: number } | null {
  const word = tokens[at]?.written ?? ''
  if (!/^(Mo|Fa|MO|FA)$/.test(word) || !/^:/.test(between[at + 1] ?? '')) return null
  return { means: word.toLowerCase() === 'mo' ? 'Mother' : 'Father', end: at + 1 }
}

/** 'Twin A', 'fetus 2', 'baby B'. */
function fetusAt({ tokens }: NoteText, at: number): string | null {
  if (!/^(twin|fetus|triplet|baby)$/.test(tokens[at]?.word ?? '')) return null
  const letter = tokens[at + 1]?.written ?? ''
  if (/^[A-D]$/.test(letter)) return letter
  return /^[1-4]$/.test(letter) ? String.fromCharCode(64 + Number(letter)) : null
}

function tellsAt(note: NoteText, from: number, to: number, prenatal: boolean): boolean {
  const { tokens } = note
  // Of a pregnancy, the mother tells of herself.
  if (phraseAt(TELLS, tokens, to)) return !prenatal
  // 'is the mother of'
  if (
    tokens[to]?.word === 'of' &&
    /^(the|a)$/.test(tokens[from - 1]?.word ?? '') &&
    tokens[from - 2]?.word === 'is'
  )
    return true
  for (let start = Math.max(0, from - 3); start < from; start += 1) {
    const found = phraseAt(TOLD_BY, tokens, start)
    if (found?.end === from && tokens[start]?.word !== 'the' && note.gaps[from] === 'none')
      return tokens[start]?.word !== 'unlike' && tokens[start]?.word !== 'is'
  }
  return false
}

const FAMILY_HEADING = phrases({
  heading:
    'family history, family medical history, fhx, fh, fam hx, family hx, fmhx, famhx, family, pedigree, antecedentes familiares',
})
const HEADING_WORDS = 4

/** The sentences of a note with what is known of them all: whether they are in the family's section. */
export function sectionedSentences(note: NoteText): { from: number; to: number; family: boolean }[] {
  let family = false
  let ownLine = false
  return sentencesOf(note).map((sentence) => {
    const { from } = sentence
    const gap = note.gaps[from]
    if (gap === 'paragraph' || (gap === 'line' && !ownLine)) family = false
    const heading = phraseAt(FAMILY_HEADING, note.tokens, from)
    const follows = heading ? (note.between[heading.end] ?? '') : ''
    const isHeading =
      heading !== null &&
      (/^\s*[:–-]/.test(follows) ||
        /\n/.test(follows) ||
        /^(fhx|fh|fam|famhx|fmhx)$/.test(note.tokens[from]?.word ?? ''))
    if (isHeading) {
      family = true
      ownLine = /\n/.test(follows)
    } else if (family && otherHeading(note, sentence)) family = false
    return { ...sentence, family }
  })
}

/** 'Exam:' begins another section; 'Father:' does not. */
function otherHeading(note: NoteText, { from, to }: { from: number; to: number }): boolean {
  for (let at = from; at < Math.min(to, from + HEADING_WORDS); at += 1) {
    if (
      phraseAt(PEOPLE, note.tokens, at) ||
      OF_A_SIDE.has(note.tokens[at]?.word ?? '') ||
      headingAt(note, at)
    )
      return false
    if (/^:/.test(note.between[at + 1] ?? '')) return true
  }
  return false
}

interface About {
  mention: Mention
  whose: Whose
}

interface Sentences {
  prenatal: boolean
  /** The fetus that the sentences before are about. */
  before: Whose
  /** The relative whom the part of the sentence before a semicolon is about; null for none. */
  previous: Whose | null
  named: ReadonlySet<number>
}

/** Whose finding each mention of a sentence is. */
export function peopleOf(
  note: NoteText,
  sentence: { from: number; to: number; family: boolean },
  mentions: readonly Mention[],
  { prenatal, before, previous, named }: Sentences,
): { about: About[]; fetus: Whose; last: Whose | null } {
  const people = peopleIn(note, sentence, prenatal, named)
  const fetus = people.findLast(({ whose }) => whose.startsWith('fetus '))?.whose ?? before
  const last = people.findLast(({ tells, whose }) => !tells && whose !== 'patient')?.whose ?? null
  const continued = continuesAbout(note, sentence.from, previous) ? previous : null
  const standard: Whose = continued ?? (sentence.family ? 'other' : before)
  const about = mentions.map(
    (mention): About => ({ mention, whose: whoseIs(note, mention, people, mentions) ?? standard }),
  )
  return { about, fetus, last: last ?? continued }
}

/** 'Mother has migraine; her hearing is normal.' */
function continuesAbout({ tokens, between }: NoteText, from: number, previous: Whose | null): boolean {
  if (previous === null || !(between[from] ?? '').includes(';')) return false
  const pronouns =
    previous === 'Mother'
      ? /^(she|her)$/
      : previous === 'Father'
        ? /^(he|his)$/
        : /^(she|her|he|his|they|their)$/
  return pronouns.test(tokens[from]?.word ?? '')
}

/** The relative whose finding it is; null if the sentence names none for it. */
function whoseIs(
  note: NoteText,
  mention: Mention,
  people: readonly Person[],
  mentions: readonly Mention[],
): Whose | null {
  const { tokens } = note
  if (tokens[mention.from - 1]?.word === 'maternal' && note.gaps[mention.from] === 'none') return 'Mother'
  const next = people.find(({ from }) => from >= mention.to)
  if (next && isOf(note, mention, next, mentions)) return next.whose
  const last = people.findLast(({ to, tells }) => to <= mention.from && !tells)
  if (!last) return null
  return isOther(note, last, mention) ? null : last.whose
}

/** 'seizures in a paternal cousin', 'deaf maternal cousin'; not 'also in the mother'. */
function isOf(note: NoteText, mention: Mention, person: Person, mentions: readonly Mention[]): boolean {
  if (person.whose === 'patient') return false
  const side = OF_A_SIDE.has(note.tokens[person.from - 1]?.word ?? '') ? 1 : 0
  const start = person.from - side
  if (start === mention.to && note.gaps[start] === 'none') return true
  const words = note.tokens.slice(mention.to, start)
  const at = words.findIndex(({ word }) => word === 'in')
  if (at < 0 || words.length - at > 5) return false
  if (note.gaps.slice(mention.to + at, start + 1).some((gap) => gap !== 'none')) return false
  // Between the finding and 'in' only other findings of the list: 'seizures and ataxia in a cousin'.
  const isListed = (place: number) => mentions.some(({ from, to }) => place >= from && place < to)
  return words
    .slice(0, at)
    .every(({ word }, offset) => isListed(mention.to + offset) || /^(and|or)$/.test(word))
}

/** Whether, after a relative, the sentence is about the patient again: 'Mother has migraine and he has ataxia'. */
function isOther({ text, tokens }: NoteText, person: Person, mention: Mention): boolean {
  const until = text.slice(tokens[person.to - 1]?.to ?? 0, tokens[mention.from]?.from ?? 0)
  const close = until.indexOf(')')
  // The relative was in brackets that are closed again: 'short stature (also in the mother) and ataxia'.
  if (close >= 0 && !until.slice(0, close).includes('(')) return true
  const pronoun = person.whose === 'Mother' ? 'he' : person.whose === 'Father' ? 'she' : ''
  if (pronoun === '') return false
  return tokens.slice(person.to, mention.from).some(({ word }) => word === pronoun)
}
