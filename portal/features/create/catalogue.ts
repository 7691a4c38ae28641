import { type UseQueryResult, useQueries } from '@tanstack/react-query'
import { useEffect } from 'react'
import type { TestDetails } from '#contract/catalogue.ts'
import { ProblemError } from '#contract/errors.ts'
import { api } from '#portal/api.ts'
import { useFormState, useOrderForm } from './draft/form-context.ts'
import type { FormState } from './draft/order-form.ts'

/** A test's details change with the catalogue, not while an order is typed. */
const FRESH_MS = 15 * 60_000

const isUnknown = (result: UseQueryResult<TestDetails>) =>
  result.error instanceof ProblemError && result.error.problem.code === 'not-found'

const together = (results: UseQueryResult<TestDetails>[]) => ({
  details: results.map((result) => result.data ?? null),
  unknown: results.map(isUnknown),
})

const selectTests = (state: FormState) => state.document.tests
const selectAddOns = (state: FormState) => state.document.addOnTests

/** Keeps the form supplied with what the catalogue says of its tests. */
export function useChosenTests(): void {
  const form = useOrderForm()
  const tests = useFormState(selectTests)
  const addOns = useFormState(selectAddOns)
  const codes = [...new Set([...tests, ...addOns].map((test) => test.testCode))].filter((code) => code !== '')
  const { details, unknown } = useQueries({
    queries: codes.map((code) => ({
      queryKey: ['catalogue', 'test', code],
      queryFn: () => api.catalogue.test({ params: { code } }),
      staleTime: FRESH_MS,
    })),
    combine: together,
  })
  const list = codes.join(',')
  useEffect(() => {
    const known = details.filter((test) => test !== null)
    const loading = list.split(',').filter((code, index) => code !== '' && !details[index] && !unknown[index])
    form.setTests(known, loading)
  }, [form, details, unknown, list])
}
