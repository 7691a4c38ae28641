import { expect, test } from 'vitest'
import { failing, NotTaken } from './failure.ts'

const ofDatabase = Object.assign(new Error('invalid input syntax for type date: "Quillbrook"'), {
  ...{ severity: 'ERROR', code: '22007', constraint: 'orders_dates' },
  detail: 'Failing row contains (Quillbrook).',
})

async function failed(error: Error) {
  const heard: Error[] = []
  const told = await Promise.reject(error)
    .catch(failing((one) => heard.push(one)))
    .catch((one: Error) => one)
  return { heard, told: told as Error }
}

test('the queue is told what failed and where, and not its words', async () => {
  const { heard, told } = await failed(ofDatabase)
  expect(told.message).toBe('Error 22007 orders_dates')
  expect(told.stack).toContain('failure.test.ts')
  expect(JSON.stringify([told, told.stack, { ...told }])).not.toContain('Quillbrook')
  expect(heard).toEqual([ofDatabase])
})

test('that the other end did not take it is no news to anybody else', async () => {
  const { heard, told } = await failed(new NotTaken('answered 500: Quillbrook'))
  expect([heard, told.message]).toEqual([[], 'NotTaken'])
})
