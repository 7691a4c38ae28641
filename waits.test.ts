import { globSync, readFileSync } from 'node:fs'
import { expect, it } from 'vitest'

it('no test gives up after a second, as `vi.waitFor` does: `expect.poll` waits for a minute', () => {
  const files = globSync('{[a-df-z]*/**/,}*.test.{ts,tsx}', {
    cwd: import.meta.dirname,
    exclude: (name) => name === 'node_modules',
  })
  expect(files.length).toBeGreaterThan(500)
  const impatient = files.filter((file) =>
    /\bvi\.wait(For|Until)\(/.test(readFileSync(`${import.meta.dirname}/${file}`, 'utf8')),
  )
  expect(impatient).toEqual([])
})
