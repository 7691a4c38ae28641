import { expect, test } from 'vitest'
import { isOrderNews, type NewsSettings, ORDER_NEWS, type OrderNewsKind, wantsNews } from './order-news.ts'

const NONE = { reportReady: false, reportCorrected: false, sampleReceived: false, actionNeeded: false }
const ALL = { reportReady: true, reportCorrected: true, sampleReceived: true, actionNeeded: true }

test.each<[OrderNewsKind, keyof typeof NONE]>([
  ['accessioned', 'sampleReceived'],
  ['reported', 'reportReady'],
  ['report-corrected', 'reportCorrected'],
  ['held', 'actionNeeded'],
  ['sample-rejected', 'actionNeeded'],
  ['laboratory-note', 'actionNeeded'],
])('of %s tells whoever asked for %s', (kind, setting) => {
  const asked = (whose: NewsSettings['whose']): NewsSettings => ({ ...NONE, [setting]: true, whose })
  expect(wantsNews(asked('mine'), kind, true)).toBe(true)
  expect(wantsNews(asked('mine'), kind, false)).toBe(false)
  expect(wantsNews(asked('institution'), kind, false)).toBe(true)
  const others = { ...ALL, [setting]: false }
  expect(wantsNews({ ...others, whose: 'institution' }, kind, true)).toBe(false)
})

test('nothing else is told', () => {
  expect(Object.keys(ORDER_NEWS).every(isOrderNews)).toBe(true)
  for (const kind of ['in-process', 'cancelled', 'toString', '']) expect(isOrderNews(kind)).toBe(false)
})
