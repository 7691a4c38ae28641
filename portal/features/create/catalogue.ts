import { type UseQueryResult, useQueries } from '@tanstack/react-query'
import { useEffect } from 'react'
import type { TestDetails } from '#contract/catalogue.ts'
import { ProblemError } from '#contract/errors.ts'
import { api } from '#portal/api.ts'
import { useFormState, useOrderForm } from './draft/form-context.ts'
import type { FormState } from './draft/order-form.ts'
import { codesOf } from './draft/test-choice.ts'

/** A test's details change with the catalogue, not while an order is typed. */
const FRESH_MS = 15 * 60_000

const isUnknown = (result: UseQueryResult<TestDetails>) =>
  result.error instanceof ProblemError && result.error.problem.code === 'not-found'

const together = (results: UseQueryResult<TestDetails>[]) => ({
  details: results.map((result) => result.data ?? null),
  unknown: results.map(isUnknown),
})

const selectCodes = (state: FormState) => codesOf(state.document).join(',')

/** Keeps the form supplied with what the catalogue says of its tests, as they are at its institution. */
export function useChosenTests(): void {
  const form = useOrderForm()
  const list = useFormState(selectCodes)
  const codes = list === '' ? [] : list.split(',')
  const { details, unknown } = useQueries({
    queries: codes.map((code) => ({
      queryKey: ['catalogue', 'test', code, form.hospitalCode],
      queryFn: () => api.catalogue.test({ params: { code }, query: { institutionCode: form.hospitalCode } }),
      staleTime: FRESH_MS,
    })),
    combine: together,
  })
  useEffect(() => {
    const known = details.filter((test) => test !== null)
    const loading = codes.filter((_, index) => !details[index] && !unknown[index])
    form.setTests(codes, known, loading)
  }, [form, details, unknown, list])
}
