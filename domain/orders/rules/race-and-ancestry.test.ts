import { describe, expect, it } from 'vitest'
import { blankTest } from '../document.ts'
import { originLines } from '../race-and-ancestry.ts'
import type { OrderableTest } from '../rule-context.ts'
import { CATALOGUE, completeOrder, MOTHER, withChanges } from '../testing/complete-order.ts'
import { describeRows, pointsOf, type Row, wordsOf } from '../testing/rows.ts'

const RESIDUAL: OrderableTest = {
  ...{ code: '1107', testName: 'SMA carrier', specimens: ['Blood'], sex: '', genes: ['SMN1'] },
  ...{ geneChoice: 'all', relatives: 0, consents: [], needs: [], ancestry: { required: true } },
}
const asked = { tests: [...CATALOGUE, RESIDUAL] }
const carrier = { '/tests': [blankTest('1107')], '/consents': [], '/samples/0/specimenType': 'Blood' }
const from = (maternal: string[], paternal: string[]) => ({ '/patients/0/ancestry': { maternal, paternal } })
const both = [
  'patient /patients/0/ancestry/maternal required',
  'patient /patients/0/ancestry/paternal required',
]
const race = (...races: string[]) => ({ '/patients/0/raceAndEthnicity': { races } })

const TABLES: Record<string, Row[]> = {
  'ancestry of a test that computes residual risk': [
    ['none', carrier, both, asked],
    ['one side', { ...carrier, ...from(['Ashkenazi Jewish'], []) }, both.slice(1), asked],
    ['two sides', { ...carrier, ...from(['Ashkenazi Jewish'], ['Mediterranean']) }, [], asked],
    ['an adoptee’s: unknown', { ...carrier, ...from(['Unknown'], ['Unknown']) }, [], asked],
    ['a donor’s', { ...carrier, ...from(['From a donor', 'Finnish'], ['African']) }, [], asked],
    ['an unknown donor’s', { ...carrier, ...from(['From a donor', 'Unknown'], ['African']) }, [], asked],
    [
      'unknown and known',
      { ...carrier, ...from(['Unknown', 'Finnish'], ['African']) },
      ['patient /patients/0/ancestry/maternal conflicts'],
      asked,
    ],
    [
      'none, of a relative who is not tested',
      { ...carrier, ...from(['Finnish'], ['Finnish']), '/patients/1': MOTHER },
      [],
      asked,
    ],
    [
      'none, for a benefits verification',
      { ...carrier, '/isVOB': true, '/samples': [] },
      ['payment /payment/billingType conflicts'],
      asked,
    ],
  ],
  'race, which is never required': [
    ['none', {}, []],
    ['several', race('Asian', 'White'), []],
    ['declined', race('Declined to answer'), []],
    [
      'declined and given',
      race('Declined to answer', 'White'),
      ['patient /patients/0/raceAndEthnicity/races conflicts'],
    ],
  ],
}
describeRows(TABLES)

describe('[SEXG-02] race, ethnicity and ancestry', () => {
  it('are apart: none is derived from another', () => {
    const { patients } = withChanges(completeOrder(), {
      ...race('White'),
      ...from(['Ashkenazi Jewish'], ['Mediterranean']),
      '/patients/0/ethnicities': ['East Asian'],
    })
    expect(originLines(patients[0] ?? {})).toEqual([
      ['Race', 'White'],
      ['Ancestry, mother’s side', 'Ashkenazi Jewish'],
      ['Ancestry, father’s side', 'Mediterranean'],
    ])
  })

  it('names the test, the side and the answer that is always possible', () => {
    expect(wordsOf({ ...carrier, ...from([], ['Unknown']) }, asked)).toEqual([
      'SMA carrier computes residual risk from ancestry: choose it for the patient’s mother’s side, or choose “Unknown”',
    ])
  })

  it('leaves every other order as it was', () => expect(pointsOf(completeOrder())).toEqual([]))
})
