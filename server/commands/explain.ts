import { DataFilesInvalid } from '../csv/data-table.ts'
import { errorCode, SetupError } from '../database/setup-error.ts'

/** What a command says of an error: the message if the operator can mend it, the stack of anything else. */
export function explain(error: unknown): string {
  const mendable = error instanceof SetupError || error instanceof DataFilesInvalid || errorCode(error)
  if (mendable) return (error as Error).message
  return String(error instanceof Error ? error.stack : error)
}
