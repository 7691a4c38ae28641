import { meaningOf } from '../clinic-words.ts'
import { isFiller, phraseKey, tokensOf } from '../words.ts'
import type { NoteText } from './sentences.ts'
import { shortForm } from './short-forms.ts'

/** The names that the HPO gives its findings, for reading notes. */
export interface Names {
  /** The finding with this name (phraseKey of its words); null if there is none. */
  termNamed(key: string): string | null
  /** The finding that this is the abbreviation of, as written in capitals; null if there is none. */
  abbreviated(written: string): string | null
  /** The word of a name that differs from this one by one letter; null if there is none, or it is a word itself. */
  corrected(word: string): string | null
}

/** Words of a note that name a finding: tokens from `from` to before `to`. */
export interface Mention {
  termId: string
  from: number
  to: number
}

/** No name that a clinic writes has more words; each token begins this many candidates at most. */
const MOST_WORDS = 7
/** Words that are looked up for typing errors in one note. */
const MOST_CORRECTIONS = 150
const SHORTEST_CORRECTED = 5
/** Words of notes that are a letter away from a finding's name. */
const CORRECT = new Set(
  tokensOf(
    'pending carrier carriers patient patients heard sister mother father other hearing feeding bleeding reading leading ' +
      'binding banding finding findings padding tested rested noted stated treated mild wild female plan plain normal ' +
      'formal morning evening recent decent present family brother weight height eight negative relative referred started',
  ).map(({ word }) => word),
)
/** A name of one word is only read with a typing error if it is this long: 'carrier' is no 'caries'. */
const LONGEST_UNCORRECTED = 6

/**
 * The findings that a note names, the longest names first, none overlapping another. The work is bounded by the
 * number of words: at most MOST_WORDS candidates for each.
 */
export function mentionsIn(note: NoteText, names: Names): Mention[] {
  const corrections = correctedWords(note, names)
  const plain = note.tokens.map(({ word }) => word)
  const fixed = plain.map((word, at) => corrections.get(at) ?? word)
  const all: Mention[] = []
  for (const [from] of plain.entries())
    for (let to = from + 1; to <= Math.min(from + MOST_WORDS, plain.length); to += 1) {
      if (to - from > 1 && note.gaps[to - 1] !== 'none') break
      const termId = named(note, plain, { from, to }, names) ?? named(note, fixed, { from, to }, names)
      if (termId !== null) all.push({ termId, from, to })
    }
  const chosen: Mention[] = []
  const taken = new Set<number>()
  for (const one of all.toSorted((a, b) => b.to - b.from - (a.to - a.from) || a.from - b.from)) {
    const places = tokensIn(one)
    if (places.some((at) => taken.has(at))) continue
    for (const at of places) taken.add(at)
    chosen.push(one)
  }
  return [...chosen, ...shared(note, fixed, chosen, { taken, names })].toSorted(
    (one, other) => one.from - other.from,
  )
}

const tokensIn = ({ from, to }: Pick<Mention, 'from' | 'to'>) =>
  Array.from({ length: to - from }, (_, offset) => from + offset)

function correctedWords({ tokens }: NoteText, names: Names): Map<number, string> {
  const found = new Map<number, string>()
  let tried = 0
  for (const [at, { word }] of tokens.entries()) {
    if (word.length < SHORTEST_CORRECTED || !/^[a-z]+$/.test(word) || CORRECT.has(word)) continue
    if (tried >= MOST_CORRECTIONS) break
    tried += 1
    const correction = names.corrected(word)
    if (correction !== null) found.set(at, correction)
  }
  return found
}

type Span = Pick<Mention, 'from' | 'to'>

function named(note: NoteText, words: readonly string[], span: Span, names: Names): string | null {
  const [first = '', ...more] = words.slice(span.from, span.to)
  const token = note.tokens[span.from]
  if (!token) return null
  if (more.length === 0) {
    const misspelled = first !== token.word
    if (misspelled && first.length <= LONGEST_UNCORRECTED) return null
    const short = shortForm(note, span.from)
    if (short !== undefined) return short
    if (isFiller(first)) return null
    const abbreviated = names.abbreviated(token.written)
    if (abbreviated !== null) return abbreviated
    // 'fits' are seizures, 'fit' is not.
    if (EVERYDAY.has(first) && token.written.toLowerCase() !== 'fits') return null
    return meaningOf([first]) ?? names.termNamed(phraseKey([first]))
  }
  const last = more.at(-1) ?? ''
  const clinic = meaningOf([first, ...more])
  if (clinic !== null) return clinic
  if (isFiller(first) || isFiller(last) || more.includes('or')) return null
  return names.termNamed(phraseKey([first, ...more]))
}

/** Names of findings that are everyday words in notes; those of one word only. */
const EVERYDAY = new Set(
  tokensOf(
    'fit fitting pain mass fall lesion abnormality absence birth shock stress cyst tall onset death stillbirth surgery ' +
      'smoking tumor neoplasm cancer disease allergy slow infection inflammation injury spot anger boil bouncing chill ' +
      'coldness coma corn crackle cranky cutting dullness guilt hopeless hopping hostile illusion inaction jumping mole ' +
      'ordering oncology panting pile pimple rale remorse rigor rosette scarring shyness sleepy slough slowness spinning ' +
      'squawk tearing trance twirling mouthing clavus cary',
  ).map(({ word }) => word),
)

const JOINTS = new Set(['and', 'or', 'nor'])

/**
 * Findings that share a word with another one: 'speech and motor delay', 'cleft lip and palate'. Only what is
 * not a finding by itself is completed.
 */
function shared(
  note: NoteText,
  words: readonly string[],
  mentions: readonly Mention[],
  { taken, names }: { taken: ReadonlySet<number>; names: Names },
): Mention[] {
  const isJoint = (at: number) =>
    (JOINTS.has(words[at] ?? '') && note.gaps[at] === 'none') || /[/&]/.test(note.between[at + 1] ?? '')
  const complete = (own: readonly string[], span: Span): Mention[] => {
    const termId = meaningOf(own) ?? names.termNamed(phraseKey(own))
    return termId === null ? [] : [{ termId, ...span }]
  }
  return mentions.flatMap(({ from, to }) => {
    if (to - from < 2) return []
    const own = words.slice(from, to)
    const before = from - 2
    const after = to + 1
    const first =
      before >= 0 && isJoint(from - 1) && note.gaps[from] === 'none' && !taken.has(before)
        ? own.slice(1).flatMap((_, cut) =>
            complete([words[before] ?? '', ...own.slice(cut + 1)], {
              ...{ from: before, to: before + 1 },
            }),
          )
        : []
    const second =
      after < words.length && JOINTS.has(words[to] ?? '') && note.gaps[to] === 'none' && !taken.has(after)
        ? own.slice(1).flatMap((_, cut) =>
            complete([...own.slice(0, own.length - 1 - cut), words[after] ?? ''], {
              ...{ from: after, to: after + 1 },
            }),
          )
        : []
    return [...first.slice(0, 1), ...second.slice(0, 1)]
  })
}
