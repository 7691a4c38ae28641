import { useField, useOrderForm } from '../../draft/form-context.ts'

/**
 * An optional part of the document that always has all of its members: it is written with its first answer, and removed
 * with its last.
 */
export function usePart<T extends object>(path: string, blank: () => T) {
  const form = useOrderForm()
  const { value } = useField<T | undefined>(path)
  const part = value ?? blank()
  const put = (changes: Partial<T>) => {
    const next = { ...part, ...changes }
    form.set(path, Object.values(next).every((one) => one === '') ? undefined : next)
  }
  return { part, put }
}
