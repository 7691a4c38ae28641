import { describe, expect, test } from 'vitest'
import { chances } from '../chances/chances.ts'
import type { FamilyDocument, FamilyMember } from '../document.ts'
import { family } from '../testing/families.ts'
import { changesOf, coverageOf, relativesAtRisk, type StepEvent } from './relatives.ts'
import {
  isInWindow,
  lastDaysFor,
  lastWindowsFor,
  type TestingWindow,
  type WindowRelative,
  windowState,
} from './window.ts'

const TODAY = '2026-11-23'

function brca(changes: Record<string, Partial<FamilyMember>> = {}): FamilyDocument {
  const lines: Parameters<typeof family> = [
    ['grandmother', 'woman', undefined, { life: 'dead' }],
    ['grandfather', 'man', undefined, { life: 'dead' }],
    ['mother', 'woman', ['grandfather', 'grandmother']],
    ['aunt', 'woman', ['grandfather', 'grandmother']],
    ['uncle by marriage', 'man'],
    ['cousin', 'woman', ['uncle by marriage', 'aunt']],
    ['father', 'man'],
    ['proband', 'woman', ['father', 'mother'], { isProband: true }],
    ['brother', 'man', ['father', 'mother']],
    ['husband', 'man'],
    ['son', 'man', ['husband', 'proband'], { born: '2012-04-01' }],
    ['expected', '', ['husband', 'proband'], { pregnancy: { state: 'ongoing', weeks: 20, dueDate: '' } }],
  ]
  return family(
    ...lines.map(([key, gender, parents, own]): (typeof lines)[number] => [
      ...([key, gender, parents] as const),
      { ...own, ...changes[key] },
    ]),
  )
}

/** `relative: degree, chance in percent, state`, after the events and their results. */
function listed(events: StepEvent[], document = brca()) {
  return relatives(events, document).map(
    ({ member, degree, chance, state }) => `${member}: ${degree}, ${Math.round(chance * 100)} %, ${state}`,
  )
}
function relatives(events: StepEvent[], document = brca()) {
  const positive = { member: 'proband', copies: [], isAtLeastOne: true }
  const results = events.flatMap(({ member, kind }) => {
    if (kind === 'positive') return [{ member, copies: [], isAtLeastOne: true }]
    return kind === 'negative' ? [{ member, copies: [0], isAtLeastOne: false }] : []
  })
  const carriers = [
    'proband',
    ...events.filter(({ kind }) => kind === 'positive').map(({ member }) => member),
  ]
  const finding = { inheritance: 'autosomal dominant' as const, variants: 1 as const }
  return relativesAtRisk(document, {
    ...{ carriers, events, isAdultOnset: true, today: TODAY },
    chances: chances(document, finding, [positive, ...results]),
  })
}
const event = (member: string, kind: StepEvent['kind'], on = '2026-11-01'): StepEvent => ({
  member,
  kind,
  on,
})

describe('relatives whom a finding concerns', () => {
  test('nearest first, with their chance; children of an adult-onset finding wait', () => {
    expect(listed([])).toEqual([
      'mother: 1, 50 %, not reached',
      'father: 1, 50 %, not reached',
      'brother: 1, 50 %, not reached',
      'son: 1, 50 %, not before 18',
      'expected: 1, 50 %, not born',
      'grandmother: 2, 25 %, died',
      'grandfather: 2, 25 %, died',
      'aunt: 2, 25 %, not reached',
      'cousin: 3, 13 %, not reached',
    ])
  })

  test('a mother without the finding empties her side, and fills the father’s', () => {
    const before = relatives([])
    const after = relatives([event('mother', 'negative')])
    const { opened, closed } = changesOf(before, after)
    expect(opened).toEqual([])
    expect(closed.map((one) => one.member)).toEqual(['grandmother', 'grandfather', 'aunt', 'cousin'])
    expect(listed([event('mother', 'negative')]).slice(0, 3)).toEqual([
      'father: 1, 100 %, not reached',
      ...['brother: 1, 50 %, not reached', 'son: 1, 50 %, not before 18'],
    ])
    // A swap that is corrected brings them back.
    expect(
      changesOf(after, relatives([event('mother', 'positive')])).opened.map((one) => one.member),
    ).toEqual(['grandmother', 'grandfather', 'aunt', 'cousin'])
  })

  test.each<[string, StepEvent[], string]>([
    ['told, then a code', [event('aunt', 'told'), event('aunt', 'code given')], 'code given'],
    ['declined after being told', [event('aunt', 'told'), event('aunt', 'declined')], 'declined'],
    [
      'declined, and told again later',
      [event('aunt', 'declined'), event('aunt', 'told', '2026-11-02')],
      'told',
    ],
    [
      'a result counts for more than anything',
      [event('aunt', 'negative'), event('aunt', 'declined', '2026-11-02')],
      'negative',
    ],
    ['a corrected result', [event('aunt', 'negative'), event('aunt', 'positive', '2026-11-02')], 'positive'],
    ['recorded out of order', [event('aunt', 'sample', '2026-11-05'), event('aunt', 'told')], 'sample'],
  ])('%s', (_case, events, state) => {
    // The chance is none of it: results of both kinds cannot be computed together.
    const found = relativesAtRisk(brca(), {
      ...{ carriers: ['proband'], events, isAdultOnset: true, today: TODAY },
      chances: chances(brca(), { inheritance: 'autosomal dominant', variants: 1 }, [
        { member: 'proband', copies: [], isAtLeastOne: true },
      ]),
    })
    expect(found.find((one) => one.member === 'aunt')?.state).toBe(state)
  })

  test('an 18th birthday, and an age instead of a birth', () => {
    const state = (son: Partial<FamilyMember>) =>
      relatives([], brca({ son })).find((one) => one.member === 'son')?.state
    expect(state({ born: '2008-11-23' })).toBe('not reached')
    expect(state({ born: '2008-12-24' })).toBe('not before 18')
    expect(state({ born: '2008' })).toBe('not reached')
    expect(state({ born: '', age: { value: 17, unit: 'years', isApproximate: false } })).toBe('not before 18')
    expect(state({ born: '', age: null })).toBe('not reached')
  })

  test('coverage counts whom somebody can reach', () => {
    const events = [
      event('mother', 'positive'),
      event('brother', 'told'),
      event('aunt', 'code given'),
      event('cousin', 'declined'),
    ]
    expect(coverageOf(relatives(events))).toEqual({
      ...{ atRisk: 4, told: 4, codeGiven: 1, redeemed: 0, tested: 1, positive: 1 },
    })
  })
})

describe('the laboratory’s window', () => {
  const WINDOW: TestingWindow = { days: 90, until: 'ordered', who: 'first degree', most: 2 }
  const on = (today: string, used = 0) => windowState(WINDOW, { reportedOn: '2026-09-01', today, used })

  test('counts down to its last day', () => {
    expect(on('2026-09-01')).toEqual({
      ...{ endsOn: '2026-11-30', daysLeft: 90, placesLeft: 2 },
      remindOn: ['2026-10-16', '2026-11-16', '2026-11-27'],
    })
    expect(on('2026-11-23')).toMatchObject({ daysLeft: 7, remindOn: ['2026-11-27'] })
    expect(on('2026-12-01')).toMatchObject({ daysLeft: -1, remindOn: [] })
  })

  test.each<[string, ReturnType<typeof on>, number | null, boolean, WindowRelative['state']?]>([
    ['a second relative, who has a place', on('2026-10-01', 2), 1, true, 'code redeemed'],
    ['one who has a place, a day later', on('2026-12-01', 2), 1, false, 'sample'],
    ['a sister on the last day', on('2026-11-30'), 1, true],
    ['a sister a day later', on('2026-12-01'), 1, false],
    ['a cousin', on('2026-10-01'), 3, false],
    ['a third relative', on('2026-10-01', 2), 1, false],
    ['a partner', on('2026-10-01'), null, false],
  ])('%s', (_case, left, degree, expected, state = 'told') => {
    expect(isInWindow(WINDOW, left, { degree, state })).toBe(expected)
  })
})

test('reminders are about the last window that is open to each whose step is open', () => {
  const free = {
    endsOn: '2026-11-30',
    daysLeft: 40,
    placesLeft: null,
    until: 'received',
    who: 'blood',
  } as const
  const ordered = { ...free, until: 'ordered' } as const
  const near = { ...free, endsOn: '2026-12-31', who: 'first degree' } as const
  const told = (...degrees: number[]) => degrees.map((degree) => ({ degree, state: 'told' }) as const)
  expect(lastWindowsFor([free, near], told(2, 1))).toEqual([free, near])
  expect(lastWindowsFor([free, near], told(1, 1))).toEqual([near])
  expect(lastWindowsFor([free, near], told(2, 3))).toEqual([free])
  expect(lastWindowsFor([ordered, free], told(2))).toEqual([ordered])
  expect(lastWindowsFor([near], told(2))).toEqual([])
  expect(lastWindowsFor([free], [])).toEqual([])
  const full = { ...free, placesLeft: 0 }
  expect(lastWindowsFor([full], told(1))).toEqual([])
  expect(lastWindowsFor([full], [{ degree: 1, state: 'code redeemed' }])).toEqual([full])
  expect(lastWindowsFor([{ ...free, daysLeft: -1 }], told(1))).toEqual([])
})

test('a letter promises no more than the window that is open to its reader', () => {
  const open: Parameters<typeof lastDaysFor>[0][number] = {
    ...{ endsOn: '2026-12-24', daysLeft: 9, placesLeft: null },
    ...{ until: 'ordered', who: 'blood' },
  }
  const arrival = { ...open, endsOn: '2027-02-01', until: 'received' } as const
  const days = (degree: number, ...windows: Parameters<typeof lastDaysFor>[0]) =>
    lastDaysFor(windows, { degree, state: 'told' })
  expect(days(3, open, arrival)).toEqual({ ofAny: '2027-02-01', ofOrder: '2026-12-24' })
  expect(days(1, arrival)).toEqual({ ofAny: '2027-02-01', ofOrder: null })
  expect(
    days(2, { ...open, who: 'first degree' }, { ...open, placesLeft: 0 }, { ...open, daysLeft: -1 }),
  ).toEqual({ ofAny: null, ofOrder: null })
})
