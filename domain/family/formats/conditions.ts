import { cutTo } from '../../text/keepable.ts'
import type { FamilyMember, LegendEntry, MemberCondition } from '../document.ts'
import { filledByName } from './reduce.ts'

/** Conditions of a file, gathered into a legend: the same code, or without one the same words, is one entry. */
export class LegendOfFile {
  readonly #entries = new Map<string, { key: string; name: string; code: string }>()

  /** The entry’s key. */
  of(name: string, code: string): string {
    const words = cutTo(name || code, 200)
    const same = `${code}|${words.toLowerCase()}`
    const found = this.#entries.get(same) ?? { key: `c${this.#entries.size + 1}`, name: words, code }
    this.#entries.set(same, found)
    return found.key
  }

  get legend(): LegendEntry[] {
    return filledByName([...this.#entries.values()])
  }
}

export const affectedBy = (entry: string, more: Partial<MemberCondition> = {}): MemberCondition => ({
  ...{ entry, status: 'affected', onset: '', certainty: 'told', notes: '' },
  ...more,
})

/** A person’s conditions, each entry once: an affected one before others. */
export function onceEach(conditions: readonly MemberCondition[]): FamilyMember['conditions'] {
  const rank = { affected: 0, possible: 1, unaffected: 2 }
  const taken = new Set<string>()
  return conditions
    .toSorted((a, b) => rank[a.status] - rank[b.status])
    .filter(({ entry }) => {
      const isFirst = !taken.has(entry)
      taken.add(entry)
      return isFirst
    })
}
