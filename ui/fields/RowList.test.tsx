import { TextInput } from '@mantine/core'
import { useState } from 'react'
import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { show } from '../testing/show-field.tsx'
import { RowList } from './RowList.tsx'

let setFromOutside: (change: (names: string[]) => string[]) => void = () => {}

function Names() {
  const [names, setNames] = useState(['Ada', 'Grace', 'Mary'])
  setFromOutside = setNames
  return (
    <RowList label="Names" noun="name" value={names} onChange={setNames} fresh={() => ''}>
      {(name, _, change) => (
        <TextInput aria-label="Name" value={name} onChange={(event) => change(event.currentTarget.value)} />
      )}
    </RowList>
  )
}

test('typing goes on in the same row while rows above it are added and removed elsewhere', async () => {
  show(<Names />)
  const values = () =>
    page
      .getByRole('textbox', { name: 'Name' })
      .elements()
      .map((input) => (input as HTMLInputElement).value)
  await page.getByRole('textbox', { name: 'Name' }).nth(1).click()
  await userEvent.keyboard('{End} B')
  setFromOutside(([, ...names]) => names)
  await expect.poll(values).toEqual(['Grace B', 'Mary'])
  await userEvent.keyboard('rew')
  await expect.poll(values).toEqual(['Grace Brew', 'Mary'])
  setFromOutside((names) => ['Ada', 'Rosalind', ...names])
  await expect.poll(values).toHaveLength(4)
  await userEvent.keyboard('ster')
  await expect.poll(values).toEqual(['Ada', 'Rosalind', 'Grace Brewster', 'Mary'])
})
