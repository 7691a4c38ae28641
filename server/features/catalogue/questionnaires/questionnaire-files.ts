import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { z } from 'zod'
import type { Questionnaire } from '#domain/questions/questionnaire.ts'
import { code, orEmpty } from '#server/csv/data-cells.ts'
import { type DataFileProblem, readTable } from '#server/csv/data-table.ts'
import type { NamedInCatalogue } from '../named.ts'
import { readQuestionnaire } from './read-questionnaire.ts'

const assignmentCells = z.object({
  /** The test; or empty, for all tests of `category`. */
  testCode: orEmpty(code, 'is not a code'),
  category: z.string(),
  questionnaire: z.string(),
})
const assignmentRow = assignmentCells.refine((row) => (row.testCode === '') !== (row.category === ''), {
  path: ['testCode'],
  message: 'is wrong here: a row names either a test or a category',
})

/** The laboratory's questionnaires, and which tests ask them, in the order of `questionnaires.csv`. */
export interface QuestionnaireFiles {
  questionnaires: Questionnaire[]
  askedBy: z.output<typeof assignmentRow>[]
}

/**
 * Reads `questionnaires/*.json` and `questionnaires.csv` of a catalogue's folder. Both may be missing: then no test
 * asks anything of its own.
 */
export function readQuestionnaires(
  dir: string,
  named: NamedInCatalogue,
  problems: DataFileProblem[],
): QuestionnaireFiles {
  const questionnaires = readFolder(join(dir, 'questionnaires'), problems)
  const read = [...questionnaires.values()].filter((one) => one !== null)
  const table = join(dir, 'questionnaires.csv')
  if (!existsSync(table)) return { questionnaires: read, askedBy: [] }
  const assignments = readTable(table, assignmentCells, assignmentRow, problems)
  assignments.unique('testCode', 'category', 'questionnaire')
  named.check(assignments, 'test', 'testCode')
  named.check(assignments, 'category', 'category')
  for (const { row, cells } of assignments.rows) {
    const { questionnaire = '' } = cells
    if (!questionnaires.has(questionnaire))
      assignments.report(row, 'questionnaire', `'${questionnaire}' is not a file in questionnaires`)
  }
  return { questionnaires: read, askedBy: assignments.values }
}

/** By id; null for one with problems, so that no further problem is reported for it. */
function readFolder(folder: string, problems: DataFileProblem[]): Map<string, Questionnaire | null> {
  const read = new Map<string, Questionnaire | null>()
  const files = existsSync(folder) ? readdirSync(folder).filter((file) => file.endsWith('.json')) : []
  const urls = new Map<string, string>()
  for (const file of files.sort()) {
    const path = join(folder, file)
    const questionnaire = readQuestionnaire(path, readFileSync(path, 'utf8'), problems)
    read.set(basename(file, '.json'), questionnaire)
    if (!questionnaire) continue
    const { id, url } = questionnaire
    const report = (rule: string) => problems.push({ file, row: null, column: null, rule })
    if (file !== `${id}.json`) report(`the file must be named ${id}.json, like its id`)
    const other = urls.get(url)
    if (other !== undefined) report(`url is also that of ${other}`)
    urls.set(url, file)
  }
  return read
}
