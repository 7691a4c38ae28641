import { toNestErrors } from '@hookform/resolvers'
import type { FieldErrors, FieldValues, Path, Resolver, UseFormReturn } from 'react-hook-form'
import { type FieldError, ProblemError } from '#contract/errors.ts'

/** One field that is wrong, by its name in the form: `phones.0.phoneNumber`. */
export interface WrongField {
  name: string
  message: string
}

/** A JSON pointer as a form names the field: `/phones/0/phoneNumber` is `phones.0.phoneNumber`. */
export function fieldName(pointer: string): string {
  return pointer
    .split('/')
    .slice(1)
    .map((part) => part.replaceAll('~1', '/').replaceAll('~0', '~'))
    .join('.')
}

/** What a refusal says of single fields; empty where it is about something else. */
export function fieldErrorsOf(error: unknown): readonly FieldError[] {
  return error instanceof ProblemError ? (error.problem.errors ?? []) : []
}

/** All messages of a form, nested as react-hook-form keeps them, as one list. */
export function wrongFields(errors: FieldErrors, within = ''): WrongField[] {
  return Object.entries(errors).flatMap(([key, error]) => {
    if (typeof error !== 'object' || error === null) return []
    const name = key === 'root' ? within : within === '' ? key : `${within}.${key}`
    if (typeof error.message === 'string') return [{ name, message: error.message }]
    return key === 'ref' ? [] : wrongFields(error as FieldErrors, name)
  })
}

/**
 * Puts the field errors of a refusal onto the form, all at once, and gives the names of the fields. None: the refusal is
 * about something else, and is to be told in another way. `nameOf` says where in the form a pointer is, if the form is
 * shaped otherwise than what was sent.
 */
export function showRefusal<Values extends FieldValues, Sent>(
  form: Pick<UseFormReturn<Values, unknown, Sent>, 'setError'>,
  error: unknown,
  nameOf: (pointer: string) => string = fieldName,
): string[] {
  return fieldErrorsOf(error).map(({ path, rule, message }) => {
    const name = nameOf(path)
    form.setError(name as Path<Values>, { type: rule, message })
    return name
  })
}

/** The element of a field: an input called `name`, or what is marked with `data-field`; else that of what holds it. */
function fieldElement(root: ParentNode, name: string): HTMLElement | null {
  const quoted = CSS.escape(name)
  const found = root.querySelector<HTMLElement>(`[name="${quoted}"], [data-field="${quoted}"]`)
  if (found || !name.includes('.')) return found
  return fieldElement(root, name.slice(0, name.lastIndexOf('.')))
}

const FOCUSABLE =
  'input:not([type=hidden]):not(:disabled), select, textarea, button:not(:disabled), [tabindex]'

/** Puts the focus into the first of these fields, in the order of the page. */
export function focusFirst(root: ParentNode, names: readonly string[]): void {
  const [first] = names
    .map((name) => fieldElement(root, name))
    .filter((element) => element !== null)
    .sort((a, b) => (a.compareDocumentPosition(b) & Node.DOCUMENT_POSITION_FOLLOWING ? -1 : 1))
  if (!first) return
  // Of radio buttons the one that Tab would reach.
  const target = first.matches(FOCUSABLE)
    ? first
    : (first.querySelector<HTMLElement>('input:checked') ?? first.querySelector<HTMLElement>(FOCUSABLE))
  target?.focus({ preventScroll: true })
  const calm = matchMedia('(prefers-reduced-motion: reduce)').matches
  first.scrollIntoView({ block: 'center', behavior: calm ? 'auto' : 'smooth' })
}

/** A form's resolver of a plain check, which finds everything at once; of several messages for a field the first counts. */
export function resolverOf<Values extends FieldValues>(
  wrongWith: (values: Values) => readonly WrongField[],
): Resolver<Values> {
  return (values, _context, options) => {
    const errors: Record<string, { type: string; message: string }> = {}
    for (const { name, message } of wrongWith(values)) errors[name] ??= { type: 'check', message }
    return Object.keys(errors).length === 0
      ? { values, errors: {} }
      : { values: {}, errors: toNestErrors(errors as FieldErrors, options) }
  }
}
