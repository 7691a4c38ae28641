import { isDeepStrictEqual } from 'node:util'
import type { Insertable, Transaction } from 'kysely'
import type { Questionnaire } from '#domain/questions/questionnaire.ts'
import { type DataFileProblem, throwIfAny } from '#server/csv/data-table.ts'
import { insertAll } from '#server/database/migrate/bulk.ts'
import type { Tables } from '#server/database/schema/tables.ts'
import type { Catalogue } from '../catalogue-rows.ts'

type Import = Transaction<Tables>

/**
 * Adds new versions of questionnaires, and sets which tests ask which. Earlier versions stay, as old orders are read
 * in their words. Throws {@link DataFilesInvalid} if a version that was imported before has other content now.
 */
export async function importQuestionnaires(
  db: Import,
  { tests, questionnaires, askedBy }: Catalogue,
): Promise<void> {
  await db.deleteFrom('test_questionnaire').execute()
  const known = await db.selectFrom('questionnaire').select(['id', 'version', 'content']).execute()
  const knownOf = (one: Questionnaire) =>
    known.find(({ id, version }) => id === one.id && version === one.version)?.content
  throwIfAny(
    questionnaires.flatMap((one): DataFileProblem[] => {
      const before = knownOf(one)
      return before === undefined || isDeepStrictEqual(before, one)
        ? []
        : [{ file: `${one.id}.json`, row: null, column: null, rule: changedRule(one.version) }]
    }),
  )
  const added = questionnaires
    .filter((one) => knownOf(one) === undefined)
    .map((one) => ({ id: one.id, version: one.version, content: JSON.stringify(one) }))
  await insertAll(db, 'questionnaire', added)
  const versions = new Map(questionnaires.map(({ id, version }) => [id, version]))
  const asked = tests.flatMap(({ code, category }) => {
    const own = askedBy.filter((row) => row.testCode === code || row.category === category)
    return [...new Set(own.map((row) => row.questionnaire))].map(
      (id, position): Insertable<Tables['test_questionnaire']> => ({
        ...{ test_code: code, position, questionnaire_id: id, version: versions.get(id) ?? '' },
      }),
    )
  })
  await insertAll(db, 'test_questionnaire', asked)
}

const changedRule = (version: string) =>
  `version ${version} was imported before with other content, in whose words orders have been answered: give it a new version`
