import type { Evaluation, FamilyMember, MemberKey } from '../document.ts'
import type { Couple, ParentsOf } from './couples.ts'
import { KIN } from './fhir-parts.ts'
import type { FileRemark } from './format.ts'
import type { Json } from './json.ts'

export interface ReadPerson {
  member: FamilyMember
}
/** People by the name of their resource (`Patient/ada`), and what else the file holds. */
export interface Gathered {
  /** The key of a name: the id in it, as long as no resource of another type has the same. */
  keyOf: (name: string, id?: string) => MemberKey
  people: Map<string, ReadPerson>
  evaluations: Evaluation[]
  remarks: FileRemark[]
}

/** What the file says of who is whose, by keys. */
export interface Lines {
  parents: Map<MemberKey, { -readonly [Kind in keyof ParentsOf]: ParentsOf[Kind] }>
  couples: Couple[]
  twins: [MemberKey, MemberKey, NonNullable<FamilyMember['twins']>['kind']][]
}

export interface Reading {
  found: Gathered
  lines: Lines
  byReference: (reference: string) => ReadPerson | undefined
}

/** A FamilyMemberHistory, and whom it is of. */
export interface History {
  resource: Json
  place: string
  /** Codes of v3 RoleCode, and of KIN. */
  codes: string[]
  kin: string[]
  patient: string
  /** The relative’s name among the people. */
  relative: string
}

export function parentsIn(lines: Lines, child: MemberKey) {
  const known = lines.parents.get(child) ?? {}
  lines.parents.set(child, known)
  return known
}

/** Adds an adoptive, foster or step parent. */
export function addSocialParent(
  lines: Lines,
  child: MemberKey,
  parent: MemberKey,
  how: 'adopted' | 'foster' | 'step',
) {
  const own = parentsIn(lines, child)
  const before = own[how] ?? []
  if (!before.includes(parent)) own[how] = [...before, parent]
}

/** Adds a parent by birth: a father stands before the mother. */
export function addBirthParent(lines: Lines, child: MemberKey, parent: MemberKey, as?: 'mother' | 'father') {
  const own = parentsIn(lines, child)
  const before = own.birth ?? []
  if (!before.includes(parent)) own.birth = as === 'father' ? [parent, ...before] : [...before, parent]
  if (as !== undefined) own[as] = parent
}

/** `Patient/ada`: the type and id at the end of any reference; another kind of reference as it is. */
export function nameOf(reference: string): string {
  const [unversioned = ''] = reference.split('/_history/', 1)
  const [, own] = /(?:^|\/)([A-Za-z]+\/[A-Za-z0-9.-]+)$/.exec(unversioned) ?? []
  return own ?? reference
}

const MOTHERS = new Set(['NMTH', 'MTH', 'NMTHF'])
const FATHERS = new Set(['NFTH', 'FTH', 'NFTHF'])
/** A parent by the words of v3 RoleCode. */
export function addParentByCode(
  codes: readonly string[],
  parent: MemberKey,
  child: MemberKey,
  lines: Lines,
): boolean {
  const has = (...names: string[]) => codes.some((code) => names.includes(code))
  const social = has('ADOPTM', 'ADOPTF', 'ADOPTP')
    ? ('adopted' as const)
    : has('STPMTH', 'STPFTH', 'STPPRN')
      ? ('step' as const)
      : has('MTHFOST', 'FTHFOST', 'PRNFOST')
        ? ('foster' as const)
        : null
  if (social) addSocialParent(lines, child, parent, social)
  else if (has('GESTM')) parentsIn(lines, child).carriedBy = parent
  else if (codes.some((code) => MOTHERS.has(code))) addBirthParent(lines, child, parent, 'mother')
  else if (codes.some((code) => FATHERS.has(code))) addBirthParent(lines, child, parent, 'father')
  else if (has('NPRN', 'PRN')) addBirthParent(lines, child, parent)
  else return false
  return true
}

export const isKin = (system: string, code: string) => system === KIN || code.startsWith('KIN:')
