import {
  blankFamily,
  blankMember,
  blankUnion,
  type FamilyDocument,
  type FamilyMember,
  type MemberKey,
} from '../document.ts'

/** How one person is written in a test: `Ana` of `[mother, father]`. */
type Line = [
  name: string,
  gender: 'man' | 'woman' | '',
  parents?: [string, string] | undefined,
  changes?: Partial<FamilyMember>,
]

/** A family of people who are called by their keys, with one union for each pair of parents. */
export function family(...lines: Line[]): FamilyDocument {
  const document = blankFamily()
  lines.forEach(([key, gender, parents, changes], index) => {
    const member: FamilyMember = { ...blankMember(key), firstName: key, gender, birthOrder: index }
    if (parents) member.parents = [{ union: unionOf(document, parents), how: 'birth' }]
    document.people.push({ ...member, ...changes })
  })
  return document
}

/** The key of the couple's union, which is added if they have none. */
function unionOf(document: FamilyDocument, partners: readonly MemberKey[]): string {
  const key = [...partners].sort().join('+')
  if (!document.unions.some((union) => union.key === key)) document.unions.push(blankUnion(key, partners))
  return key
}

/** Keys p1, p2 …, the same in each run. */
export function numberedKeys(prefix = 'p'): () => string {
  let last = 0
  return () => {
    last += 1
    return `${prefix}${last}`
  }
}
