import { expect, test } from 'vitest'
import { render } from 'vitest-browser-react'
import { EarlierBanner } from './EarlierBanner.tsx'

test('an order of before the portal names the earlier system and its number there; a reported one, where its result stands', async () => {
  const earlier = { system: 'OldLab Portal', number: 'OP-4711' }
  const screen = await render(<EarlierBanner order={{ state: 'reported', earlier }} />)
  await expect
    .element(screen.getByRole('heading', { name: 'This order is from OldLab Portal' }))
    .toBeVisible()
  const text = () => screen.container.textContent ?? ''
  expect(text()).toContain('Its number there was OP-4711. Its result is in the PDF only')
  await screen.rerender(<EarlierBanner order={{ state: 'cancelled', earlier }} />)
  expect(text()).toContain('OP-4711')
  expect(text()).not.toContain('PDF')
  await screen.rerender(<EarlierBanner order={{ state: 'reported' }} />)
  expect(text()).toBe('')
})
