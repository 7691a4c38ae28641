import { afterAll, beforeAll, expect, test, vi } from 'vitest'

class TextField extends EventTarget {}
class ListField extends EventTarget {}
const page = new EventTarget()
let afterPress: typeof import('./after-press.ts')['afterPress']

beforeAll(async () => {
  vi.useFakeTimers()
  vi.stubGlobal('document', page)
  vi.stubGlobal('HTMLSelectElement', ListField)
  ;({ afterPress } = await import('./after-press.ts'))
})
afterAll(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

/** Dispatches an event on the page, at a field. */
function fire(type: string, target: EventTarget = new TextField()) {
  page.dispatchEvent(Object.defineProperty(new Event(type), 'target', { value: target }))
  vi.runAllTimers()
}

test('shows messages immediately on blur, but not between press and release', () => {
  const events: string[] = []
  afterPress(() => events.push('left by the keyboard'))
  expect(events).toEqual(['left by the keyboard'])

  fire('pointerdown')
  // Browsers fire it for an edited text field before blur.
  fire('change')
  afterPress(() => events.push('left by a press'))
  vi.runAllTimers()
  expect(events).toHaveLength(1)
  fire('pointerup')
  expect(events).toEqual(['left by the keyboard', 'left by a press'])
})

test('treats a choice from a native list as the end of the press, which has no release', () => {
  const events: string[] = []
  fire('pointerdown')
  afterPress(() => events.push('left'))
  expect(events).toEqual([])
  fire('change', new ListField())
  expect(events).toEqual(['left'])
})
