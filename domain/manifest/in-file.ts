import type { OrderableTest } from '../orders/rule-context.ts'
import { REFERENCE, TEST_CODE } from './columns.ts'
import type { ReadRow, RowError } from './row.ts'

// Errors of a row within its file, independent of its order.

export function rowError(path: string, rule: string, message: string, column = ''): RowError {
  return { column, path, rule, message, severity: 'error' }
}

/** The row is for another test than its file, or names none although each must (`isRequested`). */
export function testCodeErrors({ testCode }: ReadRow, test: OrderableTest, isRequested: boolean): RowError[] {
  const path = '/tests/0/testCode'
  if (testCode === '')
    return isRequested ? [rowError(path, 'required', 'Test code is required', TEST_CODE)] : []
  if (testCode.toLowerCase() === test.code.toLowerCase()) return []
  const message = `This manifest is for test ${test.code}, but this row has ${testCode}`
  return [rowError(path, 'conflicts', message, TEST_CODE)]
}

/** The same row (keys.ts) occurs earlier in the file, in row `earlier`. */
export function repeatedError(earlier: number): RowError {
  return rowError(
    '',
    'repeated',
    `This repeats row ${earlier}: remove it, or, if it is for another patient, such as a twin, give this row a ${REFERENCE} of its own`,
  )
}
