import { expect, test } from 'vitest'
import { kindByDescription } from './finding.ts'

test.each([
  ['c.5946del', 'sequence'],
  ['NM_000059.4:c.5946del', 'sequence'],
  ['c.1521_1523del', 'sequence'],
  ['c.-128_*12inv', ''],
  ['NC_000017.11:g.43106457A>C', 'sequence'],
  ['c.68_116del', 'sequence'],
  ['c.68_117del', ''],
  ['NM_007294.4:c.(670+1_671-1)_(4096+1_4097-1)del', ''],
  ['c.(?_-1)_(80+1_81-1)dup', ''],
  ['c.671-?_4096+?del', ''],
  ['c.671-100_4096+200del', ''],
  ['NC_000017.11:g.43044295_43125482del', ''],
  ['c.-128CGG[200]', ''],
  ['', ''],
] as const)('%s is “%s”', (hgvs, kind) => {
  expect(kindByDescription(hgvs)).toBe(kind)
})
