import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { hide, show } from '#ui/testing/show-field.tsx'
import { EarlierBanner } from './EarlierBanner.tsx'

test('an order of before the portal names the earlier system and its number there; a reported one, where its result stands', () => {
  const earlier = { system: 'OldLab Portal', number: 'OP-4711' }
  const text = () => page.getByRole('main').element().textContent
  const banner = (state: 'reported' | 'cancelled', from?: typeof earlier) => {
    hide()
    show(
      <main>
        <EarlierBanner order={from ? { state, earlier: from } : { state }} />
      </main>,
    )
  }
  banner('reported', earlier)
  expect(page.getByRole('heading', { name: 'This order is from OldLab Portal' }).element()).toBeVisible()
  expect(text()).toContain('Its number there was OP-4711. Its result is in the PDF only')
  banner('cancelled', earlier)
  expect(text()).toContain('OP-4711')
  expect(text()).not.toContain('PDF')
  banner('reported')
  expect(text()).toBe('')
})
