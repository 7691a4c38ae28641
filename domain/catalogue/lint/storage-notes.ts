/** How a specimen is kept until it arrives: HL7 table 0493. */
type Storage = 'ROOM' | 'COOL' | 'FROZ' | 'LIVE'

/** What the catalogue's rows say of each type; a type that no row stores is not judged. */
export type Storages = ReadonlyMap<string, ReadonlySet<string>>

const KEPT = {
  ROOM: 'at room temperature',
  COOL: 'refrigerated',
  FROZ: 'frozen',
  LIVE: 'alive',
} as const satisfies Record<Storage, string>

const ASKED: readonly [Storage, RegExp][] = [
  ['ROOM', /room temperature|ambient/i],
  ['COOL', /refrigerat|\bcool(ed)?\b|\bon ice\b/i],
  ['FROZ', /\bfreeze\b|\bfrozen\b|dry ice/i],
]
const FORBIDDEN: readonly [Storage, RegExp][] = [
  ['COOL', /(do not|never|not be) (refrigerated?|cool(ed)?)/gi],
  ['FROZ', /(do not|never|not be) (freeze|frozen)/gi],
]

/**
 * The parts of a note that say one thing each. A decimal point ends none; 'frozen' before a noun is about what
 * follows it.
 */
export function clausesOf(note: string): string[] {
  return note.split(/[.;](?=\s|$)|,(?=[^,.;()]*\bfrozen\s+\w)/).filter((clause) => clause.trim() !== '')
}

/**
 * How a clause of a note, about the given types, contradicts the storage in the catalogue: a tube would be sent as
 * the note says, and refused or spoiled by what the laboratory expects.
 */
export function storageFaults(clause: string, types: readonly string[], storages: Storages): string[] {
  const forbidden = FORBIDDEN.filter(([, words]) => clause.search(words) >= 0).map(([storage]) => storage)
  const rest = FORBIDDEN.reduce((left, [, words]) => left.replace(words, ''), clause)
  const asked = ASKED.filter(([, words]) => words.test(rest)).map(([storage]) => storage)
  return types.flatMap((type) => {
    const stored = [...(storages.get(type) ?? [])] as Storage[]
    if (stored.length === 0) return []
    const kept = stored.map((one) => KEPT[one]).join(' or ')
    if (asked.length > 0 && !asked.some((one) => stored.includes(one)))
      return [
        `wants ${type} ${asked.map((one) => KEPT[one]).join(' or ')}, but the catalogue keeps it ${kept}`,
      ]
    return stored.every((one) => forbidden.includes(one))
      ? [`forbids to keep ${type} ${kept}, as the catalogue does`]
      : []
  })
}
