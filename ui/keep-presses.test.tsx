import { beforeEach, expect, test } from 'vitest'
import { keepPresses } from './keep-presses.ts'

let page: Document
let opened: string[]

beforeEach(() => {
  page = document.implementation.createHTMLDocument()
  page.body.innerHTML = '<a href="/orders">Orders</a><a href="/kits">Kits</a><p>Text</p>'
  opened = []
  keepPresses(page, (href) => opened.push(href))
})

const find = (selector: string) => page.querySelector(selector) as HTMLElement

function pointer(type: 'pointerdown' | 'pointerup', target: Element) {
  target.dispatchEvent(
    new PointerEvent(type, { bubbles: true, isPrimary: true, button: 0, pointerType: 'mouse' }),
  )
}

function pressWhatGoesAway(selector: string) {
  const link = find(selector)
  pointer('pointerdown', link)
  link.remove()
  pointer('pointerup', find('p'))
}

test('follows a link that was removed between press and release', async () => {
  pressWhatGoesAway('[href="/orders"]')
  await expect.poll(() => opened).toEqual(['/orders'])
})

test('follows it before the next press, however soon that comes, and once', async () => {
  pressWhatGoesAway('[href="/orders"]')
  pointer('pointerdown', find('p'))
  expect(opened).toEqual(['/orders'])
  pointer('pointerup', find('p'))
  pressWhatGoesAway('[href="/kits"]')
  await expect.poll(() => opened).toEqual(['/orders', '/kits'])
})
