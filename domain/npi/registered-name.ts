import { table } from '../table.ts'
import type { NpiRecord, RegisteredName } from './npi-record.ts'

/** Letters that Unicode does not decompose, as written in the registry, which is ASCII only. */
const PLAIN = table<string>({
  ...{ đ: 'd', ð: 'd', ø: 'o', ł: 'l', ħ: 'h', ı: 'i' },
  ...{ ß: 'ss', æ: 'ae', œ: 'oe', þ: 'th', ŋ: 'ng' },
})

const TITLES = new Set(['dr', 'doctor', 'prof', 'professor', 'mr', 'mrs', 'ms', 'miss'])

/**
 * What may follow a last name. Without those that are last names too (Do, Ma), which count only as the
 * registered credential.
 */
const SUFFIXES = new Set([
  ...['jr', 'sr', 'ii', 'iii', 'iv', '2nd', '3rd', '4th', 'esq'],
  ...[
    'md',
    'mbbs',
    'mbchb',
    'phd',
    'dphil',
    'dds',
    'dmd',
    'dpm',
    'pharmd',
    'psyd',
    'dnp',
    'mph',
    'mba',
    'msc',
  ],
  ...[
    'rn',
    'bsn',
    'msn',
    'np',
    'crnp',
    'aprn',
    'arnp',
    'fnp',
    'fnpbc',
    'cnm',
    'pa',
    'pac',
    'ms',
    'cgc',
    'lcgc',
  ],
  ...['facmg', 'facp', 'faap', 'facog'],
])

/** Lower case, without accents and without punctuation inside words: O’Neill → oneill, M.D. → md. */
function words(text: string): string[] {
  return text
    .toLowerCase()
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .replace(/[^\p{ASCII}]/gu, (letter) => PLAIN[letter] ?? letter)
    .replace(/[^\p{L}\p{N}\s,;/()]/gu, '')
    .split(/[\s,;/()]+/)
    .filter(Boolean)
}

/**
 * A last name in one piece, without suffixes and credentials; the last remaining word always counts as the
 * name.
 */
function family(name: string, credentials: readonly string[]): string {
  const left = words(name)
  while (left.length > 1 && (SUFFIXES.has(left.at(-1) ?? '') || credentials.includes(left.at(-1) ?? '')))
    left.pop()
  return left.join('')
}

function given(name: string): string[] {
  const all = words(name)
  const first = all.findIndex((word) => !TITLES.has(word))
  return first > 0 ? all.slice(first) : all
}

const agree = (one: string, other: string) =>
  one === other ||
  (one.length === 1 && other.startsWith(one)) ||
  (other.length === 1 && one.startsWith(other))

/**
 * Whether `typed` begins with the complete `first`, and the rest agrees with `middle`. Either side may omit
 * middle names or abbreviate them to initials; an initial is not accepted as a first name.
 */
function sameGiven(typed: string[], first: string, middle: string[]): boolean {
  if (typed.join('') === first + middle.join('')) return true
  const end = typed.findIndex((_, at) => typed.slice(0, at + 1).join('') === first) + 1
  const more = typed.slice(end)
  return end > 0 && more.every((word, at) => agree(word, middle[at] ?? word))
}

function sameName(
  typed: { firstName: string; lastName: string },
  registered: RegisteredName,
  credentials: readonly string[],
): boolean {
  const first = given(registered.firstName).join('')
  const middle = words(registered.middleName)
  const last = family(registered.lastName, credentials)
  const typedGiven = given(typed.firstName)
  const typedLast = family(typed.lastName, credentials)
  if (!first || !last) return false
  if (typedLast === last) return sameGiven(typedGiven, first, middle)
  // The registry may have a maiden name or particle among the middle names that the user typed with the last
  // name.
  return middle.length > 0 && typedLast === middle.join('') + last && sameGiven(typedGiven, first, [])
}

export type RegisteredNameRefusal = 'deactivated' | 'organization' | 'other-name'

/**
 * Why a number can't belong to the person with this name; null if it can (specification §1: the NPI matches
 * the name). Case, accents, punctuation, titles and suffixes are ignored, and parts may be joined with
 * hyphens, spaces or neither; a former name counts as well. Swapped names never match.
 */
export function registeredNameRefusal(
  typed: { firstName: string; lastName: string },
  record: NpiRecord,
): RegisteredNameRefusal | null {
  if (!record.active) return 'deactivated'
  if (record.kind === 'organization') return 'organization'
  const credentials = words(record.credential)
  // The dissemination file often gives only the former last name.
  const others = record.otherNames.map((name) =>
    name.firstName ? name : { ...name, firstName: record.firstName, middleName: record.middleName },
  )
  return [record, ...others].some((name) => sameName(typed, name, credentials)) ? null : 'other-name'
}
