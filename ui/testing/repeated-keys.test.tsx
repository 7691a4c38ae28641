import { expect, test } from 'vitest'
import { hide, show } from './show-field.tsx'

const list = (...keys: string[]) => (
  <ul>
    {keys.map((key) => (
      <li key={key}>{key}</li>
    ))}
  </ul>
)

test('keys that stand twice in a list are found, wherever the list is', () => {
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
