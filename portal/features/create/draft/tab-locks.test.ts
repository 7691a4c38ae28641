import { expect, test } from 'vitest'
import { createTabLocks } from './tab-locks.ts'

/** A page of a browser whose tabs share these locks. */
function openPage() {
  const page = new EventTarget() as Window
  const happens = (type: 'pagehide' | 'pageshow') =>
    page.dispatchEvent(Object.assign(new Event(type), { persisted: true }))
  return { happens, ...createTabLocks(navigator.locks, page) }
}

test('what a tab has made is its own, and not a duplicate’s', async () => {
  const [first, duplicate] = [openPage(), openPage()]
  first.own('draft a')
  expect(await first.isOwn('draft a')).toBe(true)
  expect(await duplicate.isOwn('draft a')).toBe(false)
  first.happens('pagehide')
})

test('it is the tab’s again after a reload, and another’s once the tab is closed', async () => {
  const before = openPage()
  before.own('draft b')
  const reloaded = openPage()
  const isOwn = reloaded.isOwn('draft b')
  before.happens('pagehide')
  expect(await isOwn).toBe(true)
  expect(await openPage().isOwn('draft b')).toBe(false)
  reloaded.happens('pagehide')
  const next = openPage()
  expect(await next.isOwn('draft b')).toBe(true)
  next.happens('pagehide')
})

test('a page that one goes back to holds it again', async () => {
  const kept = openPage()
  kept.own('draft c')
  kept.happens('pagehide')
  kept.happens('pageshow')
  expect(await openPage().isOwn('draft c')).toBe(false)
  kept.happens('pagehide')
})

test('without locks a tab takes everything for its own', async () => {
  const { isOwn } = createTabLocks(undefined, new EventTarget() as Window)
  expect(await isOwn('draft d')).toBe(true)
})
