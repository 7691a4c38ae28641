import { expect, it } from 'vitest'
import { requirement } from '../../specimens/testing/requirement.ts'
import { blankTest, PROBAND } from '../document.ts'
import type { RuleContext } from '../rule-context.ts'
import { CATALOGUE, sampleOf } from '../testing/complete-order.ts'
import { describeRows, type Row, wordsOf } from '../testing/rows.ts'

const [exome] = CATALOGUE
const withRows = (...specimenRequirements: ReturnType<typeof requirement>[]): Partial<RuleContext> => ({
  tests: exome ? [{ ...exome, consents: [], specimenRequirements }] : [],
})
// Today is Friday, 20 November 2026.
const of = (dateOfCollection: string, more: Parameters<typeof sampleOf>[2] = {}) => ({
  '/samples/0': sampleOf(PROBAND, 's1', { dateOfCollection, ...more }),
  '/consents': [],
})
const old = ['specimens /samples/0/dateOfCollection specimen-old?']
const none = withRows()
const hours = withRows(requirement({ life: 48, lifeUnit: 'hours' }))
const at = (timeOfCollection: string) => ({ timeOfCollection, timeZone: 'America/New_York' })

const TABLES: Record<string, Row[]> = {
  '[SPCM-03] the life of a specimen is the test’s own': [
    ['longer than usual', of('2026-10-21'), [], withRows(requirement({ life: 30 }))],
    ['shorter than usual', of('2026-11-16'), old, withRows(requirement({ life: 3 }))],
    ['the usual one, if the test has none', of('2026-11-05'), old, withRows(requirement())],
    [
      'the shortest of several tests',
      { ...of('2026-11-16'), '/tests/1': blankTest('1700') },
      old,
      shortest(),
    ],
    ['by additive', of('2026-11-17', { additive: 'HEPN' }), old, byAdditive()],
    ['by another additive', of('2026-11-17', { additive: 'EDTK' }), [], byAdditive()],
    ['the longest, while the additive is unknown', of('2026-11-17'), [], byAdditive()],
    ['by state', of('2026-11-17', { specimenType: 'Saliva', state: 'Cultured' }), old, byState()],
    ['in hours, to the end of the day of collection', of('2026-11-18'), [], hours],
    ['in hours, from the time of collection', of('2026-11-18', at('00:30')), [], hours],
    ['in hours that have passed', of('2026-11-17', at('23:30')), old, hours],
    ['in hours that end today', of('2026-11-18', at('23:30')), [], hours],
  ],
  '[SPCM-03] it is judged for the day of arrival': [
    ['usable if it arrives today', of('2026-11-06'), [], withRows(requirement({ life: 14 }))],
    ['too old on the day on which it arrives', of('2026-11-06', { arrivesOn: '2026-11-23' }), old, none],
    ['usable until the day on which it arrives', of('2026-11-09', { arrivesOn: '2026-11-23' }), [], none],
    [
      'after the usual days on the way',
      of('2026-11-06'),
      old,
      withRows(requirement({ life: 14, transitDays: 1 })),
    ],
    [
      'sooner than usual',
      of('2026-11-06', { arrivesOn: '2026-11-20' }),
      [],
      withRows(requirement({ life: 14, transitDays: 1 })),
    ],
    [
      'an arrival in the past',
      of('2026-11-18', { arrivesOn: '2026-11-19' }),
      ['specimens /samples/0/arrivesOn conflicts'],
      none,
    ],
    [
      'an arrival that is no date',
      of('2026-11-18', { arrivesOn: 'soon' }),
      ['specimens /samples/0/arrivesOn date'],
      none,
    ],
  ],
}

function shortest(): Partial<RuleContext> {
  const [first] = withRows(requirement({ life: 30 })).tests ?? []
  const [second] = withRows(requirement({ life: 3 })).tests ?? []
  return { tests: first && second ? [first, { ...second, code: '1700', testName: 'Other', genes: [] }] : [] }
}
function byAdditive(): Partial<RuleContext> {
  return withRows(
    requirement({ additive: 'HEPN', life: 48, lifeUnit: 'hours' }),
    requirement({ additive: 'EDTK', life: 14 }),
  )
}
function byState(): Partial<RuleContext> {
  return withRows(
    requirement({ type: 'Saliva', state: 'Direct', life: 5 }),
    requirement({ type: 'Saliva', state: 'Cultured', life: 2 }),
  )
}

describeRows(TABLES)

it('says for which test, until when, and what to do', () => {
  expect(wordsOf(of('2026-11-17'), hours)).toEqual([
    'Blood can be used for 48 hours for Exome; this specimen is one day older. Collect a new one, or give a reason to send this one',
  ])
  expect(wordsOf(of('2026-11-06', { arrivesOn: '2026-11-23' }))).toContain(
    'Blood can be used for 14 days; this specimen will be 3 days older when it arrives on 23 Nov 2026. Collect a new one, or give a reason to send this one',
  )
})
