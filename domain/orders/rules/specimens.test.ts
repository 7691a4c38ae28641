import { describe, expect, it, test } from 'vitest'
import { SPECIMEN_TYPES } from '../../lookups.ts'
import { blankPatient, blankTest, PROBAND } from '../document.ts'
import { completeOrder, MOTHER, sampleOf, TESTED_MOTHER, TODAY } from '../testing/complete-order.ts'
import { describeRows, type Row, wordsOf } from '../testing/rows.ts'
import { lateArrival, SPECIMEN_LIFE_DAYS } from './specimen-life.ts'

const specimen = '/samples/0/specimenType'
const collected = '/samples/0/dateOfCollection'
const old = `specimens ${collected} specimen-old?`
const of = (type: string, more = {}) => ({
  '/samples/0': { ...sampleOf(PROBAND, 's1'), specimenType: type, ...more },
})

const ADDED = { '/addOn': { orderId: 3, sampleId: 4, labNumber: 'L3', kind: 'add-on' }, '/samples': [] }
const [patient] = completeOrder().patients
const OWNER = patient ?? blankPatient('Proband', PROBAND)

const TABLES: Record<string, Row[]> = {
  specimens: [
    ['none', { '/samples': [] }, ['specimens /samples required']],
    ['no type', { [specimen]: '' }, [`specimens ${specimen} required`]],
    [
      'a type that the test does not take',
      { [specimen]: 'FFPE Slides' },
      [`specimens ${specimen} conflicts`],
    ],
    [
      'a type that only one of two tests takes',
      { '/tests/1': blankTest('1700'), [specimen]: 'Saliva' },
      [`specimens ${specimen} conflicts`],
    ],
    [
      'a specimen for each of two tests',
      {
        '/tests/1': blankTest('1700'),
        [specimen]: 'Saliva',
        '/samples/1': sampleOf(PROBAND, 's2', { specimenType: 'CVS', approach: 'TA' }),
      },
      [],
    ],
    [
      'a specimen besides that no test takes',
      { '/samples/1': sampleOf(PROBAND, 's2', { specimenType: 'FFPE Blocks' }) },
      ['specimens /samples/1/specimenType conflicts'],
    ],
    [
      'of the mother, which her child’s does not make good',
      { ...TESTED_MOTHER, '/samples/1/specimenType': 'FFPE Blocks' },
      ['specimens /samples/1/specimenType conflicts'],
    ],
    [
      'of the mother',
      { ...TESTED_MOTHER, '/samples/1/specimenType': 'Saliva', '/samples/1/dateOfCollection': '2026-11-02' },
      [],
    ],
    [
      'of the mother only',
      { ...TESTED_MOTHER, '/samples': [sampleOf('relative-1', 's2')] },
      ['specimens /samples required'],
    ],
    [
      'of somebody who is not there',
      { '/samples/0/patient': 'nobody' },
      ['specimens /samples/0/patient unknown'],
    ],
    ['two under one key', { '/samples/1': sampleOf(PROBAND, 's1') }, ['specimens /samples/1/key repeated']],
    ...['s1-r1', 'a b', 's^1', 'ß', '-s1', 's'.repeat(17)].map(
      (key): Row => [`under the key ${key}`, { '/samples/0/key': key }, ['specimens /samples/0/key format']],
    ),
    ['under a key of its own', { '/samples/0/key': 'relative-1-s' }, []],
  ],
  'tissue and approach': [
    ['fresh tissue', of('Fresh Tissue'), ['specimens /samples/0/tissue required']],
    [
      'products of conception, as a living patient’s own',
      of('Fresh Tissue', { tissue: 'POC' }),
      ['specimens /samples/0/specimenType tissue-of-loss?'],
    ],
    ['villi', of('Fresh Tissue', { tissue: 'Villi' }), []],
    ['chorionic villi', of('CVS'), ['specimens /samples/0/approach required']],
    ['through the abdomen', of('CVS', { approach: 'TA' }), []],
    ['through the cervix', of('CVS', { approach: 'TC' }), []],
    ['with details of another type', of('Blood', { tissue: 'POC', approach: 'TC' }), []],
  ],
  'date of collection': [
    ['none', { [collected]: '' }, []],
    ['today', { [collected]: TODAY }, []],
    ['tomorrow', { [collected]: '2026-11-21' }, [`specimens ${collected} date`]],
    ['an invalid date', { [collected]: '2026-11-31' }, [`specimens ${collected} date`]],
    ['the day of birth: an old specimen', { [collected]: '2019-03-14' }, [old]],
    ['blood before birth', { [collected]: '2019-03-13' }, [`specimens ${collected} before-birth`]],
    ...(['Amniotic Fluid', 'CVS', 'Fetal Blood'] as const).map(
      (type): Row => [
        `${type} before birth: only old`,
        of(type, { approach: 'TA', dateOfCollection: '2019-01-02' }),
        [old],
      ],
    ),
    ['DNA of a specimen from before birth', of('Extracted DNA', { dateOfCollection: '2019-01-02' }), []],
    [
      'before the mother’s birth',
      { ...TESTED_MOTHER, '/samples/1/dateOfCollection': '1990-06-30' },
      ['specimens /samples/1/dateOfCollection before-birth'],
    ],
    ['blood of 14 days', { [collected]: '2026-11-06' }, []],
    ['blood of 15 days', { [collected]: '2026-11-05' }, [old]],
    ['saliva of 15 days', of('Saliva', { dateOfCollection: '2026-11-05' }), []],
    ['saliva of 61 days', of('Saliva', { dateOfCollection: '2026-09-20' }), [old]],
    [
      'an old specimen without a type',
      of('', { dateOfCollection: '2020-01-01' }),
      [`specimens ${specimen} required`],
    ],
  ],
  'a further test on a specimen that is there': [
    [
      'needs no new specimen',
      { '/addOn': { orderId: 3, sampleId: 4, labNumber: 'L3', kind: 'add-on' }, '/samples': [] },
      [],
    ],
    [
      'accepts an additional specimen',
      { '/addOn': { orderId: 3, sampleId: 4, labNumber: 'L3', kind: 'reflex' }, [specimen]: '' },
      [`specimens ${specimen} required`],
    ],
    ['is the patient’s', ADDED, [], { specimenOf: OWNER }],
    ['is the patient’s, with a corrected name', ADDED, [], { specimenOf: { ...OWNER, lastName: 'Baby' } }],
    ['is of an unknown person', ADDED, [], { specimenOf: null }],
    [
      'is the patient’s, who withdrew a consent',
      ADDED,
      ['specimens /addOn/sampleId withdrawn?'],
      { specimenOf: { ...OWNER, withdrawn: { titles: ['Consent for genetic testing'], on: '2026-11-03' } } },
    ],
    [
      'was rejected since',
      ADDED,
      ['specimens /addOn/sampleId unusable'],
      { specimenOf: { ...OWNER, unusable: 'The laboratory has rejected this specimen.' } },
    ],
    [
      'is another person’s',
      ADDED,
      ['specimens /addOn/sampleId conflicts'],
      { specimenOf: { ...OWNER, firstName: 'Abe', dateOfBirth: '2001-01-01' } },
    ],
    [
      'is the mother’s, who is only a relative in the order',
      { ...ADDED, '/patients/1': MOTHER },
      ['specimens /addOn/sampleId conflicts'],
      { specimenOf: { ...MOTHER } },
    ],
    [
      'is her fetus’s, in an order for herself',
      ADDED,
      ['specimens /addOn/sampleId conflicts'],
      { specimenOf: { ...OWNER, fetus: 'fetus-1' } },
    ],
    [
      'is not checked for an order with its own specimen',
      {},
      [],
      { specimenOf: { ...OWNER, firstName: 'Abe', dateOfBirth: '2001-01-01' } },
    ],
  ],
}

describeRows(TABLES)

it('says how long a specimen can be used, and what to do', () => {
  expect(wordsOf({ [collected]: '2026-11-04' })).toEqual([
    'Blood can be used for 14 days; this specimen is 2 days older. Collect a new one, or give a reason to send this one',
  ])
  expect(wordsOf({ [collected]: '2026-11-05' })[0]).toContain('one day older')
})

describe('the time for which a specimen can be used', () => {
  test.each(SPECIMEN_TYPES)('%s', (type) => {
    const life = SPECIMEN_LIFE_DAYS[type]
    const daysOver = (dateOfCollection: string) =>
      lateArrival({
        sample: sampleOf(PROBAND, 's1', { specimenType: type, dateOfCollection }),
        ...{ role: 'Proband', tests: [], today: TODAY },
      })?.daysOver ?? 0
    const daysAgo = (days: number) =>
      new Date(Date.parse(TODAY) - days * 86_400_000).toISOString().slice(0, 10)
    if (life === undefined) return expect(daysOver('1990-01-01')).toBe(0)
    expect(daysOver(daysAgo(life))).toBe(0)
    expect(daysOver(daysAgo(life + 1))).toBe(1)
    expect(daysOver('')).toBe(0)
  })
})
