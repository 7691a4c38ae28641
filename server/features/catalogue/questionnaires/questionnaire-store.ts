import type { Questionnaire } from '#domain/questions/questionnaire.ts'
import type { Catalogue } from '../store.ts'

/** What tests ask now, in the laboratory's order. */
export async function questionnairesOfTests(
  db: Catalogue,
  codes: readonly string[],
): Promise<{ testCode: string; questionnaire: Questionnaire }[]> {
  if (codes.length === 0) return []
  const rows = await db
    .selectFrom('test_questionnaire as asked')
    .innerJoin('questionnaire as q', (join) =>
      join.onRef('q.id', '=', 'asked.questionnaire_id').onRef('q.version', '=', 'asked.version'),
    )
    .select(['asked.test_code', 'q.content'])
    .where('asked.test_code', 'in', [...codes])
    .orderBy('asked.position')
    .execute()
  return rows.map(({ test_code, content }) => ({ testCode: test_code, questionnaire: content }))
}

/** A test's questionnaires as a member that is left out if it asks nothing. */
export function askedBy(
  asked: Awaited<ReturnType<typeof questionnairesOfTests>>,
  code: string,
): { questionnaires?: Questionnaire[] } {
  const own = asked.filter(({ testCode }) => testCode === code).map(({ questionnaire }) => questionnaire)
  return own.length === 0 ? {} : { questionnaires: own }
}

/** One version of a questionnaire, also of one that is not asked any more. */
export function questionnaireVersion(db: Catalogue, id: string, version: string) {
  return db
    .selectFrom('questionnaire')
    .select('content')
    .where('id', '=', id)
    .where('version', '=', version)
    .executeTakeFirst()
}
