import { describe, expect, it } from 'vitest'
import { blankTest, PROBAND } from '../document.ts'
import { openPoints } from '../readiness.ts'
import { CONTEXT, completeOrder, earlier, MOTHER, withChanges } from '../testing/complete-order.ts'
import { describeRows, type Row, wordsOf } from '../testing/rows.ts'

const before = 'tests /tests/0/testCode ordered-before?'
const overlap = 'tests /tests/1/testCode overlap?'
const family = 'tests /tests/0/testCode done-in-family?'
const epilepsy = { code: '4001', testName: 'Epilepsy', genes: ['SCN1A', 'KCNQ2', 'CDKL5'] }
const two = (one: string, other: string) => ({
  '/tests': [blankTest(one), blankTest(other)],
  '/consents': [],
})
const only = (code: string) => ({ '/tests': [blankTest(code)], '/consents': [] })
const reanalysis = { orderId: 41, sampleId: 1, labNumber: 'L1', kind: 'reanalysis' }

const TABLES: Record<string, Row[]> = {
  'ordered before': [
    ['the same test, open', {}, [before], { history: [earlier()] }],
    ['the same test, reported', {}, [before], { history: [earlier({ reported: true })] }],
    ['the same test twice: told once', {}, [before], { history: [earlier(), earlier({ id: 42 })] }],
    ['another test', { '/tests/0': blankTest('1700'), '/consents': [] }, [], { history: [earlier()] }],
    [
      'as an add-on now',
      { '/tests/0': blankTest('1700'), '/addOnTests/0': blankTest('1600') },
      ['tests /addOnTests/0/testCode ordered-before?'],
      { history: [earlier()] },
    ],
    ['analysed again on its own order', { '/addOn': reanalysis }, [], { history: [earlier()] }],
    [
      'analysed again, with a later order of the same',
      { '/addOn': reanalysis },
      [before],
      { history: [earlier(), earlier({ id: 42 })] },
    ],
    [
      'added to its own order a second time',
      { '/addOn': { ...reanalysis, kind: 'add-on' } },
      [before],
      { history: [earlier()] },
    ],
  ],
  overlap: [
    ['two panels that share two of three and two of four genes', two('4001', '4002'), [overlap]],
    ['a custom panel of which no genes are chosen yet', two('4002', '3002'), ['tests /tests/1/genes genes']],
    ['a single gene within a panel', two('4001', '4003'), []],
    ['one of three genes', { '/tests/1': blankTest('4001') }, []],
    ['tests that name no genes', two('1700', '2008'), []],
    [
      'genes chosen of a custom panel that are half of another test',
      { '/tests': [blankTest('4001'), { ...blankTest('3002'), genes: ['SCN1A', 'BRCA1'] }], '/consents': [] },
      [overlap],
    ],
    [
      'genes chosen of a custom panel that are another test’s less than half',
      {
        '/tests': [blankTest('4001'), { ...blankTest('3002'), genes: ['SCN1A', 'BRCA1', 'BRCA2'] }],
        '/consents': [],
      },
      [],
    ],
    [
      'with an earlier order',
      only('4002'),
      ['tests /tests/0/testCode overlap?'],
      { history: [earlier({ tests: [epilepsy] })] },
    ],
    [
      'with an earlier order of the mother',
      { ...only('4002'), '/patients/1': MOTHER },
      [],
      {
        history: [earlier({ patient: MOTHER.key, tests: [epilepsy] })],
      },
    ],
    [
      'the same test: ordered before, and no more',
      only('4001'),
      ['tests /tests/0/testCode ordered-before?'],
      { history: [earlier({ tests: [epilepsy] })] },
    ],
  ],
  'done in the family': [
    ['for the mother', { '/patients/1': MOTHER }, [family], { history: [earlier({ patient: MOTHER.key })] }],
    [
      'another test for the mother',
      { '/patients/1': MOTHER },
      [],
      { history: [earlier({ patient: MOTHER.key, tests: [epilepsy] })] },
    ],
    [
      'in the patient’s own earlier order, which she was part of',
      { '/patients/1': MOTHER },
      [before],
      { history: [earlier(), earlier({ patient: MOTHER.key })] },
    ],
  ],
}
describeRows(TABLES)

describe('the messages', () => {
  it('name the newest earlier order, its date and its status', () => {
    const history = [earlier(), earlier({ id: 57, orderedOn: '2026-04-13', reported: true })]
    expect(wordsOf({}, { history })).toEqual([
      'Exome was already ordered for this patient: order 57 from 13 Apr 2026, reported. Give a reason to repeat it, or remove it',
    ])
    expect(wordsOf({}, { history: [earlier()] })[0]).toContain('order 41 from 3 Mar 2026, En Route')
  })

  it('name the genes that two tests share', () => {
    expect(wordsOf(two('4001', '4002'))[0]).toContain('(SCN1A, KCNQ2)')
  })

  it('are new warnings for another order, regardless of earlier overrides', () => {
    const document = withChanges(completeOrder(), {
      '/overrides': [{ key: `ordered-before:1600 ${PROBAND} 41`, reason: 'New symptoms' }],
    })
    const reasons = (id: number) =>
      openPoints(document, { ...CONTEXT, history: [earlier({ id })] }).map((point) => point.reason)
    expect(reasons(41)).toEqual(['New symptoms'])
    expect(reasons(42)).toEqual([''])
  })
})
