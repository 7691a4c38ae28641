import { expect, test } from 'vitest'
import { createTabs, type SessionEndReason } from './tabs.ts'

/** Tabs of one browser: what one says, all others hear. */
function browser() {
  const channels: EventTarget[] = []
  return (subject: string | null) => {
    const own = new EventTarget()
    channels.push(own)
    const received: SessionEndReason[] = []
    const channel = {
      addEventListener: own.addEventListener.bind(own) as BroadcastChannel['addEventListener'],
      postMessage: (data: unknown) => {
        for (const one of channels) if (one !== own) one.dispatchEvent(new MessageEvent('message', { data }))
      },
    }
    return {
      received,
      tabs: createTabs(
        channel,
        () => subject,
        (over) => received.push(over),
      ),
    }
  }
}

test('a log out reaches the same user’s other tabs, and no other user’s', () => {
  const open = browser()
  const [first, second, stranger, signedOut] = [open('a'), open('a'), open('b'), open(null)]
  first.tabs.broadcast('elsewhere')
  second.tabs.broadcast('idle')
  expect([first.received, second.received, stranger.received, signedOut.received]).toEqual([
    ['idle'],
    ['elsewhere'],
    [],
    [],
  ])
})

test('who is not signed in logs nobody out', () => {
  const open = browser()
  const [first, second] = [open(null), open(null)]
  first.tabs.broadcast('elsewhere')
  expect(second.received).toEqual([])
})
