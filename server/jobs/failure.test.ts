import { expect, test } from 'vitest'
import { NotTaken, reportFailure } from './failure.ts'

const ofDatabase = Object.assign(new Error('invalid input syntax for type date: "Quillbrook"'), {
  ...{ severity: 'ERROR', code: '22007', constraint: 'orders_dates' },
  detail: 'Failing row contains (Quillbrook).',
})

async function failed(error: Error) {
  const errors: Error[] = []
  const thrown = await Promise.reject(error)
    .catch(reportFailure((one) => errors.push(one)))
    .catch((one: Error) => one)
  return { heard: errors, thrown: thrown as Error }
}

test('the queue is told what failed and where, and not its words', async () => {
  const { heard: errors, thrown } = await failed(ofDatabase)
  expect(thrown.message).toBe('Error 22007 orders_dates')
  expect(thrown.stack).toContain('failure.test.ts')
  expect(JSON.stringify([thrown, thrown.stack, { ...thrown }])).not.toContain('Quillbrook')
  expect(errors).toEqual([ofDatabase])
})

test('that the other end did not take it is no news to anybody else', async () => {
  const { heard: errors, thrown } = await failed(new NotTaken('answered 500: Quillbrook'))
  expect([errors, thrown.message]).toEqual([[], 'NotTaken'])
})
