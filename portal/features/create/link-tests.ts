import { useSearch } from '@tanstack/react-router'
import { useEffect } from 'react'
import { type LinkedTest, testsOfLink } from '#domain/catalogue/create-link.ts'
import { api } from '#portal/api.ts'
import type { OrderForm } from './draft/order-form.ts'

/** A code that is no catalogue code may be a display code or a clinic's own: the catalogue knows. */
async function resolveNames(tests: readonly LinkedTest[]): Promise<LinkedTest[]> {
  const missingCodes = tests.filter(({ displayCode }) => displayCode === '').map(({ testCode }) => testCode)
  const known =
    missingCodes.length === 0
      ? []
      : await api.catalogue
          .byClientTestCodes({ headers: { clienttestcodes: missingCodes.join(',') } })
          .catch(() => [])
  return tests.map((test) => {
    const found = known.find((one) => one.clientTestCode === test.testCode)
    return found && test.displayCode === '' && found.testCode !== test.testCode
      ? { testCode: found.testCode, displayCode: test.testCode }
      : test
  })
}

/**
 * Puts the tests of the address (`test`, `ctc`) into an order that is not saved yet; others when the address changes before
 * anybody has typed.
 */
export function useTestsOfLink(form: OrderForm): void {
  const { test: given = [], ctc, draft } = useSearch({ strict: false })
  const test = [given].flat()
  const link = JSON.stringify([test, ctc ?? null])
  useEffect(() => {
    if (draft !== undefined) return
    let left = false
    void resolveNames(testsOfLink({ test, ctc })).then((tests) => {
      if (!left) form.beginWith(tests)
    })
    return () => {
      left = true
    }
  }, [form, link, draft])
}
