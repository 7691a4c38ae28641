import { expect, test } from 'vitest'
import { guardKeptPage } from './kept-page.ts'

/** A page of a signed-in user, as its browser leaves it and goes back to it. */
function setUp() {
  const world = { isOwn: true, reloads: 0 }
  const root: { hidden: boolean | string } = { hidden: false }
  const page = new EventTarget() as Window
  const happens = (type: 'pagehide' | 'pageshow', persisted: boolean) =>
    page.dispatchEvent(Object.assign(new Event(type), { persisted }))
  guardKeptPage(() => world.isOwn, page, {
    root,
    reload: () => {
      world.reloads += 1
    },
  })
  return { world, root, happens }
}

test('a page whose user goes back to it is shown as it was', () => {
  const { world, root, happens } = setUp()
  happens('pageshow', false)
  happens('pagehide', true)
  happens('pageshow', true)
  expect([root.hidden, world.reloads]).toEqual([false, 0])
})

test('a page that is left by a logout is hidden before the browser keeps it, and loaded anew', () => {
  const { world, root, happens } = setUp()
  world.isOwn = false
  happens('pagehide', true)
  expect([root.hidden, world.reloads]).toEqual([true, 0])
  happens('pageshow', true)
  expect([root.hidden, world.reloads]).toEqual([true, 1])
})

test('so is one whose user was logged out after it was left', () => {
  const { world, root, happens } = setUp()
  happens('pagehide', true)
  world.isOwn = false
  happens('pageshow', true)
  expect([root.hidden, world.reloads]).toEqual([true, 1])
})

test('a page that is opened, and not gone back to, stays as it is', () => {
  const { world, root, happens } = setUp()
  world.isOwn = false
  happens('pageshow', false)
  expect([root.hidden, world.reloads]).toEqual([false, 0])
})
