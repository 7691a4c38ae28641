import { expect, test } from 'vitest'
import { loggableError } from './log.ts'

test('an error of the database is logged without the values it quotes', () => {
  const error = Object.assign(new Error('invalid input syntax for type date: "Quillbrook"'), {
    severity: 'ERROR',
    code: '22007',
    table: 'orders',
    detail: 'Key (patient_last_name)=(Quillbrook) already exists.',
  })
  const logged = loggableError(error)
  expect(logged).toMatchObject({ code: '22007', table: 'orders' })
  expect(JSON.stringify(logged)).not.toContain('Quillbrook')
  expect(logged.stack.length).toBeGreaterThan(0)
})

test('any other error keeps its words', () => {
  expect(loggableError(new TypeError('x is undefined'))).toMatchObject({
    type: 'TypeError',
    message: 'x is undefined',
  })
})
