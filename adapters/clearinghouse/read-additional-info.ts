import type { AdditionalInfo } from '#domain/coverage/benefits.ts'
import { table } from '#domain/table.ts'
import { describe } from './describe.ts'
import { fullName, type Level, nameIn, ownPart, type Patient } from './levels.ts'
import { nameAndId } from './read-entities.ts'
import { type Delimiters, element, type Segment } from './x12.ts'

/** NM101 codes that name the level's own entity. */
const OWN_NAMES = {
  payer: ['PR', '2B', '36', 'GP', 'P5'],
  subscriber: ['IL'],
  dependent: ['03', 'QC'],
} as const

const ENTITIES = table<string>({ IL: 'Policy holder', QC: 'Patient', '03': 'Dependent' })

/**
 * What a 271 says about payer, policy holder and patient before the benefits, apart from what other fields of
 * the answer carry: names, numbers, addresses, contacts, the payer's own trace number, a corrected identity.
 * Empty if there is nothing.
 */
export function additionalInfoIn(
  { payer, provider, patient }: { payer: Level | null; provider: Level | null; patient: Patient | null },
  delimiters: Delimiters,
): { besides?: AdditionalInfo[] } {
  const isDependent = patient?.dependent != null
  const subscriber = ownPart(patient?.subscriber ?? null)
  const dependent = ownPart(patient?.dependent ?? null)
  const ourTrace = [dependent, subscriber]
    .flatMap((level) => level?.segments ?? [])
    .find((each) => each[0] === 'TRN' && element(each, 1) === '2')
  const besides = [
    ...of(payer, nameIn(payer, ...OWN_NAMES.payer), []),
    ...of(
      provider,
      provider?.segments.find(([id]) => id === 'NM1'),
      [],
    ),
    ...(isDependent ? holder(nameIn(subscriber, ...OWN_NAMES.subscriber)) : []),
    ...of(subscriber, nameIn(subscriber, ...OWN_NAMES.subscriber), isDependent ? [] : ['DMG']),
    ...of(dependent, nameIn(dependent, ...OWN_NAMES.dependent), ['DMG']),
  ].filter(({ words }) => words !== '')
  return besides.length > 0 ? { besides } : {}

  /** A level's segments except its name; the first of each segment in `once` is in the answer already. */
  function of(level: Level | null, name: Segment | undefined, once: readonly string[]): AdditionalInfo[] {
    const firsts = once.map((id) => level?.segments.find((each) => each[0] === id))
    return (level?.segments ?? []).flatMap((segment): AdditionalInfo[] => {
      const [id = ''] = segment
      if (id === 'AAA' || segment === ourTrace) return []
      if (segment === name) return surplusOf(segment, level === dependent)
      if (firsts.includes(segment)) return sexAndMore(segment)
      if (id === 'NM1')
        return [{ about: ENTITIES[element(segment, 1)] ?? 'Also named', words: nameAndId(segment) }]
      return [describe(segment, delimiters)]
    })
  }
}

/** The policy holder, if the answer is about a dependent. */
function holder(name: Segment | undefined): AdditionalInfo[] {
  return [{ about: 'Policy holder', words: fullName(name) }]
}

/**
 * Parts of a name that no other field carries: middle name, prefix, suffix; for a dependent also the member
 * number, which should not be there.
 */
function surplusOf(name: Segment, isDependent: boolean): AdditionalInfo[] {
  const more = [6, 5, 7, ...(isDependent ? [9] : []), 10, 11, 12]
    .map((number) => element(name, number))
    .filter((one) => one !== '')
  return more.length > 0 ? [{ about: 'Other parts of the name', words: more.join(' ') }] : []
}

/** What a DMG segment says besides the date of birth. */
function sexAndMore(segment: Segment): AdditionalInfo[] {
  const more = segment.slice(3).filter((one) => one !== '')
  const sex = { F: 'female', M: 'male', U: 'unknown' }[more[0] ?? '']
  return more.length > 0 ? [{ about: 'Sex', words: [sex ?? more[0], ...more.slice(1)].join(' ') }] : []
}
