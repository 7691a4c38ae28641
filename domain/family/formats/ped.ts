import { byText } from '../../text/order.ts'
import {
  blankFamily,
  blankMember,
  blankUnion,
  type FamilyDocument,
  type FamilyMember,
  likelySex,
  type SexAtBirth,
} from '../document.ts'
import { familyGraph } from '../graph.ts'
import { cut } from './json.ts'

/** A family of a PED file, and its id there. */
export interface PedFamily {
  id: string
  document: FamilyDocument
}

/** A line that could not be read, or something in it that was. Nothing of it stops the rest. */
export interface PedRemark {
  /** From 1. */
  line: number
  rule:
    | 'too-few-columns'
    | 'listed-twice'
    | 'unknown-sex'
    | 'unknown-status'
    | 'parent-without-line'
    | 'too-long'
  /** The person’s id, or the value. */
  value: string
}

/** Ids of nobody: missing parents. */
const MISSING_IDS = new Set(['0', '-9', '.', '', 'none', 'na', 'unknown'])
const SEXES = new Map<string, SexAtBirth>([
  ['1', 'Male'],
  ['m', 'Male'],
  ['male', 'Male'],
  ['2', 'Female'],
  ['f', 'Female'],
  ['female', 'Female'],
])
const NO_SEX = new Set(['0', '-9', '.', '', 'unknown', 'other', '3', 'u'])
const STATUSES = new Map<string, 'affected' | 'unaffected'>([
  ['2', 'affected'],
  ['affected', 'affected'],
  ['1', 'unaffected'],
  ['unaffected', 'unaffected'],
])
const NO_STATUS = new Set(['0', '-9', '.', '', 'unknown', 'missing'])

/** Of an id, which is a name here. */
const LONGEST_ID = 100

export const PED_CONDITION = 'affected'

/**
 * Reads a PED (LINKAGE, PLINK .fam) file: family, person, father, mother, sex, status, by tab, or by white space
 * where a line has no tab. What is unusual is remarked, never refused: ids may hold spaces, one parent may be
 * unknown, a parent may have no line.
 */
export function readPed(text: string): { families: PedFamily[]; remarks: PedRemark[] } {
  const remarks: PedRemark[] = []
  const rows = text.split(/\r\n?|\n/).flatMap((content, index) => rowOf(content, index + 1, remarks) ?? [])
  const families = [...Map.groupBy(rows, (row) => row.family)].map(([id, people]) => ({
    ...{ id, document: familyOf(people, remarks) },
  }))
  return { families, remarks: remarks.sort((a, b) => a.line - b.line || byText(a.rule, b.rule)) }
}

interface PedRow {
  line: number
  family: string
  id: string
  father: string
  mother: string
  sex: SexAtBirth
  status: 'affected' | 'unaffected' | null
}

function rowOf(content: string, line: number, remarks: PedRemark[]): PedRow | null {
  if (content.trim() === '' || content.startsWith('#')) return null
  const columns = content.includes('\t') ? content.split('\t') : content.trim().split(/\s+/)
  const [family = '', id = '', father = '', mother = '', sex, status = ''] = columns.map((column) =>
    column.trim(),
  )
  if (sex === undefined || id === '') {
    remarks.push({ line, rule: 'too-few-columns', value: content.slice(0, 80) })
    return null
  }
  const parent = (value: string) => (MISSING_IDS.has(value.toLowerCase()) ? '' : value)
  const known = SEXES.get(sex.toLowerCase())
  if (!known && !NO_SEX.has(sex.toLowerCase())) remarks.push({ line, rule: 'unknown-sex', value: sex })
  const stated = STATUSES.get(status.toLowerCase())
  if (!stated && !NO_STATUS.has(status.toLowerCase()))
    remarks.push({ line, rule: 'unknown-status', value: status })
  return {
    ...{ line, family, id, father: parent(father), mother: parent(mother) },
    ...{ sex: known ?? '', status: stated ?? null },
  }
}

function familyOf(rows: readonly PedRow[], remarks: PedRemark[]): FamilyDocument {
  const people = new Map<string, FamilyMember>()
  const member = (id: string, sex: SexAtBirth): FamilyMember => ({
    ...blankMember(`m${people.size + 1}`),
    ...{ firstName: cut(id, LONGEST_ID), sexAtBirth: sex, birthOrder: people.size },
    gender: sex === 'Male' ? 'man' : sex === 'Female' ? 'woman' : '',
  })
  const kept = rows.filter((row) => {
    if (row.id.length > LONGEST_ID) remarks.push({ line: row.line, rule: 'too-long', value: cut(row.id, 80) })
    if (people.has(row.id)) remarks.push({ line: row.line, rule: 'listed-twice', value: row.id })
    else {
      const isCertain = row.status !== null
      const condition = { entry: PED_CONDITION, onset: '', certainty: 'told' as const, notes: '' }
      people.set(row.id, {
        ...member(row.id, row.sex),
        conditions: isCertain ? [{ ...condition, status: row.status ?? 'possible' }] : [],
      })
      return true
    }
    return false
  })
  for (const row of kept)
    for (const [id, sex] of [
      [row.father, 'Male'],
      [row.mother, 'Female'],
    ] as const) {
      if (id === '' || people.has(id)) continue
      remarks.push({ line: row.line, rule: 'parent-without-line', value: id })
      people.set(id, member(id, sex))
    }
  const unions = new Map<string, string>()
  for (const { id, father, mother } of kept) {
    // Somebody who is named as both is one parent.
    const partners = [...new Set([father, mother])].flatMap((parent) => people.get(parent)?.key ?? [])
    if (partners.length === 0) continue
    const couple = partners.join(' ')
    const union = unions.get(couple) ?? `u${unions.size + 1}`
    unions.set(couple, union)
    const child = people.get(id)
    if (child) people.set(id, { ...child, parents: [{ union, how: 'birth' }] })
  }
  const isAnybodyAffected = kept.some((row) => row.status !== null)
  return {
    ...blankFamily(),
    people: [...people.values()],
    unions: [...unions].map(([couple, key]) => blankUnion(key, couple.split(' '))),
    legend: isAnybodyAffected
      ? [{ key: PED_CONDITION, name: 'Affected', code: '', fill: 'solid', part: 'whole' }]
      : [],
  }
}

/**
 * Writes a family as PED: genetic parents only, one condition. `idOf` gives each person’s id, without tabs; `id`
 * is the family’s.
 */
export function writePed(
  document: FamilyDocument,
  { id, idOf, condition }: { id: string; idOf: (member: FamilyMember) => string; condition: string },
): string {
  const graph = familyGraph(document)
  const cell = (text: string) => text.replaceAll(/[\t\r\n]+/g, ' ').trim() || '0'
  const idIn = (key: string | null) => {
    const member = key === null ? undefined : graph.members.get(key)
    return member ? cell(idOf(member)) : '0'
  }
  const rows = document.people.filter(isBorn).map((member) => {
    const { egg, sperm } = graph.geneticParents(member.key)
    const sex = likelySex(member)
    const status = member.conditions.find((one) => one.entry === condition)?.status
    return [
      ...[cell(id), idIn(member.key), idIn(sperm), idIn(egg)],
      sex === 'Male' ? '1' : sex === 'Female' ? '2' : '0',
      status === 'affected' ? '2' : status === 'unaffected' ? '1' : '0',
    ].join('\t')
  })
  return rows.map((row) => `${row}\n`).join('')
}

const isBorn = ({ pregnancy }: FamilyMember) => pregnancy === null || pregnancy.state === 'stillbirth'
