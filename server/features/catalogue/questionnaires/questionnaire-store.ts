import { sql } from 'kysely'
import { type Answer, answersIn } from '#domain/orders/answers.ts'
import type { OrderDocument } from '#domain/orders/document.ts'
import type { AnsweredQuestionnaire, Questionnaire } from '#domain/questions/questionnaire.ts'
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

type AnsweringDocument = Pick<OrderDocument, 'answers' | 'tests' | 'addOnTests'>

/**
 * For each document the questionnaires that it answered, in the words of then, and which of its tests ask them. A
 * version that is not known is left out.
 */
export async function answeredQuestionnaires(
  db: Catalogue,
  documents: readonly AnsweringDocument[],
): Promise<AnsweredQuestionnaire[][]> {
  const versions = await versionsOf(db, documents.flatMap(answersIn))
  if (versions.length === 0) return documents.map(() => [])
  const codesOf = ({ tests, addOnTests }: AnsweringDocument) =>
    [...tests, ...addOnTests].map(({ testCode }) => testCode)
  const asked = await questionnairesOfTests(db, documents.flatMap(codesOf))
  return documents.map((document) => {
    const codes = codesOf(document)
    const isAnswered = ({ id, version }: Questionnaire) =>
      answersIn(document).some((answer) => answer.questionnaire === id && answer.version === version)
    return versions.filter(isAnswered).map((questionnaire) => ({
      questionnaire,
      tests: asked
        .filter((one) => one.questionnaire.id === questionnaire.id && codes.includes(one.testCode))
        .map(({ testCode }) => testCode),
    }))
  })
}

/** The versions that these answers were given to; an unknown one is left out. */
async function versionsOf(db: Catalogue, answers: readonly Answer[]): Promise<Questionnaire[]> {
  const keys = [...new Set(answers.map(({ questionnaire, version }) => `${questionnaire} ${version}`))]
  if (keys.length === 0) return []
  const rows = await db
    .selectFrom('questionnaire')
    .select('content')
    .where(sql<string>`id || ' ' || version`, 'in', keys)
    .orderBy('id')
    .orderBy('version')
    .execute()
  return rows.map(({ content }) => content)
}
