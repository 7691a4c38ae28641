import type { RowError } from '#domain/manifest/row.ts'

/** The words beside the column's own name, which some of them begin with: `Enter a valid date`. */
export function shortMessageOf({ column, message }: RowError): string {
  const bare = column !== '' && message.startsWith(`${column}: `) ? message.slice(column.length + 2) : message
  return bare.charAt(0).toUpperCase() + bare.slice(1)
}

/** `Date of birth: enter a valid date`; what is about the whole row has no column before it. */
export function errorInWords({ column, message }: RowError): string {
  return column === '' || message.startsWith(`${column}:`) ? message : `${column}: ${message}`
}
