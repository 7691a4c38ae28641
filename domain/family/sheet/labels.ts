import type { FamilyDocument, FamilyMember, MemberKey } from '../document.ts'

/** What a drawing says below its symbols; each can be left out. */
export const LAYERS = ['numbers', 'names', 'ages', 'conditions', 'results'] as const
export type Layer = (typeof LAYERS)[number]

/** As many characters as stand below a symbol without touching the next person's. */
const WIDEST = 15
const MOST_NAME_LINES = 2

/** The words below somebody's symbol, a line each; what is too long is cut, and whole in the person's own panel. */
export function labelsOf(
  member: FamilyMember,
  document: FamilyDocument,
  layers: ReadonlySet<Layer>,
  number: string,
): string[] {
  const name = layers.has('names') ? nameLines(member) : []
  const numbered = layers.has('numbers') ? [number] : []
  const [first = ''] = name
  const head =
    numbered.length > 0 && first !== '' && first.length + number.length < WIDEST
      ? [`${number} ${first}`, ...name.slice(1)]
      : [...numbered, ...name]
  return [
    ...head,
    ...(layers.has('ages') ? ageLines(member) : []),
    ...pregnancyLines(member),
    ...sexLines(member),
    ...(layers.has('conditions') ? conditionLines(member, document) : []),
    ...(layers.has('results') ? resultLines(member.key, document) : []),
    ...(member.childlessness.kind !== '' && member.childlessness.reason !== ''
      ? [shortened(member.childlessness.reason)]
      : []),
  ]
}

/** Cut to the width of a label. */
export const shortened = (text: string, most = WIDEST) =>
  text.length <= most ? text : `${text.slice(0, most - 1).trimEnd()}…`

function nameLines({ firstName, lastName }: FamilyMember): string[] {
  const name = [firstName, lastName].filter((part) => part !== '').join(' ')
  if (name.length <= WIDEST) return name === '' ? [] : [name]
  const wrapped: string[] = []
  for (const word of name.split(/\s+/)) {
    const joined = wrapped.length === 0 ? word : `${wrapped.at(-1)} ${word}`
    if (wrapped.length > 0 && joined.length <= WIDEST) wrapped[wrapped.length - 1] = joined
    else wrapped.push(word)
  }
  const [first = '', ...rest] = wrapped
  return wrapped.length <= MOST_NAME_LINES
    ? wrapped.map((one) => shortened(one))
    : [shortened(first), shortened(rest.join(' '))]
}

const UNITS = { years: 'y', months: 'mo', weeks: 'wk' }

/** `34 y`, `b. 1990`, `d. 72 y`; the cause of death below. */
function ageLines({ age, born, life, diedOn, causeOfDeath }: FamilyMember): string[] {
  const ageWords = age === null ? '' : `${age.isApproximate ? '~' : ''}${age.value} ${UNITS[age.unit]}`
  if (life !== 'dead') return ageWords !== '' ? [ageWords] : born === '' ? [] : [`b. ${born}`]
  const when = ageWords || diedOn
  return [when === '' ? 'died' : `d. ${when}`, ...(causeOfDeath === '' ? [] : [shortened(causeOfDeath)])]
}

const STATES = { ongoing: '', stillbirth: 'SB', miscarriage: 'SAB', termination: 'TOP', ectopic: 'ECT' }

function pregnancyLines({ pregnancy }: FamilyMember): string[] {
  if (!pregnancy) return []
  const { state, weeks, dueDate } = pregnancy
  const due = state === 'ongoing' && dueDate !== '' ? `EDD ${dueDate}` : ''
  return [STATES[state], weeks === null ? '' : `${weeks} wk`, due].filter((text) => text !== '')
}

const AT_BIRTH = { Male: 'AMAB', Female: 'AFAB', Unassigned: 'UAAB' }

/** The sex at birth where the shape says another, and the karyotype. */
function sexLines({ gender, sexAtBirth, karyotype, pregnancy }: FamilyMember): string[] {
  const usual = gender === 'man' ? 'Male' : gender === 'woman' ? 'Female' : ''
  const isTold = sexAtBirth !== '' && sexAtBirth !== usual && pregnancy === null
  return [isTold ? AT_BIRTH[sexAtBirth] : '', shortened(karyotype)].filter((text) => text !== '')
}

/** `breast canc… 44`: an illness with its onset. One without is said by the fill. */
function conditionLines({ conditions }: FamilyMember, { legend }: FamilyDocument): string[] {
  return conditions.flatMap(({ entry, status, onset }) => {
    const name = legend.find(({ key }) => key === entry)?.name ?? ''
    if (status === 'unaffected' || onset === '' || name === '') return []
    return [`${shortened(name, Math.max(4, WIDEST - onset.length - 1))} ${shortened(onset, 9)}`]
  })
}

const RESULT_SIGNS = { positive: '+', negative: '−', uninformative: 'u' }

/** `E1+, E2−`: the nomenclature's evaluations; what each was is in the key. */
function resultLines(key: MemberKey, document: FamilyDocument): string[] {
  const numbers = evaluated(document)
  const signs = document.evaluations
    .filter(({ member }) => member === key)
    .map(({ what, result }) => ({ number: numbers.indexOf(what) + 1, sign: RESULT_SIGNS[result] }))
    .sort((one, other) => one.number - other.number)
    .map(({ number, sign }) => `E${number}${sign}`)
  const lineOf = (line: number) => signs.slice(line * SIGNS_OF_A_LINE, (line + 1) * SIGNS_OF_A_LINE)
  return Array.from({ length: Math.ceil(signs.length / SIGNS_OF_A_LINE) }, (_, line) =>
    lineOf(line).join(', '),
  )
}

const SIGNS_OF_A_LINE = 3

/** What was evaluated in the family: E1 is the first. */
export const evaluated = ({ evaluations }: FamilyDocument): string[] =>
  [...new Set(evaluations.map(({ what }) => what))].sort()
