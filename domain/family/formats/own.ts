import type { FamilyDocument, MemberKey } from '../document.ts'
import type { FamilyFormat, FileReading, Written } from './format.ts'
import { at, listAt, objectOf, textAt } from './json.ts'

/** Karyo’s own format: the document as it is stored, without loss. The version is raised when a field changes its meaning. */
const FORMAT = 'karyo-family'
const VERSION = 1

export const karyoFamily: FamilyFormat = {
  reduce: (document) => document,
  write: (document, { id, idOf, created, withNames }) => {
    const family = withNames ? document : withOwnKeys(document, idOf)
    return `${JSON.stringify({ format: FORMAT, version: VERSION, id, created, family }, null, 2)}\n`
  },
}

/** Keys that came with a file of another program may be record numbers: people are called by their places instead. */
function withOwnKeys(document: FamilyDocument, idOf: Written['idOf']): FamilyDocument {
  const member = (key: MemberKey | '') => (key === '' ? '' : idOf(key))
  const union = numbered('u', document.unions.map(keyOf))
  const entry = numbered('c', document.legend.map(keyOf))
  const evaluation = numbered('e', document.evaluations.map(keyOf))
  const twins = numbered('t', [...new Set(document.people.flatMap((one) => one.twins?.group ?? []))])
  return {
    ...document,
    people: document.people.map((one) => ({
      ...one,
      key: idOf(one.key),
      parents: one.parents.map((parent) => ({ ...parent, union: union(parent.union) })),
      ...{ eggFrom: member(one.eggFrom), spermFrom: member(one.spermFrom) },
      ...{ carriedBy: member(one.carriedBy), leftOf: member(one.leftOf) },
      twins: one.twins && { ...one.twins, group: twins(one.twins.group) },
      conditions: one.conditions.map((condition) => ({ ...condition, entry: entry(condition.entry) })),
    })),
    unions: document.unions.map((one) => ({
      ...{ ...one, key: union(one.key), partners: one.partners.map(idOf) },
    })),
    legend: document.legend.map((one) => ({ ...one, key: entry(one.key) })),
    evaluations: document.evaluations.map((one) => ({
      ...{ ...one, key: evaluation(one.key), member: idOf(one.member) },
    })),
  }
}

const keyOf = ({ key }: { key: string }) => key

/** `u1`, `u2` … for keys in their order. */
function numbered(letter: string, keys: readonly string[]): (key: string) => string {
  const numbers = new Map(keys.map((key, index) => [key, `${letter}${index + 1}`]))
  return (key) => numbers.get(key) ?? `${letter}0`
}

export const isOwn = (file: unknown) => textAt(file, 'format') === FORMAT

const LISTS = ['people', 'unions', 'legend', 'evaluations'] as const

/** The family as it is: what is in its lists is checked by whoever takes it (contract/family-document.ts). */
export function readKaryoFamily(text: string): FileReading {
  const file: unknown = JSON.parse(text)
  const version = at(file, 'version')
  if (version !== VERSION)
    return { problem: `Version ${String(version)} of Karyo’s format is not read. Version ${VERSION} is.` }
  const family = at(file, 'family')
  const broken = LISTS.find(
    (list) => !Array.isArray(at(family, list)) || listAt(family, list).some((row) => row !== objectOf(row)),
  )
  if (broken) return { problem: `The file has no family: /family/${broken} is not a list of objects.` }
  const document = family as FamilyDocument
  return { families: [{ id: textAt(file, 'id'), document, remarks: [] }] }
}
