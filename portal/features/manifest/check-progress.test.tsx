import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { show } from '#ui/testing/show-field.tsx'
import { CheckProgress } from './CheckProgress.tsx'
import type { Run, RunState } from './run.ts'
import type { SheetRow } from './states.ts'

const runOf = (given: Partial<RunState>) => {
  const state: RunState = { is: 'running', done: 0, total: 1, error: null, ...given }
  return { state: () => state, subscribe: () => () => undefined } as unknown as Run<SheetRow>
}
const barCount = () => page.getByRole('progressbar', { name: 'Rows checked' }).elements().length

test('a check of the whole sheet shows how far it is', () => {
  show(<CheckProgress run={runOf({ done: 100, total: 500 })} uncheckedCount={400} />)
  expect(barCount()).toBe(1)
})

test('a check of the row that was just edited moves nothing', () => {
  show(<CheckProgress run={runOf({ total: 1 })} uncheckedCount={1} />)
  expect(barCount()).toBe(0)
})

test('one that failed or was stopped can be continued, however few rows it has', async () => {
  show(<CheckProgress run={runOf({ is: 'failed', error: new Error('away') })} uncheckedCount={1} />)
  await expect.element(page.getByRole('button', { name: /Continue/ })).toBeVisible()
})
