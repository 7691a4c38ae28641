import { clausesOf, type Storages, storageFaults } from './storage-notes.ts'

/** Words of a note about another person's specimen, which the test's list does not contain. */
const OF_OTHERS =
  /(send )?[\d.]+( to [\d.]+)? mL of maternal blood[^.,;]*|maternal blood[^.,;]*|(and )?[\d.]+( to [\d.]+)? mL( of EDTA blood)? (of|from) (each|either|both) parents?|call[^.]* before[^.]*/gi

/**
 * What a note calls specimens. Several types may share a word: blood in a Streck tube is blood too.
 * `means` are the types that the word allows; one of them must be accepted.
 */
const WORDS: readonly { word: RegExp; called: string; means: readonly string[] }[] = [
  { word: /buccal/i, called: 'buccal swabs', means: ['Buccal Swab', 'Buccal Smear'] },
  { word: /saliva/i, called: 'saliva', means: ['Saliva'] },
  { word: /amniotic/i, called: 'amniotic fluid', means: ['Amniotic Fluid'] },
  { word: /\bvilli\b/i, called: 'villi', means: ['CVS', 'Fresh Tissue'] },
  { word: /\bDNA\b/, called: 'extracted DNA', means: ['Extracted DNA'] },
  { word: /streck/i, called: 'a Streck tube', means: ['Blood in Streck Tube'] },
  {
    word: /paraffin|\bblock\b|\bslides\b/i,
    called: 'blocks or slides',
    means: ['FFPE Blocks', 'FFPE Slides', 'FFPE Tumor Block'],
  },
  {
    word: /tissue(?! cannot)|biopsy|fibroblasts|muscle/i,
    called: 'tissue',
    means: [
      ...[
        'Fresh Tissue',
        'Frozen Tissue',
        'Skin Biopsy',
        'Muscle Biopsy',
        'Liver Biopsy',
        'Cultured Fibroblasts',
      ],
      ...['Tumor Tissue', 'Fetal Tissue', 'Placenta', 'Umbilical Cord', 'Post-mortem Tissue', 'FFPE Blocks'],
    ],
  },
  { word: /\burine\b/i, called: 'urine', means: ['Urine'] },
  {
    word: /fetal blood|cord blood/i,
    called: 'fetal blood',
    means: ['Fetal Blood', 'Cord Blood'],
  },
  {
    word: /\bblood\b(?! (cancer|holds))/i,
    called: 'blood',
    means: [
      'Blood',
      'Blood in Streck Tube',
      'Blood in PAXgene Tube',
      'Dried Blood Spot',
      'Fetal Blood',
      'Cord Blood',
    ],
  },
]

/** Tubes without which the blood is useless for the test; a note that names another tube too leaves the choice. */
const TUBES: readonly { word: RegExp; called: string }[] = [
  { word: /RNA[- ]stabili[sz]ing|paxgene/i, called: 'an RNA-stabilizing tube' },
  { word: /streck|cell-free DNA tube/i, called: 'a Streck tube' },
]
const OTHER_TUBE = /EDTA|heparin|\bACD\b/i

/** A note that wants blood in a tube of its own, of a test that takes blood in any: EDTA would be drawn, and refused. */
function tubeFaults(note: string, accepted: readonly string[]): string[] {
  if (!accepted.includes('Blood') || OTHER_TUBE.test(note)) return []
  return TUBES.filter(({ word }) => word.test(note)).map(
    ({ called }) => `wants blood in ${called}, but the test accepts Blood in any tube`,
  )
}

/** What each accepted type needs at least, in mL, and how much of the youngest, if the catalogue says so. */
export type Leasts = ReadonlyMap<string, { least: number; youngest: number }>

const OF_INFANTS = /([\d.]+)(?: to [\d.]+)? mL (?:for|of|from) (?:infants|newborns|babies)/i

/** A note that asks less blood of infants than the catalogue takes of anybody: each infant's specimen would be doubted. */
function infantFaults(note: string, leasts: Leasts): string[] {
  const amount = Number(OF_INFANTS.exec(note)?.[1] ?? 'NaN')
  const blood = leasts.get('Blood')
  return blood && amount < blood.youngest
    ? [
        `takes ${amount} mL of infants, but the catalogue wants at least ${blood.youngest} mL of Blood at every age: set leastByAge`,
      ]
    : []
}

interface Noted {
  specimens: readonly string[]
  furtherSpecimens?: readonly string[]
  specimenNote: string
  lives: ReadonlyMap<string, number | null>
  storages: Storages
  leasts: Leasts
}

/** Where a test's note contradicts its specimens, how they are kept or how long they can be used; an empty note contradicts nothing. */
export function noteFaults(noted: Noted): string[] {
  const { specimens, furtherSpecimens = [], specimenNote, lives, storages, leasts } = noted
  const note = specimenNote.replace(OF_OTHERS, '')
  if (note.trim() === '') return []
  const accepted: readonly string[] = [...specimens, ...furtherSpecimens]
  const named = WORDS.filter(({ word }) => word.test(note))
  return [
    ...named
      .filter(({ means }) => !means.some((type) => accepted.includes(type)))
      .map(({ called }) => `names ${called}, which the test does not accept`),
    // A note without any such word is about something else, such as an amount.
    ...specimens
      .filter((type) => named.length > 0 && !named.some(({ means }) => means.includes(type)))
      .map((type) => `does not say how to send ${type}, which the test accepts`),
    ...tubeFaults(note, accepted),
    ...infantFaults(note, leasts),
    ...clausesOf(note).flatMap((clause) => {
      const types = typesIn(clause, specimens)
      return [...arrivalFaults(clause, types, lives), ...storageFaults(clause, types, storages)]
    }),
  ]
}

/** The accepted types that a clause names; all of them if it names none. */
function typesIn(clause: string, specimens: readonly string[]): string[] {
  const named = WORDS.filter(({ word }) => word.test(clause))
  return specimens.filter((type) => named.length === 0 || named.some(({ means }) => means.includes(type)))
}

const WITHIN = /(?:arrive|ship[^.;]*|send[^.;]*) within (\d+) (hour|day)s?/i

/** A note that gives more time than the specimens have, or much less: the order would be taken and the tube refused. */
function arrivalFaults(
  note: string,
  specimens: readonly string[],
  lives: ReadonlyMap<string, number | null>,
): string[] {
  const found = WITHIN.exec(note)
  if (!found) return []
  const hours = Number(found[1]) * (found[2]?.toLowerCase() === 'day' ? 24 : 1)
  const isArrival = /arrive/i.test(found[0])
  return specimens.flatMap((type) => {
    const life = lives.get(type) ?? null
    if (life === null) return []
    if (hours > life) return [`allows ${inWords(hours)} for ${type}, which can be used for ${inWords(life)}`]
    // A tube that must arrive within two days must not be taken for a fortnight.
    return isArrival && life > 2 * hours
      ? [`wants ${type} within ${inWords(hours)}, but the catalogue accepts it for ${inWords(life)}`]
      : []
  })
}

function inWords(hours: number): string {
  return hours % 24 === 0 ? `${hours / 24} days` : `${hours} hours`
}
