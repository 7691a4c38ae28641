import type { FamilyDocument, MemberKey } from '../document.ts'

export const FORMAT_NAMES = ['karyo', 'ped', 'canrisk', 'phenopacket', 'ga4gh', 'fhir'] as const
export type FormatName = (typeof FORMAT_NAMES)[number]

/** How a file of each format ends. */
export const FILE_ENDINGS: Record<FormatName, string> = {
  ...{ karyo: 'json', ped: 'ped', canrisk: 'txt', phenopacket: 'json', ga4gh: 'json', fhir: 'json' },
}

/** The most characters of a file that is read: a family of 300 as FHIR has 600,000. */
export const LONGEST_FILE = 900_000
/** A format in which a family leaves and comes back. */
export interface FamilyFormat {
  /** The family as the format can say it: writing and reading again gives the same. */
  reduce: (document: FamilyDocument, options: Written) => FamilyDocument
  /** Whom the format would give an age today if somebody had called them alive. */
  withoutAge?: (whole: FamilyDocument, reduced: FamilyDocument) => MemberKey[]
  /** The text of a reduced family. */
  write: (reduced: FamilyDocument, options: Written) => string
}

export interface Written {
  /** The family’s id in the file. */
  id: string
  /** A person’s id in the file: letters, digits and hyphens, each once. */
  idOf: (key: MemberKey) => string
  /** With names and dates, and keys as they are stored. */
  withNames: boolean
  /** The instant it is written, and the day (ISO) on which the ages are. */
  created: string
  day: string
  /** The one condition (a key of the legend) of formats with one. */
  condition: string
}

/** What is wrong or unusual at a place of a file. It never stops the rest from being read. */
export interface FileRemark {
  /** `line 4`, or the JSON path: `/pedigree/persons/2`. */
  place: string
  rule: RemarkRule
  /** The id or the value that it is about. */
  value: string
}

export type RemarkRule = keyof typeof REMARK_WORDS

export const REMARK_WORDS = {
  'too-few-columns': 'The line has too few columns. It is left out.',
  'listed-twice': 'This id is listed twice. The first one is taken.',
  'unknown-sex': 'The sex is none that the format knows. It is left open.',
  'unknown-status': 'The status is none that the format knows. It is left open.',
  'parent-without-line': 'This parent is not listed. The person is added.',
  'one-parent': 'Only one parent is given, and the format wants both or none.',
  'mother-not-female': 'This mother is not recorded as female.',
  'father-not-male': 'This father is not recorded as male.',
  'wrong-number': 'This is not a number or an age that the format knows. It is left out.',
  'wrong-date': 'This is not a day, a month or a year. It is left out.',
  'too-long': 'The text is too long, and is cut.',
  'unknown-person': 'It refers to somebody who is not in the file. It is left out.',
  'unknown-relation': 'The relation is none that can be drawn. The person is added without lines.',
  'parents-added': 'The parents who connect them are not in the file. They are added without names.',
  'not-read': 'This is not part of a family here. It is left out.',
  'same-name': 'Somebody else in the file has the same name and birth. They stay two people: the ids differ.',
  'no-proband': 'Nobody is marked as the proband.',
} as const

export interface ReadFamily {
  /** Its name or id in the file. */
  id: string
  document: FamilyDocument
  remarks: FileRemark[]
}

/** The families of a file, or why it is none. */
export type FileReading = { families: ReadFamily[] } | { problem: string }

/** A key for each id of a file: the id itself (or what is wished for) if it can be one, and no other’s. */
export function keysOfIds(): (id: string, wished?: string) => MemberKey {
  const keys = new Map<string, MemberKey>()
  const taken = new Set<string>()
  let last = 0
  return (id, wished = id) => {
    const known = keys.get(id)
    if (known !== undefined) return known
    let key = /^[a-z0-9-]{1,40}$/i.test(wished) ? wished : ''
    while (key === '' || taken.has(key)) {
      last += 1
      key = `f${last}`
    }
    keys.set(id, key)
    taken.add(key)
    return key
  }
}

/** `II-3`: a place in a drawing, which is nobody’s name. */
export const isDrawingNumber = (id: string) => /^[IVXLC]+-\d+$/.test(id)
