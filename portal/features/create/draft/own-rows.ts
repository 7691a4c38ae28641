import type { OrderDocument } from '#domain/orders/document.ts'
import { warningKey } from '#domain/orders/family.ts'

interface Row {
  key: string
}
type Rows = (document: OrderDocument) => readonly Row[]

const variantsOf = ({ knownVariants = [] }: OrderDocument) => knownVariants

/**
 * `local` with other keys for the rows that both added under one key though they are different: another relative, a
 * specimen of another person, another variant. Each form numbers new rows by itself, so two people who add something
 * at the same time use the same number. `earlier`: in these a row of that key is the same as ours.
 */
export function withOwnRows(
  local: OrderDocument,
  remote: OrderDocument,
  earlier: readonly OrderDocument[],
): OrderDocument {
  /** Local rows whose key the remote side uses, too, for a row that `differs`; with a key that is free on both sides. */
  function clashes<T extends Row>(
    document: OrderDocument,
    rows: (document: OrderDocument) => readonly T[],
    differs: (local: T, remote: T) => boolean,
  ): [was: string, now: string][] {
    const has = (one: OrderDocument, key: string) => rows(one).some((row) => row.key === key)
    const taken = [document, remote].flatMap(rows as Rows).map(({ key }) => key)
    return rows(document).flatMap((row) => {
      const other = rows(remote).find(({ key }) => key === row.key)
      if (!other || !differs(row, other) || earlier.some((one) => has(one, row.key))) return []
      const now = nextKey(row.key, taken)
      taken.push(now)
      return [[row.key, now]]
    })
  }
  const people = clashes(
    local,
    ({ patients }) => patients,
    (one, other) => one.relationship !== other.relationship,
  )
  const ofPeople = people.reduce((at, [was, now]) => withKey(at, PERSON_MEMBERS, was, now), local)
  const samples = clashes(
    ofPeople,
    (document) => document.samples,
    (one, other) => one.patient !== other.patient,
  )
  const ofSamples = samples.reduce((at, [was, now]) => withKey(at, SAMPLE_MEMBERS, was, now), ofPeople)
  const variants = new Map(
    clashes(ofSamples, variantsOf, (one, other) => {
      // The one of an old order, which both began to describe.
      const isOld = one.asWritten !== '' && one.asWritten === other.asWritten
      return !isOld && JSON.stringify(one) !== JSON.stringify(other)
    }),
  )
  if (variants.size === 0) return ofSamples
  const knownVariants = variantsOf(ofSamples).map((one) => ({
    ...one,
    key: variants.get(one.key) ?? one.key,
  }))
  return { ...ofSamples, knownVariants }
}

/** `relative-1` → `relative-2`, or the next number that is free. */
function nextKey(key: string, taken: readonly string[]): string {
  const [, prefix = key, number = '0'] = /^(.*?)(\d*)$/.exec(key) ?? []
  for (let n = Number(number) + 1; ; n += 1) if (!taken.includes(`${prefix}${n}`)) return `${prefix}${n}`
}

/** Where a document names a person, and where a specimen: the list itself, and members of these names. */
const PERSON_MEMBERS = { list: 'patients', names: ['patient', 'geneticMother', 'geneticFather'] } as const
const SAMPLE_MEMBERS = { list: 'samples', names: ['parent'] } as const

/** The document with a row's new key, wherever the key is named. */
function withKey(
  document: OrderDocument,
  { list, names }: typeof PERSON_MEMBERS | typeof SAMPLE_MEMBERS,
  was: string,
  now: string,
): OrderDocument {
  const walk = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(walk)
    if (typeof value !== 'object' || value === null) return value
    return Object.fromEntries(
      Object.entries(value).map(([name, member]) => [
        name,
        member === was && (names as readonly string[]).includes(name) ? now : walk(member),
      ]),
    )
  }
  const renamed = walk(document) as OrderDocument
  return {
    ...renamed,
    [list]: renamed[list].map((row) => (row.key === was ? { ...row, key: now } : row)),
    overrides: renamed.overrides.map(({ key, reason }) => {
      const [rule = '', ...about] = key.split(':')
      const subjects = about.join(':').split(' ')
      return about.length === 0 || !subjects.includes(was)
        ? { key, reason }
        : { key: warningKey(rule, subjects.map((one) => (one === was ? now : one)).join(' ')), reason }
    }),
  }
}
