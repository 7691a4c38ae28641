import { table } from '#domain/table.ts'
/** A reason not to start that the operator can act on: one line, printed without a stack. */
export class SetupError extends Error {
  override name = 'SetupError'
}

const REASONS = table<string>({
  EACCES: 'permission denied: give this user read and write access',
  EPERM: 'permission denied: give this user read and write access',
  ENOENT: 'the path does not exist: choose another directory',
  EROFS: 'the file system is read-only: choose another directory',
  ENOSPC: 'the disk is full: free some space',
  EDQUOT: 'the disk quota is used up: free some space',
  ENOTDIR: 'a part of the path is a file: choose another directory',
  EEXIST: 'it is a file: choose another directory',
})

/** The system's error code (`ENOENT`, …) of a thrown value, or ''. */
export function errorCode(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : ''
}

/** Turns a file system error into a SetupError that states what failed, why, and what to do. */
export function fileError(what: string, error: unknown): SetupError {
  const reason = REASONS[errorCode(error)] ?? (error instanceof Error ? error.message : String(error))
  return new SetupError(`${what}: ${reason}`, { cause: error })
}
