import { expect, test } from 'vitest'
import { createTabs, type Over } from './tabs.ts'

/** Tabs of one browser: what one says, all others hear. */
function browser() {
  const channels: EventTarget[] = []
  return (subject: string | null) => {
    const own = new EventTarget()
    channels.push(own)
    const heard: Over[] = []
    const channel = {
      addEventListener: own.addEventListener.bind(own) as BroadcastChannel['addEventListener'],
      postMessage: (data: unknown) => {
        for (const one of channels) if (one !== own) one.dispatchEvent(new MessageEvent('message', { data }))
      },
    }
    return {
      heard,
      tabs: createTabs(
        channel,
        () => subject,
        (over) => heard.push(over),
      ),
    }
  }
}

test('a log out reaches the same user’s other tabs, and no other user’s', () => {
  const open = browser()
  const [first, second, stranger, nobody] = [open('a'), open('a'), open('b'), open(null)]
  first.tabs.tell('elsewhere')
  second.tabs.tell('idle')
  expect([first.heard, second.heard, stranger.heard, nobody.heard]).toEqual([['idle'], ['elsewhere'], [], []])
})

test('who is not signed in logs nobody out', () => {
  const open = browser()
  const [first, second] = [open(null), open(null)]
  first.tabs.tell('elsewhere')
  expect(second.heard).toEqual([])
})
