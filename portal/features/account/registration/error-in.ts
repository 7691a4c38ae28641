import { type FieldErrors, get } from 'react-hook-form'
import type { Values } from './values.ts'

const messageAt = (errors: FieldErrors<Values>, name: string): string | undefined => {
  const message: unknown = get(errors, `${name}.message`)
  return typeof message === 'string' ? message : undefined
}

/** What is wrong with a list of entries, as its widget takes it: with each entry's fields, and with the list itself. */
export function errorIn(errors: FieldErrors<Values>, list: string) {
  return {
    error: messageAt(errors, list) ?? messageAt(errors, `${list}.root`),
    errors: (index: number, field: string) => messageAt(errors, `${list}.${index}.${field}`),
  }
}
