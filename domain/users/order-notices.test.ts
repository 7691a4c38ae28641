import { expect, test } from 'vitest'
import {
  isOrderNotice,
  type NoticeSettings,
  noticeText,
  ORDER_NOTICES,
  type OrderNoticeKind,
  wantsNotice,
} from './order-notices.ts'

const NONE = { reportReady: false, reportCorrected: false, sampleReceived: false, actionNeeded: false }
const ALL = { reportReady: true, reportCorrected: true, sampleReceived: true, actionNeeded: true }

test.each<[OrderNoticeKind, keyof typeof NONE]>([
  ['accessioned', 'sampleReceived'],
  ['reported', 'reportReady'],
  ['report-corrected', 'reportCorrected'],
  ['held', 'actionNeeded'],
  ['sample-rejected', 'actionNeeded'],
  ['laboratory-note', 'actionNeeded'],
  ['cancelled', 'actionNeeded'],
])('of %s goes to users who asked for %s', (kind, setting) => {
  const settingsFor = (whose: NoticeSettings['whose']): NoticeSettings => ({
    ...NONE,
    [setting]: true,
    whose,
  })
  expect(wantsNotice(settingsFor('mine'), kind, true)).toBe(true)
  expect(wantsNotice(settingsFor('mine'), kind, false)).toBe(false)
  expect(wantsNotice(settingsFor('institution'), kind, false)).toBe(true)
  const others = { ...ALL, [setting]: false }
  expect(wantsNotice({ ...others, whose: 'institution' }, kind, true)).toBe(false)
})

test('nothing else is sent', () => {
  expect(Object.keys(ORDER_NOTICES).every(isOrderNotice)).toBe(true)
  for (const kind of ['in-process', 'acknowledged', 'toString', '']) expect(isOrderNotice(kind)).toBe(false)
})

test('about a cancelled order tell nobody to wait for a report', () => {
  const kinds = Object.keys(ORDER_NOTICES).filter(isOrderNotice)
  const waiting = /wait for|will follow;|may change|may still change/
  const told = (isCancelled: boolean) =>
    kinds.filter((kind) => waiting.test(noticeText(kind, { isCancelled })))
  expect(told(false)).toEqual(['report-preliminary', 'report-partial', 'read-report-preliminary'])
  expect(told(true)).toEqual([])
})
