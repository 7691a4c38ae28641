import { CART_KEY, type CartItem, readCart, withItem, withoutItem } from '#domain/catalogue/cart.ts'
import { CHECKOUT, checkoutPath } from '#domain/catalogue/paths.ts'
import { startSuggestions } from './suggestions.ts'

// The cart in the browser's local storage, which may be shut off.

function cart(): CartItem[] {
  try {
    return readCart(localStorage.getItem(CART_KEY))
  } catch {
    return []
  }
}

/** Whether it could be kept. */
function saveCart(items: readonly CartItem[]): boolean {
  try {
    if (items.length === 0) localStorage.removeItem(CART_KEY)
    else localStorage.setItem(CART_KEY, JSON.stringify(items))
    return true
  } catch {
    return false
  }
}

function announce(words: string): void {
  const statusElement = document.querySelector('[data-said]')
  if (!statusElement) return
  statusElement.textContent = words
  clearTimeout(fading)
  fading = setTimeout(() => {
    statusElement.textContent = ''
  }, 6_000)
}
let fading: ReturnType<typeof setTimeout> | undefined

/** The badge, the buttons of what is in the cart, and the cart page; with a signal in `options`, until it aborts. */
export function startCart(options: AddEventListenerOptions = {}): void {
  document.addEventListener('click', onClick, options)
  document.addEventListener('submit', onSubmit, options)
  document.addEventListener('change', onChange, options)
  // Another tab or the portal's frame has changed it.
  const onStorage = ({ key }: StorageEvent) => {
    if (key === CART_KEY || key === null) show()
  }
  window.addEventListener('storage', onStorage, options)
  window.addEventListener('pageshow', show, options)
  show()
}

function onClick(event: MouseEvent): void {
  if (!(event.target instanceof Element) || event.ctrlKey || event.metaKey || event.shiftKey) return
  const link = event.target.closest<HTMLElement>('[data-add], [data-remove]')
  const { add, remove } = link?.dataset ?? {}
  const isInCart = link?.hasAttribute('data-in-cart')
  // Of a cart that an address names, the address says what is left; and 'In cart' leads to the cart.
  if (!link || isInCart || (remove !== undefined && cartPage()?.dataset.cartPage !== 'browser')) return
  const items =
    add === undefined ? withoutItem(cart(), remove ?? '') : withItem(cart(), { code: add, addOns: [] })
  if (!saveCart(items)) return
  event.preventDefault()
  show()
  announce(add === undefined ? 'Removed from the cart' : 'Added to the cart')
  if (remove !== undefined) document.getElementById('content')?.focus()
}

function onSubmit(event: SubmitEvent): void {
  const form = event.target
  if (!(form instanceof HTMLFormElement) || form.dataset.addForm === undefined) return
  if (!saveCart(withItem(cart(), { code: form.dataset.addForm, addOns: addOnsOf(form) }))) return
  event.preventDefault()
  show()
  announce('In the cart')
}

/**
 * What is ticked is ordered, not what was ticked when the page came; and is in the cart if the test is, since the way there
 * stands where "Order now" stood.
 */
function onChange({ target }: Event): void {
  const form = target instanceof HTMLInputElement && target.name === 'addOn' ? target.form : null
  const code = form?.dataset.addForm
  if (!form || code === undefined) return
  const items = cart()
  if (!items.some((item) => item.code === code)) showOrderLink(form, false)
  else if (saveCart(withItem(items, { code, addOns: addOnsOf(form) }))) {
    show()
    announce('Cart updated')
  }
}

const addOnsOf = (form: HTMLFormElement) => new FormData(form).getAll('addOn').map(String)

function show(): void {
  const items = cart()
  for (const badge of document.querySelectorAll<HTMLElement>('[data-cart-count]')) {
    badge.textContent = String(items.length)
    badge.hidden = items.length === 0
  }
  // For who hears it: 'Cart 2 tests'.
  const unit = items.length === 1 ? 'test' : 'tests'
  for (const unitElement of document.querySelectorAll('[data-cart-unit]'))
    unitElement.textContent = items.length > 0 ? unit : ''
  for (const link of document.querySelectorAll<HTMLAnchorElement>('[data-add]')) {
    const code = link.dataset.add ?? ''
    const isIn = items.some((item) => item.code === code)
    link.toggleAttribute('data-in-cart', isIn)
    link.textContent = isIn ? 'In cart' : 'Add to cart'
    link.href = isIn ? CHECKOUT : checkoutPath([{ code, addOns: [] }])
    const name = link.getAttribute('aria-label')?.replace(/^[^:]*/, link.textContent)
    if (name) link.setAttribute('aria-label', name)
  }
  for (const form of document.querySelectorAll<HTMLFormElement>('form[data-add-form]'))
    showAddForm(
      form,
      items.find(({ code }) => code === form.dataset.addForm),
    )
  void showCartPage(items)
}

/** A test's page: what stands in the cart is changed here, and the way to the cart takes the place of the order's. */
function showAddForm(form: HTMLFormElement, item: CartItem | undefined): void {
  const boxes = [...form.querySelectorAll<HTMLInputElement>('input[name=addOn]')]
  if (item) for (const box of boxes) box.checked = item.addOns.includes(box.value)
  const button = form.querySelector('button')
  if (button) button.textContent = !item ? 'Add to cart' : boxes.length > 0 ? 'Update cart' : 'In cart'
  showOrderLink(form, item !== undefined)
}

function showOrderLink(form: HTMLFormElement, isInCart: boolean): void {
  const orderLink = document.querySelector<HTMLAnchorElement>('[data-order-now]')
  if (!orderLink) return
  orderLink.dataset.orderNow ||= orderLink.href
  // The server's address orders the test alone; add-on tests come after it.
  const address = new URL(orderLink.dataset.orderNow)
  for (const addOn of addOnsOf(form)) address.searchParams.append('test', addOn)
  orderLink.href = isInCart ? CHECKOUT : address.href
  orderLink.textContent = isInCart ? 'Go to the cart' : 'Order now'
}

const cartPage = () => document.querySelector<HTMLElement>('[data-cart-page]')
let displayedItems = '[]'

/** The server makes the browser's cart page, too: it knows names and prices of today. */
async function showCartPage(items: readonly CartItem[]): Promise<void> {
  const page = cartPage()
  if (page?.dataset.cartPage !== 'browser') return
  const newItems = JSON.stringify(items)
  if (newItems !== displayedItems) {
    const before = displayedItems
    displayedItems = newItems
    const made = await partOf(items.length > 0 ? checkoutPath(items) : CHECKOUT)
    if (displayedItems !== newItems) return
    if (!made) {
      displayedItems = before
      return
    }
    page.replaceChildren(...made.childNodes)
    startSuggestions(page)
  } else if (items.length > 0) return
  for (const empty of page.querySelectorAll<HTMLElement>('[data-cart-empty]')) empty.hidden = false
}

async function partOf(address: string): Promise<Element | null> {
  try {
    const reply = await fetch(address)
    const made = new DOMParser().parseFromString(await reply.text(), 'text/html')
    if (reply.ok) return made.querySelector('[data-cart-page]')
  } catch {
    // Offline: said below.
  }
  announce('The cart could not be shown. Check the connection, then reload the page.')
  return null
}
