import {
  blankFamily,
  blankMember,
  blankUnion,
  type Evaluation,
  type FamilyDocument,
  type FamilyMember,
  type LegendEntry,
  type Union,
} from '#domain/family/document.ts'

/** One person of a demo family, as somebody tells it: `ana` of `[father, mother]`. */
export interface Told extends Partial<Omit<FamilyMember, 'key' | 'parents' | 'conditions'>> {
  gender: FamilyMember['gender']
  of?: readonly string[]
  adoptedBy?: readonly string[]
  /** Key of the legend and age at onset: `['bc', '44']`. */
  ill?: readonly (readonly [entry: string, onset: string])[]
  /** What was evaluated, with the result. */
  tested?: readonly (readonly [what: string, result: Evaluation['result'], on: string])[]
}

interface Whole extends Partial<Omit<FamilyDocument, 'people' | 'unions' | 'legend' | 'evaluations'>> {
  legend: readonly Pick<LegendEntry, 'key' | 'name' | 'code'>[]
  /** Couples beside those who have children, or of whom more is known. */
  couples?: readonly (Partial<Union> & { partners: string[] })[]
}

const FILLS = ['solid', 'hatched', 'dotted', 'barred'] as const

/** A family’s document: people in the order told, so that siblings are told eldest first. */
export function told(people: Readonly<Record<string, Told>>, whole: Whole): FamilyDocument {
  const { legend, couples = [], ...own } = whole
  const unions = new Map<string, Union>()
  const unionOf = (partners: readonly string[], more: Partial<Union> = {}) => {
    const key = partners.toSorted().join('-')
    const known = unions.get(key) ?? blankUnion(key, partners)
    unions.set(key, { ...known, ...more, key, partners: known.partners })
    return key
  }
  for (const { partners, ...more } of couples) unionOf(partners, more)
  const evaluations: Evaluation[] = []
  const members = Object.entries(people).map(([key, one], birthOrder): FamilyMember => {
    const { of, adoptedBy, ill = [], tested = [], ...fields } = one
    for (const [what, result, on] of tested) {
      const copies = result === 'positive' ? [1] : result === 'negative' ? [0] : []
      evaluations.push({
        key: `e${evaluations.length + 1}`,
        member: key,
        what,
        result,
        copies,
        on,
        finding: '',
      })
    }
    return {
      ...{ ...blankMember(key), birthOrder, ...fields },
      parents: [
        ...(of ? [{ union: unionOf(of), how: 'birth' as const }] : []),
        ...(adoptedBy ? [{ union: unionOf(adoptedBy), how: 'adopted' as const }] : []),
      ],
      conditions: ill.map(([entry, onset]) => ({
        ...{ entry, onset, status: 'affected', certainty: 'documented', notes: '' },
      })),
    }
  })
  return {
    ...{ ...blankFamily(), ...own, people: members, evaluations },
    unions: [...unions.values()],
    legend: legend.map((entry, place) => ({
      ...entry,
      fill: FILLS[place % FILLS.length] ?? 'solid',
      part: legend.length === 1 ? 'whole' : ((place % 4) as 0 | 1 | 2 | 3),
    })),
  }
}

const man = (firstName: string, more: Partial<Told> = {}): Told => ({
  gender: 'man',
  firstName,
  life: 'alive',
  ...more,
})
const woman = (firstName: string, more: Partial<Told> = {}): Told => ({
  ...{ gender: 'woman', firstName, life: 'alive' },
  ...more,
})
/** Died in a year, of something. */
const died = (diedOn: string, causeOfDeath = '') => ({ life: 'dead' as const, diedOn, causeOfDeath })

export { died, man, woman }
