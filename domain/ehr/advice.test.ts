import { describe, expect, test } from 'vitest'
import {
  blankPatient,
  blankSample,
  blankTest,
  newOrder,
  type OrderDocument,
  PROBAND,
} from '../orders/document.ts'
import { type AdvisedOrder, adviceInChart, adviceOnSigning, type SignedTest } from './advice.ts'
import { cardOf } from './advice-card.ts'
import type { TheirPatient } from './ehr-order.ts'

const PATIENT: TheirPatient = {
  ...{ lastName: 'Vance', firstName: 'Imogen', dateOfBirth: '2019-03-14', sex: 'F', phone: '', email: '' },
  numbers: [{ number: 'H-1', system: 'urn:h', type: 'MR' }],
  address: { line1: '', line2: '', city: '', state: '', postalCode: '', country: '' },
}
const own = { firstName: 'Imogen', lastName: 'Vance', dateOfBirth: '2019-03-14', recordNumber: 'H-1' }

function document(more: Partial<OrderDocument> = {}): OrderDocument {
  return {
    ...newOrder(),
    tests: [blankTest('TRIO', 'Trio')],
    patients: [{ ...blankPatient('Proband', PROBAND), ...own }],
    samples: [{ ...blankSample(PROBAND, 's1'), specimenType: 'Blood' }],
    ...more,
  }
}
const order = (more: Partial<AdvisedOrder> = {}): AdvisedOrder => ({
  ...{ id: 4711, isDraft: true, document: document(), reports: [], lacksReport: false, recollections: [] },
  ...{ changedAt: new Date('2026-03-12T09:00:00Z'), ...more },
})
const compared = { who: 'parents' } as const
const TRIO: SignedTest = { code: 'TRIO', name: 'Trio', relatives: 2, compared, orderIds: [] }
const summaries = (tests: SignedTest[], ...orders: AdvisedOrder[]) =>
  adviceOnSigning(PATIENT, tests, orders).map(({ summary }) => summary)

/** The order with these relatives, each with a specimen. */
function withRelatives(...relationships: ('Mother' | 'Father')[]): OrderDocument {
  const base = document()
  const people = relationships.map((one, index) => blankPatient(one, `relative-${index + 1}`))
  return {
    ...base,
    patients: [...base.patients, ...people],
    samples: [...base.samples, ...people.map(({ key }, index) => blankSample(key, `s${index + 2}`))],
  }
}

describe('parents that a test needs', () => {
  test('are counted by their specimens in the draft', () => {
    expect(summaries([TRIO])).toEqual(['Trio needs both parents; neither has a specimen'])
    expect(summaries([TRIO], order({ document: withRelatives('Mother') }))).toEqual([
      'Trio needs both parents; only 1 has a specimen',
    ])
    expect(summaries([TRIO], order({ document: withRelatives('Mother', 'Father') }))).toEqual([])
    expect(summaries([{ ...TRIO, relatives: 1, name: 'Duo' }])).toEqual([
      'Duo needs one parent; none has a specimen',
    ])
    expect(summaries([TRIO, TRIO])).toHaveLength(1)
  })

  test('are not asked for once the order is with the laboratory', () => {
    expect(summaries([{ ...TRIO, orderIds: [4711] }], order({ isDraft: false }))).toEqual([])
  })

  test('are looked for in the order that the number leads to before the latest draft', () => {
    const named = order({ id: 1, document: withRelatives('Mother', 'Father') })
    const later = order({ id: 2, changedAt: new Date('2026-03-13T09:00:00Z') })
    expect(summaries([{ ...TRIO, orderIds: [1] }], named, later)).toEqual([])
    expect(adviceOnSigning(PATIENT, [TRIO], [named, later])[0]).toMatchObject({ orderId: 2, opens: 'draft' })
  })
})

test('an order with the number of somebody else, or with two people of that number, is not the patient’s', () => {
  const reported = (more: Partial<AdvisedOrder>) =>
    order({ isDraft: false, reports: [{ testCode: 'TRIO', on: '2026-04-01' }], ...more })
  const asked = { ...TRIO, relatives: 0 }
  expect(summaries([asked], reported({}))).toEqual([
    'Trio already reported on 1 Apr 2026. Order a reanalysis instead?',
  ])
  const [patient] = document().patients
  const person = { ...blankPatient('Proband', PROBAND), ...own }
  expect(patient).toEqual(person)
  const other = { ...person, firstName: 'Mira', lastName: 'Stone', dateOfBirth: '1990-01-01' }
  expect(summaries([asked], reported({ document: document({ patients: [other] }) }))).toEqual([])
  const twice = document({ patients: [person, { ...person, key: 'relative-1' }] })
  expect(summaries([asked], reported({ document: twice }))).toEqual([])
})

describe('a test was reported before', () => {
  const both = document({ tests: [blankTest('TRIO', 'Trio'), blankTest('CARRIER', 'Carrier')] })
  const lacks = { lacksReport: true }
  test.each<[name: string, reports: AdvisedOrder['reports'], more: Partial<AdvisedOrder>, on: string]>([
    ['by its own report', [{ testCode: 'TRIO', on: '2026-04-01' }], lacks, '1 Apr 2026'],
    ['not by that of another test', [{ testCode: 'CARRIER', on: '2026-04-01' }], {}, ''],
    ['not by that of another test alone', [{ testCode: 'CARRIER', on: '2026-04-01' }], lacks, ''],
    ['by one under the laboratory’s own code', [{ testCode: 'LAB-9', on: '2026-04-01' }], {}, '1 Apr 2026'],
    ['by one that names no test', [{ testCode: '', on: '2026-04-01' }], {}, '1 Apr 2026'],
    ['not while a test is pending or cancelled', [{ testCode: 'LAB-9', on: '2026-04-01' }], lacks, ''],
    ['not without a report', [], {}, ''],
    [
      'on the day of its own report, whatever came later',
      [
        { testCode: 'TRIO', on: '2026-04-01' },
        { testCode: 'CARRIER', on: '2026-05-02' },
        { testCode: 'LAB-9', on: '2026-05-03' },
      ],
      {},
      '1 Apr 2026',
    ],
    [
      'though it was not ordered',
      [{ testCode: 'TRIO', on: '2026-04-01' }],
      { document: document({ tests: [blankTest('CARRIER', 'Carrier')] }) },
      '1 Apr 2026',
    ],
  ])('%s', (_name, reports, more, on) => {
    const card = `Trio already reported on ${on}. Order a reanalysis instead?`
    const asked = { ...TRIO, relatives: 0 }
    expect(summaries([asked], order({ isDraft: false, document: both, reports, ...more }))).toEqual(
      on === '' ? [] : [card],
    )
  })
})

test('nothing is told of a draft’s specimens, nor of one that is on nobody', () => {
  const recollections = [{ sampleKey: 's9', specimenType: 'Blood', by: '2026-04-08' }]
  expect(adviceInChart(PATIENT, [order({ isDraft: false, recollections })])).toEqual([])
  const one = [{ sampleKey: 's1', specimenType: 'Blood', by: '2026-04-08' }]
  expect(adviceInChart(PATIENT, [order({ recollections: one })])).toEqual([])
  expect(adviceInChart(PATIENT, [order({ isDraft: false, recollections: one })])[0]?.summary).toBe(
    'Blood rejected by the laboratory: recollect by 8 Apr 2026',
  )
})

test('a card’s link names the order by its number and nothing of the patient, with and without a launch', () => {
  const [advice] = adviceOnSigning(PATIENT, [TRIO], [order()])
  if (!advice) throw new Error('there is no advice')
  const about = { uuid: 'u', label: 'Larkfield', origin: 'https://portal.test' }
  expect(cardOf(advice, { ...about, launch: null }).links).toEqual([
    { label: 'Open the draft', url: 'https://portal.test/create?draft=4711', type: 'absolute' },
  ])
  const smart = cardOf(advice, { ...about, launch: 'https://portal.test/launch/h' })
  expect(smart.links[0]).toMatchObject({ type: 'smart', appContext: '{"order":4711}' })
  expect(JSON.stringify(smart)).not.toMatch(/Vance|Imogen|H-1|2019/)
})
