import { expect, test } from 'vitest'
import { hide, show } from './show-field.tsx'

const list = (...keys: string[]) => (
  <ul>
    {keys.map((key) => (
      <li key={key}>{key}</li>
    ))}
  </ul>
)

test('a test fails when a list anywhere in what it shows has a key twice', () => {
  const content = (...keys: string[]) => (
    <main>
      <p>Reports</p>
      {list(...keys)}
      {list('a', 'b')}
    </main>
  )
  show(content('a', 'b', 'c'))
  expect(() => hide()).not.toThrow()
  show(content('a', 'b', 'a'))
  expect(() => hide()).toThrow('ul a')
})
