import { beforeEach, expect, test } from 'vitest'
import { createIdleWatch, idlePhase } from './idle.ts'

const HOUR = 3_600_000
const times = { idleMs: HOUR, countdownMs: 60_000 }

test('an hour is borne, then a minute is counted down, then it is over', () => {
  expect(idlePhase(0, times)).toEqual({ name: 'active', checkIn: 15_000 })
  expect(idlePhase(HOUR - 1, times)).toEqual({ name: 'active', checkIn: 1 })
  expect(idlePhase(HOUR, times)).toEqual({ name: 'warned', secondsLeft: 60, checkIn: 1000 })
  expect(idlePhase(HOUR + 1, times)).toEqual({ name: 'warned', secondsLeft: 60, checkIn: 999 })
  expect(idlePhase(HOUR + 1000, times)).toEqual({ name: 'warned', secondsLeft: 59, checkIn: 1000 })
  expect(idlePhase(HOUR + 59_001, times)).toEqual({ name: 'warned', secondsLeft: 1, checkIn: 999 })
  expect(idlePhase(HOUR + 60_000, times)).toEqual({ name: 'over' })
})

let time: number
let entries: Map<string, string>
const tab = (key = 'lastActivity:someone') =>
  createIdleWatch({
    key,
    ...times,
    now: () => time,
    storage: {
      getItem: (name) => entries.get(name) ?? null,
      setItem: (name, value) => void entries.set(name, value),
    },
  })
const phaseOf = (watch: ReturnType<typeof tab>) => watch.phase().name

beforeEach(() => {
  time = Date.UTC(2026, 2, 12, 9)
  entries = new Map()
})

test('activity in one tab keeps the other awake', () => {
  const [one, other] = [tab(), tab()]
  expect(phaseOf(one)).toBe('active')
  time += HOUR - 1
  one.active()
  time += HOUR - 1
  expect(phaseOf(other)).toBe('active')
  time += 1
  expect([phaseOf(one), phaseOf(other)]).toEqual(['warned', 'warned'])
})

test('another user’s activity does not', () => {
  const [one, stranger] = [tab(), tab('lastActivity:stranger')]
  one.phase()
  time += HOUR
  stranger.active()
  expect(phaseOf(one)).toBe('warned')
})

test('once the user is asked, only the answer counts, and it counts in every tab', () => {
  const [one, other] = [tab(), tab()]
  one.phase()
  time += HOUR + 10_000
  one.active()
  other.active()
  expect([phaseOf(one), phaseOf(other)]).toEqual(['warned', 'warned'])
  other.goOn()
  expect([phaseOf(one), phaseOf(other)]).toEqual(['active', 'active'])
})

test('a lid that was closed over night is judged by the clock; nothing brings the session back', () => {
  const one = tab()
  one.phase()
  time += 9 * HOUR
  one.active()
  expect(phaseOf(one)).toBe('over')
  one.goOn()
  expect(phaseOf(one)).toBe('over')
})

test('a clock that was put back begins anew, instead of waiting a day', () => {
  const one = tab()
  one.phase()
  time -= 24 * HOUR
  expect(phaseOf(one)).toBe('active')
  time += HOUR
  expect(phaseOf(one)).toBe('warned')
})
