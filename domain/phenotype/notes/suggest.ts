import type { FeatureStatus } from '../../orders/phenotype.ts'
import { type Mention, mentionsIn, type Names } from './mentions.ts'
import { normalFindings } from './normal-findings.ts'
import { peopleOf, sectionedSentences, type Whose } from './people.ts'
import { readNote } from './sentences.ts'
import { statusOf } from './status.ts'

/** A finding that a note seems to name. */
export interface NoteFinding {
  termId: string
  status: FeatureStatus
  whose: Exclude<Whose, 'parents' | 'other'>
  /** Where the note names it, in characters; in order. */
  places: { from: number; to: number }[]
}

/**
 * The findings that clinical notes name, for the patient and the relatives, in the order of the text. What is
 * planned, feared or known of a disease in general is left out, and so are relatives that an order has no place
 * for. `prenatal`: the notes are about a pregnancy, so what they name is the fetus's.
 */
export function findingsInNote(
  text: string,
  names: Names,
  { prenatal }: { prenatal: boolean },
): NoteFinding[] {
  const note = readNote(text)
  const mentions = mentionsIn(note, names)
  const named = new Set(mentions.flatMap(({ from, to }) => range(from, to)))
  const normal = normalFindings(note).filter(({ from, to }) => !range(from, to).some((at) => named.has(at)))
  const isNormal = new Set<Mention>(normal)
  const all = [...mentions, ...normal].toSorted((one, other) => one.from - other.from)
  const found = new Map<string, NoteFinding>()
  let fetus: Whose = 'patient'
  let previous: Whose | null = null
  for (const sentence of sectionedSentences(note)) {
    const here = all.filter(({ from }) => from >= sentence.from && from < sentence.to)
    const read = peopleOf(note, sentence, here, { prenatal, before: fetus, previous, named })
    fetus = read.fetus
    previous = read.last
    for (const { mention, whose } of read.about) {
      const status = statusOf(note, mention, sentence, named)
      const meant = isNormal.has(mention) && status !== 'elsewhere' ? 'absent' : status
      if (meant === 'elsewhere' || whose === 'other') continue
      const place = { from: note.tokens[mention.from]?.from ?? 0, to: note.tokens[mention.to - 1]?.to ?? 0 }
      for (const person of whose === 'parents' ? (['Mother', 'Father'] as const) : [whose]) {
        const key = `${person} ${mention.termId} ${meant}`
        const known = found.get(key)
        if (known) known.places.push(place)
        else found.set(key, { termId: mention.termId, status: meant, whose: person, places: [place] })
      }
    }
  }
  return [...found.values()]
}

const range = (from: number, to: number) => Array.from({ length: to - from }, (_, offset) => from + offset)
