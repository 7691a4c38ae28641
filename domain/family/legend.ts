import type { LegendEntry } from './document.ts'

const FILLS: readonly LegendEntry['fill'][] = ['solid', 'hatched', 'dotted', 'barred']
const PARTS = [0, 1, 2, 3] as const

/** With the fill and the part of a symbol that no other entry has, as far as there are any. */
export function newEntry(key: string, name: string, legend: readonly LegendEntry[]): LegendEntry {
  return {
    ...{ key, name, code: '' },
    fill: FILLS.find((fill) => !legend.some((one) => one.fill === fill)) ?? 'solid',
    part: PARTS.find((part) => !legend.some((one) => one.part === part)) ?? 'whole',
  }
}
