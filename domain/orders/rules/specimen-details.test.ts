import { expect, it } from 'vitest'
import { requirement } from '../../specimens/testing/requirement.ts'
import { PROBAND } from '../document.ts'
import type { RuleContext } from '../rule-context.ts'
import { CATALOGUE, sampleOf, TESTED_MOTHER } from '../testing/complete-order.ts'
import { describeRows, type Row, wordsOf } from '../testing/rows.ts'

const with_ = (more: Parameters<typeof sampleOf>[2]) => ({
  '/samples/0': sampleOf(PROBAND, 's1', { dateOfCollection: '2026-11-18', ...more }),
})
const at = (field: string, rule: string) => [`specimens /samples/0/${field} ${rule}`]
const [exome] = CATALOGUE
const three: Partial<RuleContext> = {
  tests: exome ? [{ ...exome, specimenRequirements: [requirement({ least: 3, unit: 'mL' })] }] : [],
}
const leastByAge = [{ underAge: '1y', least: 1 }]
const young: Partial<RuleContext> = {
  tests: exome
    ? [{ ...exome, specimenRequirements: [requirement({ least: 3, unit: 'mL', leastByAge })] }]
    : [],
}
const born = (dateOfBirth: string) => ({ '/patients/0/dateOfBirth': dateOfBirth })
const time = { timeOfCollection: '14:05', timeZone: 'America/New_York' }

const TABLES: Record<string, Row[]> = {
  amount: [
    ['with a unit', with_({ amount: '2.5', amountUnit: 'mL' }), []],
    ['without a unit', with_({ amount: '2.5' }), at('amountUnit', 'required')],
    ['none at all', with_({ amount: '0', amountUnit: 'mL' }), at('amount', 'number')],
    ['in words', with_({ amount: 'three', amountUnit: 'mL' }), at('amount', 'number')],
    ['enough', with_({ amount: '3', amountUnit: 'mL' }), [], three],
    [
      'an extract with its laboratory and accreditation',
      with_({ extractedBy: 'Quay Labs', accreditation: 'CLIA 99D0000000' }),
      [],
    ],
    [
      'an extract of a laboratory without accreditation',
      with_({ extractedBy: 'Quay Labs' }),
      at('accreditation', 'accreditation?'),
    ],
    [
      'an accreditation of no laboratory',
      with_({ accreditation: 'CLIA 99D0000000' }),
      at('extractedBy', 'required'),
    ],
    ['too little', with_({ amount: '2.9', amountUnit: 'mL' }), at('amount', 'specimen-small?'), three],
    [
      'little of an infant',
      { ...with_({ amount: '1', amountUnit: 'mL' }), ...born('2026-03-01') },
      [],
      young,
    ],
    [
      'too little even of an infant',
      { ...with_({ amount: '0.9', amountUnit: 'mL' }), ...born('2026-03-01') },
      at('amount', 'specimen-small?'),
      young,
    ],
    [
      'too little of a child who was an infant before the collection',
      { ...with_({ amount: '1', amountUnit: 'mL' }), ...born('2019-03-14') },
      at('amount', 'specimen-small?'),
      young,
    ],
    ['in a unit that cannot be compared', with_({ amount: '1', amountUnit: 'mg' }), [], three],
    ['of an unknown size', with_({}), [], three],
    ['tubes', with_({ tubes: '2' }), []],
    ['no tubes', with_({ tubes: '0' }), at('tubes', 'number')],
  ],
  'time of collection': [
    ['in the clinic’s zone', with_(time), []],
    ['that is no time', with_({ ...time, timeOfCollection: '2 pm' }), at('timeOfCollection', 'time')],
    ['beyond the day', with_({ ...time, timeOfCollection: '24:00' }), at('timeOfCollection', 'time')],
    ['without a date', with_({ ...time, dateOfCollection: '' }), at('timeOfCollection', 'conflicts')],
    ['without a zone', with_({ timeOfCollection: '14:05' }), at('timeZone', 'required')],
    ['in no zone', with_({ ...time, timeZone: 'Ohio' }), at('timeZone', 'zone')],
    ['in an offset', with_({ ...time, timeZone: '-05:00' }), at('timeZone', 'zone')],
  ],
  'what it was made from': [
    [
      'another specimen of the person',
      {
        ...with_({ parent: 's2', specimenType: 'Extracted DNA', state: 'Extracted' }),
        '/samples/1': sampleOf(PROBAND, 's2'),
      },
      [],
    ],
    ['itself', with_({ parent: 's1' }), at('parent', 'unknown')],
    [
      'what was made from it',
      {
        ...with_({ parent: 's3' }),
        '/samples/1': { ...sampleOf(PROBAND, 's2'), parent: 's1' },
        '/samples/2': { ...sampleOf(PROBAND, 's3'), parent: 's2' },
      },
      [0, 1, 2].map((index) => `specimens /samples/${index}/parent unknown`),
    ],
    ['nothing in the order', with_({ parent: 's9' }), at('parent', 'unknown')],
    ['somebody else’s', { ...TESTED_MOTHER, ...with_({ parent: 's2' }) }, at('parent', 'unknown')],
  ],
  tumor: [
    ['share of nuclei', with_({ tumorPercent: '20' }), []],
    ['share of nuclei over 100', with_({ tumorPercent: '120' }), at('tumorPercent', 'number')],
    ['concentration', with_({ concentration: '50.5' }), []],
    ['concentration in words', with_({ concentration: 'high' }), at('concentration', 'number')],
  ],
}

describeRows(TABLES)

it('says how much is needed', () => {
  expect(wordsOf(with_({ amount: '1', amountUnit: 'mL' }), three)).toEqual([
    'Exome needs at least 3 mL. Collect more, or give a reason to send this specimen',
  ])
})
