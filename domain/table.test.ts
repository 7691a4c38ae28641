import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, test } from 'vitest'
import { table } from './table.ts'

describe('a table', () => {
  const one = table<number>({ a: 1 })
  test('has only its own entries', () => {
    expect([one.a, one.b, Object.keys(one), 'a' in one]).toEqual([1, undefined, ['a'], true])
  })
  test.each(Object.getOwnPropertyNames(Object.prototype))('[SEC-15] does not answer to %s', (name) => {
    expect([one[name], name in one]).toEqual([undefined, false])
  })
  test('cannot be changed', () => {
    expect(() => Object.assign(one, { b: 2 })).toThrow(TypeError)
  })
})

test('[SEC-15] no module looks up untrusted text in an object literal', () => {
  const root = path.join(import.meta.dirname, '..')
  const files = globSync('{domain,contract,server,adapters,simulators}/**/*.ts', { cwd: root }).filter(
    (file) => !/\.test\.ts$|\/testing\//.test(file),
  )
  expect(files.length).toBeGreaterThan(500)
  const literal = /^(?:export )?const (\w+): [^\n=]*Record<string,[^\n=]*> = \{/gm
  const found = files.flatMap((file) =>
    [...readFileSync(path.join(root, file), 'utf8').matchAll(literal)].map(([, name]) => `${file} ${name}`),
  )
  expect(found).toEqual([])
})
