import type { ClinicalSection } from '#domain/orders/rule-context.ts'
import { useFormState } from '../../draft/form-context.ts'

/** What the chosen tests say of a part of the clinical section: whether to show it, to need it, and what to write. */
export function useClinicalPart(part: ClinicalSection) {
  const tests = useFormState((state) => state.tests)
  const settings = tests
    .flatMap((test) => test.sections)
    .filter(({ section }) => section === part)
    .map(({ setting }) => setting)
  const required = settings.some((setting) => setting.required)
  return {
    required,
    isRequested: required || settings.some((setting) => setting.shown),
    hint: [...new Set(settings.map((setting) => setting.hint).filter((hint) => hint !== ''))].join(' '),
  }
}
