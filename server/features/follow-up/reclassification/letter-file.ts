import path from 'node:path'
import { z } from 'zod'
import { type LetterTemplates, templateFaults } from '#domain/follow-up/letters.ts'
import { oneOf, text } from '#server/csv/data-cells.ts'
import { type DataFileProblem, readTable, throwIfAny } from '#server/csv/data-table.ts'

/** As shipped. */
export const SHIPPED_LETTERS = path.resolve(import.meta.dirname, '../../../../data/letters.csv')

const LETTERS = ['patient', 'relative'] as const
const cells = z.object({ letter: oneOf(LETTERS), title: text, text })

/**
 * Reads a laboratory's letters about a reclassified variant, `data/letters.csv`. An empty line ends a paragraph. Throws
 * {@link DataFilesInvalid} with everything that is wrong.
 */
export function readLetters(file: string): LetterTemplates {
  const problems: DataFileProblem[] = []
  const rows = readTable(file, cells, cells, problems)
  rows.unique('letter')
  const templates = new Map(
    rows.values.map((one) => {
      const paragraphs = one.text
        .split(/(?:\r?\n[ \t]*){2,}/)
        .map((paragraph) => paragraph.replaceAll(/[ \t]*\r?\n[ \t]*/g, '\n').trim())
        .filter(Boolean)
      return [one.letter, { title: one.title, paragraphs }]
    }),
  )
  for (const letter of LETTERS) {
    if (!rows.has('letter', letter)) rows.report(null, 'letter', `'${letter}' is missing`)
    const template = templates.get(letter)
    // By its letter: its cells have many lines, and a row of the sheet is not one of the file.
    for (const { at, rule } of template ? templateFaults(letter, template) : [])
      rows.report(null, at, `letter '${letter}': ${rule}`)
  }
  throwIfAny(problems)
  const [patient, relative] = LETTERS.map((letter) => templates.get(letter))
  if (!patient || !relative) throw new Error('A letter is missing')
  return { patient, relative }
}
