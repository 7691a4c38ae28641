import { expect, test } from 'vitest'
import { typeText } from './api-types.ts'

test.each([
  ['a choice', { enum: ['a', 1] }, '"a" | 1'],
  [
    'a choice or nothing, in a list',
    { type: 'array', items: { anyOf: [{ type: 'string' }, { type: 'null' }] } },
    '(string | null)[]',
  ],
  ['a pair', { type: 'array', prefixItems: [{ type: 'integer' }, { type: 'boolean' }] }, '[number, boolean]'],
  ['any names', { type: 'object', additionalProperties: { type: 'number' } }, 'Record<string, number>'],
  ['nothing known', {}, 'unknown'],
  [
    'an object on one line',
    { type: 'object', properties: { id: { type: 'integer' }, name: { type: 'string' } }, required: ['id'] },
    '{ id: number; name?: string }',
  ],
  [
    'an object with limits',
    {
      type: 'object',
      properties: { 'x-name': { type: 'string', maxLength: 5 }, day: { type: 'string', format: 'date' } },
    },
    '{\n  "x-name"?: string  // at most 5 characters\n  day?: string  // date\n}',
  ],
])('[OPS-18] a schema as a type: %s', (_what, schema, text) => {
  expect(typeText(schema)).toBe(text)
})

test('what lies too deep is left out', () => {
  let schema: Parameters<typeof typeText>[0] = { type: 'string' }
  for (let depth = 0; depth < 9; depth += 1) schema = { type: 'object', properties: { a: schema ?? {} } }
  expect(typeText(schema)).toContain('{ … }')
})
