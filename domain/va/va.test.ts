import { expect, test } from 'vitest'
import { isVa } from './va.ts'

const VA = { code: '1004', parentCode: null }
const WARD_OF_VA = { code: '1009', parentCode: '1004' }
const PARENT_OF_VA = { code: '1000', parentCode: null }
const OTHER = { code: '1001', parentCode: null }
const WARD_OF_OTHER = { code: '1002', parentCode: '1001' }
const NO_CODE = { code: '', parentCode: null }

test.each([
  ['no institution at all', [], null, false],
  ['roles at others, another selected', [OTHER, WARD_OF_OTHER], WARD_OF_OTHER, false],
  ['a role at a VA hospital', [OTHER, VA], OTHER, true],
  ['a role at a child of a VA hospital', [WARD_OF_VA], OTHER, true],
  ['a VA hospital selected without a role there', [OTHER], VA, true],
  ['a child of a VA hospital selected', [], WARD_OF_VA, true],
  ['a role, and nothing selected yet', [VA], null, true],
  ['the parent of another hospital is not the VA by its children', [PARENT_OF_VA], PARENT_OF_VA, false],
  ['an institution without a code', [NO_CODE], NO_CODE, false],
])('%s', (_what, institutions, selected, expected) => {
  const customerRoles = institutions.map((institution) => ({ institution }))
  expect(isVa({ customerRoles, selected }, ['1004', '2004'])).toBe(expected)
  expect(isVa({ customerRoles, selected }, [])).toBe(false)
})
