import type { LetterTemplates } from '#domain/follow-up/letters.ts'
import { DataFilesInvalid } from '../csv/data-table.ts'
import { SetupError } from '../database/setup-error.ts'
import { readLetters, SHIPPED_LETTERS } from '../features/follow-up/public.ts'
import type { Config } from './config.ts'

/** The laboratory's letters. Throws a SetupError with everything that is wrong with their file. */
export function lettersOf({
  KARYO_LETTERS: file = SHIPPED_LETTERS,
}: Pick<Config, 'KARYO_LETTERS'>): LetterTemplates {
  try {
    return readLetters(file)
  } catch (error) {
    if (!(error instanceof DataFilesInvalid)) throw error
    throw new SetupError(`KARYO_LETTERS: ${file} cannot be used. ${error.message.split('\n').join('; ')}.`)
  }
}
