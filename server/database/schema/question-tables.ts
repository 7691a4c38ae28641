import type { Generated, JSONColumnType } from 'kysely'
import type { Questionnaire } from '#domain/questions/questionnaire.ts'

/** The laboratory's own questions. */
export interface QuestionTables {
  /** Every version that was imported. */
  questionnaire: {
    id: string
    version: string
    content: JSONColumnType<Questionnaire, string, never>
    imported_at: Generated<Date>
  }
  /** Which tests ask which version now. */
  test_questionnaire: { test_code: string; position: number; questionnaire_id: string; version: string }
}
