import type { OtherPayer } from '#domain/coverage/benefits.ts'
import { table } from '#domain/table.ts'
import { ENTITIES, lookUp } from './codes.ts'
import { contactOf, describe } from './describe.ts'
import { fullName } from './levels.ts'
import { type Delimiters, element, type Segment } from './x12.ts'

/** NM101 of those at whom alone a benefit counts, where one is named below it. */
const ONLY_AT: ReadonlySet<string> = new Set(['13', '1I', '1P', '73', 'FA', 'P3', 'VN'])

const ORDER = table<OtherPayer['pays']>({ PRP: 'first', SEP: 'second', TTP: 'third' })
const PAYERS: ReadonlySet<string> = new Set(['PR', 'PRP', 'SEP', 'TTP', '2B', 'P4', 'GP'])

/** What loop 2120 says: who is named below a benefit, and how to reach them. */
export interface Entities {
  /** Each in one line: `Utilization management organization: CARECHECK, telephone 8005550100`. */
  readonly notes: string[]
  readonly payers: Omit<OtherPayer, 'since'>[]
  /** The benefit counts at these only. */
  readonly onlyAt: string[]
}

/** Reads the NM1 below an EB, each with the N3, N4, PER and PRV that follow it. */
export function entitiesIn(row: readonly Segment[], delimiters: Delimiters): Entities {
  const groups: Segment[][] = []
  /** What stands before any name. */
  const noSegments: Segment[] = []
  for (const segment of row)
    if (segment[0] === 'NM1') groups.push([segment])
    else if (['N3', 'N4', 'PER', 'PRV'].includes(segment[0] ?? ''))
      (groups.at(-1) ?? noSegments).push(segment)
  const entities = groups.map(([name, ...more]) => {
    const code = element(name, 1)
    const called = nameAndId(name)
    const reached = more.map((each) =>
      each[0] === 'PER' ? contactOf(each) : describe(each, delimiters).words,
    )
    const line = [called, ...reached].filter((one) => one !== '').join(', ')
    return { code, name: fullName(name) || element(name, 9), note: `${labelOf(code)}: ${line}` }
  })
  return {
    notes: [
      ...noSegments.map((each) => describe(each, delimiters)).map(({ about, words }) => `${about}: ${words}`),
      ...entities.map(({ note }) => note),
    ],
    payers: entities
      .filter(({ code }) => PAYERS.has(code))
      .map(({ code, name }) => ({ name, pays: lookUp(ORDER, code) ?? '' })),
    onlyAt: entities.filter(({ code }) => ONLY_AT.has(code)).map(({ note }) => note),
  }
}

function labelOf(code: string): string {
  return lookUp(ENTITIES, code) ?? `See ${code}`.trim()
}

/** The whole name with prefix and suffix, and the number by which it is known (NM109). */
export function nameAndId(name: Segment | undefined): string {
  const full = [element(name, 6), fullName(name), element(name, 7)].filter((one) => one !== '').join(' ')
  return [full, element(name, 9), ...(name?.slice(10) ?? [])].filter((one) => one !== '').join(', ')
}
