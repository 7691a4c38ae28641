/**
 * Something that both sides changed, each to something else: a field, or a row that one changed and the other removed.
 * `path` names rows by what tells them apart (`/patients/proband/firstName`), for their places may differ.
 * `undefined`: removed.
 */
export interface Overlap {
  path: string
  local: unknown
  remote: unknown
}
