import { habitsIn } from './habits.ts'
import { type NucleotideLevel, nucleotides } from './nucleotide.ts'
import { protein } from './protein.ts'
import { reference } from './reference.ts'
import { Scanner } from './scanner.ts'

/** What an expression describes: coding DNA, genomic, mitochondrial, noncoding, circular, RNA, protein. */
export type HgvsLevel = NucleotideLevel | 'p'

export interface HgvsVariant {
  kind: 'valid'
  level: HgvsLevel
  /** As typed, such as `NM_000059.4` or `NC_000023.11(NM_004006.2)`; '' without one. */
  reference: string
  /** The expression without its reference: `c.5946delT`. */
  change: string
  /** What is understood, but written otherwise by today's recommendations. */
  notes: readonly string[]
}

export interface NotHgvs {
  kind: 'invalid'
  /** Where it can't be read on: an index into the trimmed text. */
  at: number
  /** A sentence that says where and what would be possible. */
  problem: string
}

/** Longer than any description that people write; reading is linear, but text is limited all the same. */
const LONGEST = 2000

/**
 * Reads an HGVS expression by its grammar (recommendations 21.1, https://hgvs-nomenclature.org): DNA, RNA and
 * protein, with or without a reference sequence. It compares nothing with sequences, so a wrong base or a
 * position outside of the gene passes.
 */
export function readHgvs(given: string): HgvsVariant | NotHgvs {
  const text = given.trim()
  if (text === '') return invalid(0, 'It is empty')
  if (text.length > LONGEST) return invalid(LONGEST, `It has more than ${LONGEST} characters`)
  const s = new Scanner(text)
  const hasReference = s.attempt(() => reference(s) && s.eat(':'))
  const start = s.at
  const level = s.match(/[cgmnopr](?=\.)/y) as HgvsLevel | null
  if (level === null)
    return invalid(
      s.at,
      hasReference
        ? `After “:” the kind of sequence is missing, such as c. or g.`
        : 'It does not begin with a reference sequence, or with c., g., m., n., r. or p.',
    )
  s.eat('.')
  const read = level === 'p' ? protein(s) : nucleotides(s, level)
  if (!read || !s.atEnd) return invalid(...unexpected(s))
  return {
    kind: 'valid',
    level,
    reference: hasReference ? text.slice(0, start - 1) : '',
    change: text.slice(start),
    notes: [...s.notes, ...habitsIn(text.slice(start))],
  }
}

function invalid(at: number, problem: string): NotHgvs {
  return { kind: 'invalid', at, problem }
}

function unexpected(s: Scanner): [number, string] {
  const at = Math.max(s.furthest, s.at)
  const rest = s.text.slice(at, at + 8)
  const expected = s.furthest >= s.at ? [...s.expected].filter((words) => !words.startsWith('“')) : []
  const instead = expected.length > 0 ? `; expected ${expected.join(' or ')}` : ''
  return rest === ''
    ? [at, `It ends too early${instead}`]
    : [at, `“${rest}” is not understood at character ${at + 1}${instead}`]
}
