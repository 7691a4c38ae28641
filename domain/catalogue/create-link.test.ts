import { describe, expect, test } from 'vitest'
import { createLink, testsOfLink } from './create-link.ts'
import { displayCodeOf } from './display-code.ts'

const CASES: [string, Parameters<typeof createLink>[0], ReturnType<typeof createLink>][] = [
  ['a test', { testCode: '1600' }, { test: ['1600'] }],
  ['by its display code', { testCode: '1213', displayCode: '1300' }, { test: ['1300'], ctc: '1213' }],
  ['whose display code is its own', { testCode: '1600', displayCode: '1600' }, { test: ['1600'] }],
  ['with add-on tests', { testCode: '1600', addOns: ['1400', '1500'] }, { test: ['1600', '1400', '1500'] }],
  [
    'by its display code, with an add-on test',
    { testCode: '1213', displayCode: '1300', addOns: ['1400'] },
    { test: ['1300', '1400'], ctc: '1213' },
  ],
]

describe('the link to the order form', () => {
  test.each(CASES)('names %s', (_what, tests, link) => {
    expect(createLink(tests)).toEqual(link)
  })

  test.each(CASES)('reads back %s', (_what, { testCode, displayCode = '', addOns = [] }, link) => {
    const first = { testCode, displayCode: displayCode === testCode ? '' : displayCode }
    const extra = addOns.map((code) => ({ testCode: code, displayCode: '' }))
    expect(testsOfLink(link)).toEqual([first, ...extra])
  })

  test('names an add-on test once, and never the test itself', () => {
    expect(createLink({ testCode: '1600', addOns: ['1400', '1600', '1400'] })).toEqual({
      test: ['1600', '1400'],
    })
  })

  test.each([
    ['nothing', {}, []],
    ['an empty list', { test: [] }, []],
    ['a code twice', { test: ['1600', '1600'] }, [{ testCode: '1600', displayCode: '' }]],
    ['a raw code alone', { ctc: '1213' }, [{ testCode: '1213', displayCode: '' }]],
    ['the raw code also as a test', { test: ['1213'], ctc: '1213' }, [{ testCode: '1213', displayCode: '' }]],
    [
      'the raw code again among the rest',
      { test: ['1300', '1213'], ctc: '1213' },
      [{ testCode: '1213', displayCode: '1300' }],
    ],
  ])('reads an address typed by hand with %s', (_what, link, expected) => {
    expect(testsOfLink(link)).toEqual(expected)
  })
})

test.each([
  ['', ''],
  ['none', ''],
  ['None', ''],
  ['1300', '1300'],
])('shows the display code %j as %j', (displayTestCode, expected) => {
  expect(displayCodeOf({ displayTestCode })).toBe(expected)
})
