import type { ReportVersion } from '../../reports/history.ts'
import type { Finding } from '../finding.ts'
import type { GeneticResult } from '../genetic-result.ts'
import { Q } from '../questions.ts'
import { isToldOfVariants, readResult } from '../read-result.ts'
import { answeredWhole, listedAgain, validResults } from './versions.ts'

/** A valid version of a report: the report, or an addendum to it. */
interface ValidVersion {
  version: number
  isAddendum: boolean
  /** Empty if the laboratory sent no result as data. */
  findings: readonly Finding[]
}

/** A version of a report, by what it brought. */
export const validVersion = ({
  version,
  status,
  parts,
}: Pick<ReportVersion, 'version' | 'status' | 'parts'>): ValidVersion => ({
  ...{ version, isAddendum: status === 'addended' },
  findings: parts.flatMap((part) => (part.kind === 'genetics' ? part.findings : [])),
})

/** What of its result each version that has one still tells, oldest first; without a result that an addendum has replaced whole. */
export function remainingResults(versions: readonly ValidVersion[]): Map<number, GeneticResult> {
  const told = inOrder(versions).map((one) => ({ ...one, results: [readResult(one.findings)] }))
  const newest = told.at(-1)
  const valid = (newest && validResults(told).get(newest.version)) ?? []
  const kept = told.slice(-valid.length).flatMap(({ version, results }, index): [number, GeneticResult][] => {
    const [before, result] = [results[0], valid[index]]
    return before && result && (tells(result) || !tells(before)) ? [[version, result]] : []
  })
  return new Map(valid.length === 0 ? [] : kept)
}

/**
 * A report that several versions make up, as one: its findings by the version that they came with, as they came. What replaces
 * something has its id, so that systems that file by it have one of the two; the rest of a finding keeps its id beside it.
 */
export function remainingFindings(versions: readonly ValidVersion[]): Map<number, readonly Finding[]> {
  const told = inOrder(versions)
  const prefixes = prefixesOf(told)
  const used = new Set<string>()
  let remaining: Remaining[] = []
  for (const { version, isAddendum, findings } of told) {
    const before = isAddendum ? remaining : []
    if (before.length === 0) {
      remaining = [{ version, findings: told.length === 1 ? findings : merged(findings) }]
      for (const { id } of findings) used.add(id)
      continue
    }
    const replaced = replacedBy(before, findings)
    const left = without(before, replaced)
    const kept = new Set(left.flatMap((one) => one.findings.map(({ id }) => id)))
    const idOf = idsFor(findings, replaced, { used, kept, prefix: prefixes.get(version) ?? '' })
    remaining = [...left, { version, findings: withIds(findings, replaced, idOf) }]
    for (const { id } of remaining.at(-1)?.findings ?? []) used.add(id)
  }
  const known = new Set(remaining.flatMap(({ findings }) => findings.map(({ id }) => id)))
  return new Map(
    remaining.flatMap(({ version, findings }, _, { length }) => {
      if (findings.length === 0) return []
      const linked = findings.map((one) => ({ ...one, of: one.of.filter((id) => known.has(id)) }))
      return [[version, length === 1 ? findings : linked] as const]
    }),
  )
}

interface Remaining {
  version: number
  findings: readonly Finding[]
}

/** What an addendum replaces of what was there. */
interface Replaced {
  /** The variants that it lists again: for each what the addendum says instead. */
  variants: ReadonlyMap<string, Finding | undefined>
  /** The ids that its own variants get, by its own ids. */
  ids: ReadonlyMap<string, string>
  /** The id that stands for a variant that another took the place of. */
  instead: ReadonlyMap<string, string>
  /** The questions about the whole result that it answers again: by its ids, the ids of the answers that it replaces. */
  whole: ReadonlyMap<string, ReadonlyMap<string, string>>
}

function replacedBy(before: readonly Remaining[], findings: readonly Finding[]): Replaced {
  const own = readResult(findings)
  const ids = new Map<string, string>()
  const instead = new Map<string, string>()
  const variants = new Map<string, Finding | undefined>()
  const results = before.map((one) => readResult(one.findings))
  for (const [was, is] of listedAgain(results, [own])) {
    const id = ids.get(is.key) ?? was.key
    ids.set(is.key, id)
    if (id !== was.key) instead.set(was.key, id)
    variants.set(
      was.key,
      findings.find((one) => one.id === is.key),
    )
  }
  const all = before.flatMap((one) => one.findings)
  const whole = answeredWhole(own).map((code) => [code, answersReplaced(code, all, findings)] as const)
  return { variants, ids, instead, whole: new Map(whole) }
}

/** One answer takes the place of one; of several, as of several panels or scores, each that of its own id. */
function answersReplaced(code: string, before: readonly Finding[], findings: readonly Finding[]) {
  const answering = (all: readonly Finding[]) => [
    ...new Set(
      all.filter(({ answers }) => answers.some(({ question }) => question.code === code)).map(({ id }) => id),
    ),
  ]
  const [was, is] = [answering(before), answering(findings)]
  const [first] = was
  if (first !== undefined && was.length === 1 && is.length === 1) return new Map(is.map((id) => [id, first]))
  return new Map(is.filter((id) => was.includes(id)).map((id) => [id, id]))
}

/** The ids of an addendum's findings: a new one that another finding has, or had, gets a prefix. */
function idsFor(
  findings: readonly Finding[],
  { ids }: Replaced,
  { used, kept, prefix }: { used: ReadonlySet<string>; kept: ReadonlySet<string>; prefix: string },
): (id: string) => string {
  const given = new Map(ids)
  const replacing = new Set(ids.keys())
  const taken = new Set(ids.values())
  const give = (id: string): string => {
    // What is told of a variant stays within it (OBX-4 `2a.1` of `2a`).
    const above = ancestors(id).find((one) => given.has(one))
    const rest = above === undefined ? id : id.slice(above.length + 1)
    const within = above === undefined ? '' : `${given.get(above)}.`
    const isOfReplacing = above !== undefined && replacing.has(above)
    if (isOfReplacing) replacing.add(id)
    const isTaken = (one: string) => taken.has(one) || (isOfReplacing ? kept : used).has(one)
    const proper = `${within}${rest}`
    return isTaken(proper) ? `${within}${prefix}${rest}` : proper
  }
  for (const { id } of findings.toSorted((a, b) => a.id.length - b.id.length)) {
    if (given.has(id)) continue
    const own = give(id)
    given.set(id, own)
    taken.add(own)
  }
  return (id) => given.get(id) ?? id
}

/** `2a.1` and `2a` of `2a.1.3`. */
function ancestors(id: string): string[] {
  const end = id.lastIndexOf('.')
  return end <= 0 ? [] : [id.slice(0, end), ...ancestors(id.slice(0, end))]
}

/** What is left of the versions before. */
function without(before: readonly Remaining[], replaced: Replaced): Remaining[] {
  return before.map(({ version, findings }) => ({
    version,
    findings: findings.flatMap((one) => leftOf(one, replaced)),
  }))
}

function leftOf(finding: Finding, { variants, instead, whole }: Replaced): Finding[] {
  const { id, of, within, notes, ...rest } = finding
  const isReplaced = (one: string) => variants.has(one)
  const bases = within === undefined ? of : [...of, within]
  const isOfVariants = bases.some(isReplaced) && isToldOfVariants(finding)
  const isGone = isReplaced(id) || (isOfVariants && bases.every(isReplaced))
  const again = variants.get(id)?.answers.map(({ question }) => question.code) ?? []
  const answers = finding.answers.filter(({ question: { code } }) =>
    isGone
      ? FROM_A_VARIANT.includes(code) && !again.includes(code)
      : ![...(whole.get(code)?.values() ?? [])].includes(id),
  )
  if (answers.length === 0 && (isGone || finding.answers.length > 0)) return []
  // A class told of several variants at once is still that of those that are not listed again.
  const isStill = (one: string) => isGone || !isOfVariants || !isReplaced(one)
  return [
    {
      ...{ ...rest, id, answers, notes: isGone ? [] : notes },
      of: [...new Set(of.filter(isStill).map((one) => instead.get(one) ?? one))],
      ...(within === undefined || !isStill(within) ? {} : { within: instead.get(within) ?? within }),
    },
  ]
}

/** What is concluded from a variant and stands, unless it is told again. */
const FROM_A_VARIANT: readonly string[] = [
  ...[Q.drug, Q.therapy, Q.metabolism, Q.efficacy, Q.response, Q.recommendation, Q.action].map(
    ({ code }) => code,
  ),
]

/** An addendum's findings under their ids; an answer about the whole result under that of the one that it replaces. */
function withIds(
  findings: readonly Finding[],
  { whole }: Replaced,
  idOf: (id: string) => string,
): readonly Finding[] {
  const own = new Set(findings.map(({ id }) => id))
  return merged(
    findings.flatMap((one): Finding[] => {
      const moved = {
        of: [...new Set(one.of.filter((id) => own.has(id)).map(idOf))],
        ...(one.within === undefined ? {} : { within: idOf(one.within) }),
      }
      const id = idOf(one.id)
      const parts = Map.groupBy(one.answers, ({ question }) => whole.get(question.code)?.get(one.id) ?? id)
      if (parts.size === 0) parts.set(id, [])
      return [...parts].map(([part, answers], index) => ({
        ...{ ...one, ...moved, id: part, answers, notes: index === 0 ? one.notes : [] },
      }))
    }),
  )
}

const inOrder = (versions: readonly ValidVersion[]) =>
  versions.filter(({ findings }) => findings.length > 0).toSorted((a, b) => a.version - b.version)

/** Whether anything is left in a result that an addendum replaces: its methods and limits alone are none. */
const tells = ({ overall, conclusion, variants, drugResponses, markers, others, ...rest }: GeneticResult) =>
  [overall, conclusion, rest.deletionsAndDuplications].some((one) => one !== undefined) ||
  [variants, drugResponses, markers, rest.recommendations, others].some((all) => all.length > 0)

/** Different versions count their findings alike. The first keeps its ids: whoever has it finds them again. */
function prefixesOf(versions: readonly ValidVersion[]): ReadonlyMap<number, string> {
  const ids = versions.flatMap(({ findings }) => findings.map(({ id }) => id))
  const prefixes = new Map<number, string>()
  let count = 1
  for (const { version } of versions) {
    const isTaken = () => ids.some((id) => id.startsWith(`${count}-`))
    while (count > 1 && isTaken()) count += 1
    prefixes.set(version, count === 1 ? '' : `${count}-`)
    count += 1
  }
  return prefixes
}

/** Parts of one id as one finding. */
export function merged(findings: readonly Finding[]): Finding[] {
  return [...Map.groupBy(findings, ({ id }) => id).values()].flatMap((parts) =>
    parts.slice(0, 1).map((first) => ({
      ...{ ...first, of: [...new Set(parts.flatMap(({ of }) => of))] },
      ...{ answers: parts.flatMap(({ answers }) => answers), notes: parts.flatMap(({ notes }) => notes) },
    })),
  )
}
