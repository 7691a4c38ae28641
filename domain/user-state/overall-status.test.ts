import { expect, test } from 'vitest'
import { overallStatus } from './overall-status.ts'

test.each([
  [['Active'], 'Active'],
  [['Blocked', 'Active'], 'Active'],
  [['Inactive', 'WaitingForApproval'], 'WaitingForApproval'],
  [['Inactive', 'Blocked'], 'Blocked'],
  [['Inactive'], 'Inactive'],
  [[], null],
] as const)('%j at their institutions is %s over all', (statuses, overall) => {
  expect(overallStatus(statuses)).toBe(overall)
})
