import { expect, onTestFinished, test } from 'vitest'
import { page } from 'vitest/browser'
import { CART_KEY, readCart } from '#domain/catalogue/cart.ts'
import { startCart } from './cart.ts'

/** A test's page as the server renders it, with two add-on tests; `ticked` as a browser that goes back restores it. */
function renderCard(ticked = ''): void {
  localStorage.removeItem(CART_KEY)
  const card = document.createElement('aside')
  const box = (code: string) =>
    `<label><input type="checkbox" name="addOn" value="${code}"${code === ticked ? ' checked' : ''}>${code}</label>`
  card.innerHTML = `
    <form action="/catalogue/checkout" data-add-form="1600">
      <input type="hidden" name="item" value="1600">${box('1400')}${box('1500')}<button>Add to cart</button>
    </form>
    <a href="https://portal.example/create?test=WES-1&amp;ctc=1600&amp;new-cart=true" data-order-now="">Order now</a>
    <p role="status" data-said=""></p>`
  document.body.append(card)
  const cart = new AbortController()
  onTestFinished(() => {
    // The next file's tests share this page, and some of their buttons have the cart's attributes.
    cart.abort()
    card.remove()
    localStorage.removeItem(CART_KEY)
  })
  startCart({ signal: cart.signal })
}

const link = (name: string) => page.getByRole('link', { name })
function ordered() {
  const { origin, pathname, searchParams } = new URL((link('Order now').element() as HTMLAnchorElement).href)
  expect([origin, pathname]).toEqual(['https://portal.example', '/create'])
  expect([searchParams.get('ctc'), searchParams.get('new-cart')]).toEqual(['1600', 'true'])
  return searchParams.getAll('test')
}

test('“Order now” orders the test with the add-on tests that are ticked', async () => {
  renderCard()
  expect(ordered()).toEqual(['WES-1'])
  await page.getByRole('checkbox', { name: '1500' }).click()
  expect(ordered()).toEqual(['WES-1', '1500'])
  await page.getByRole('checkbox', { name: '1400' }).click()
  expect(ordered()).toEqual(['WES-1', '1400', '1500'])
  await page.getByRole('checkbox', { name: '1500' }).click()
  expect(ordered()).toEqual(['WES-1', '1400'])
  await page.getByRole('button', { name: 'Add to cart' }).click()
  await expect.element(link('Go to the cart')).toHaveAttribute('href', '/catalogue/checkout')
})

test('of a test that is in the cart, an add-on test that is ticked is in the cart, too', async () => {
  renderCard()
  const inCart = () => readCart(localStorage.getItem(CART_KEY))
  await page.getByRole('button', { name: 'Add to cart' }).click()
  expect(inCart()).toEqual([{ code: '1600', addOns: [] }])
  await page.getByRole('checkbox', { name: '1500' }).click()
  expect(inCart()).toEqual([{ code: '1600', addOns: ['1500'] }])
  await expect.element(page.getByRole('status')).toHaveTextContent('Cart updated')
  await expect.element(link('Go to the cart')).toHaveAttribute('href', '/catalogue/checkout')
  await page.getByRole('checkbox', { name: '1500' }).click()
  expect(inCart()).toEqual([{ code: '1600', addOns: [] }])
  await expect.element(page.getByRole('checkbox', { name: '1500' })).not.toBeChecked()
})

test('what the browser ticked again is ordered, too', () => {
  renderCard('1400')
  expect(ordered()).toEqual(['WES-1', '1400'])
})
