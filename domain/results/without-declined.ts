import type { ReportPart } from '../reports/report-update.ts'
import type { Answer, Finding } from './finding.ts'
import type { GeneticResult } from './genetic-result.ts'
import { Q } from './questions.ts'
import { readResult } from './read-result.ts'
import { isFound, type ReportedVariant } from './reported-variant.ts'
import { SECTION, sectionIn } from './variant-fields.ts'
import { classesOf } from './words.ts'

/** Whether a finding that is reported as this is declined. */
type IsDeclined = (variant: Pick<ReportedVariant, 'section'>) => boolean

/** Whether a report's data has a declined finding. */
export function hasDeclined<File>(parts: readonly ReportPart<File>[], isDeclined: IsDeclined): boolean {
  return isDeclinedBeside(parts, isDeclined) || variantsIn(parts, isDeclined).declined.length > 0
}

/**
 * Whether a text names a declined finding of these reports of one person, in any way in which no other finding of theirs is
 * named; null if nothing is declined.
 */
export function namesDeclined<File>(
  reports: readonly (readonly ReportPart<File>[])[],
  isDeclined: IsDeclined,
): ((text: string) => boolean) | null {
  const found = reports.map((parts) => variantsIn(parts, isDeclined))
  const declined = found.flatMap((one) => one.declined)
  if (declined.length === 0) return null
  return mentionsOf(
    declined,
    found.flatMap((one) => one.left),
  )
}

/** A report's variants. Those without a section are declined too if the report declares a declined one without saying for which. */
function variantsIn<File>(
  parts: readonly ReportPart<File>[],
  isDeclined: IsDeclined,
): { declined: ReportedVariant[]; left: ReportedVariant[] } {
  const isBeside = isDeclinedBeside(parts, isDeclined)
  const all = parts.flatMap((part) => (part.kind === 'genetics' ? [readResult(part.findings)] : []))
  const both = all.map((result) => {
    const keys = declinedKeys(result, isDeclined, isBeside)
    return Object.groupBy(result.variants, ({ key }) => (keys.has(key) ? 'declined' : 'left'))
  })
  return {
    declined: both.flatMap(({ declined = [] }) => declined),
    left: both.flatMap(({ left = [] }) => left),
  }
}

/** The declined variants of a result by key: also one that has a second, declined section. */
function declinedKeys(
  { variants, others }: GeneticResult,
  isDeclined: IsDeclined,
  isBeside: boolean,
): ReadonlySet<string> {
  const further = new Set(others.flatMap((one) => (one.answers.some(isSection(isDeclined)) ? [one.id] : [])))
  return new Set(
    variants
      .filter((one) => isDeclined(one) || further.has(one.key) || (isBeside && one.section === undefined))
      .map(({ key }) => key),
  )
}

/** Whether an answer says that findings are of a declined section. */
const isSection = (isDeclined: IsDeclined) => (answer: Answer) => {
  const section = answer.question.code === SECTION.code ? sectionIn(answer) : undefined
  return section !== undefined && isDeclined({ section })
}

/** Whether a report says of no variant in particular that something in it is of a declined section. */
function isDeclinedBeside<File>(parts: readonly ReportPart<File>[], isDeclined: IsDeclined): boolean {
  return parts.some((part) => {
    if (part.kind === 'values')
      return part.values.some(({ code, value }) => code === SECTION.code && isDeclined({ section: value }))
    if (part.kind !== 'genetics') return false
    const { variants, others } = readResult(part.findings)
    const keys = new Set(variants.map(({ key }) => key))
    return others.some(({ id, answers }) => !keys.has(id) && answers.some(isSection(isDeclined)))
  })
}

/**
 * A report's parts without declined findings: without what is concluded from them or consists of them, without the
 * conclusion in words and recommendations for the whole result, which may tell them, and without any other text or
 * value that names them. An overall result of which nothing as strong is left is left out too, unless it says that there
 * is nothing. Documents stay as the laboratory sent them. Returns `parts` itself if nothing is declined. If it is told without
 * its variants that some are of a declined section, all that have none may be them.
 */
export function withoutDeclined<File>(
  parts: readonly ReportPart<File>[],
  isDeclined: IsDeclined,
): readonly ReportPart<File>[] {
  const isBeside = isDeclinedBeside(parts, isDeclined)
  const named = namesDeclined([parts], isDeclined)
  if (named === null && !isBeside) return parts
  const mentions = named ?? (() => false)
  return parts.flatMap((part): ReportPart<File>[] => {
    if (part.kind === 'document') return [part]
    if (part.kind === 'lines')
      return mentions(part.label) ? [] : [{ ...part, lines: part.lines.filter((line) => !mentions(line)) }]
    if (part.kind === 'values') {
      const values = part.values.filter(
        ({ code, name, value }) =>
          ![code, name, value].some(mentions) && !(code === SECTION.code && isDeclined({ section: value })),
      )
      return [{ ...part, values }]
    }
    const findings = remaining(part.findings, { isDeclined, isBeside, mentions })
    return findings.length === 0 ? [] : [{ ...part, findings }]
  })
}

function remaining(
  findings: readonly Finding[],
  leaving: { isDeclined: IsDeclined; isBeside: boolean; mentions: (text: string) => boolean },
): Finding[] {
  const result = readResult(findings)
  const { variants } = result
  const gone = new Set(declinedKeys(result, leaving.isDeclined, leaving.isBeside))
  if (gone.size === 0) return findings.map((finding) => without(finding, [], leaving)).filter(isFilled)
  // A conclusion may be drawn from a conclusion, and a genotype consist of haplotypes.
  for (let before = -1; before !== gone.size; ) {
    before = gone.size
    for (const { id, of, within } of findings)
      if ([...of, ...(within === undefined ? [] : [within])].some((one) => gone.has(one))) gone.add(id)
  }
  const found = variants.filter(isFound)
  const left = found.filter(({ key }) => !gone.has(key))
  // A positive result beside variants of uncertain significance only would tell that there was another.
  const keepsOverall =
    left.some(isStrong) || (left.length > 0 && !found.some((one) => gone.has(one.key) && isStrong(one)))
  const unsaid = [
    Q.conclusion.code,
    Q.deletionsAndDuplications.code,
    ...(keepsOverall ? [] : [Q.overall.code]),
  ]
  return findings
    .filter(({ id }) => !gone.has(id))
    .map((finding) => without(finding, finding.of.length === 0 ? [...unsaid, ...ADVICE] : unsaid, leaving))
    .filter(isFilled)
}

const isFilled = ({ answers, notes }: Finding) => answers.length > 0 || notes.length > 0

/** A class that makes a result positive; a laboratory's own word may be one. */
const isStrong = (variant: ReportedVariant) =>
  classesOf(variant).some((one) => !['Uncertain significance', 'Likely benign', 'Benign'].includes(one))

/** Made for the whole result, it may be made because of what was declined. */
const ADVICE = [Q.recommendation.code, Q.action.code]

/** Negative, failure, no deletion or duplication. */
const NOTHING_FOUND = ['LA6577-6', 'LA9664-9', 'LA26803-9']

function without(
  finding: Finding,
  questions: readonly string[],
  { isDeclined, mentions }: { isDeclined: IsDeclined; mentions: (text: string) => boolean },
): Finding {
  const isDeclinedSection = isSection(isDeclined)
  const isLeftOut = (answer: Answer) => {
    const { question, codes, text } = answer
    const isOverall = question.code === Q.overall.code || question.code === Q.deletionsAndDuplications.code
    if (isOverall && codes.some(({ code }) => NOTHING_FOUND.includes(code))) return false
    const words = [text, ...codes.flatMap(({ code, name }) => [code, name])]
    return questions.includes(question.code) || isDeclinedSection(answer) || words.some(mentions)
  }
  return {
    ...finding,
    answers: finding.answers.filter((answer) => !isLeftOut(answer)),
    notes: finding.notes.filter((note) => !mentions(note)),
  }
}

/** Whether a text names a declined variant in any way in which a remaining one is not named. */
function mentionsOf(
  declined: readonly ReportedVariant[],
  left: readonly ReportedVariant[],
): (text: string) => boolean {
  const known = new Set(left.flatMap(namesOf))
  const names = [...new Set(declined.flatMap(namesOf))].filter((name) => !known.has(name))
  const lowered = names.map((name) => name.toLowerCase())
  const byWord = Map.groupBy(lowered, longestWord)
  return (text) => {
    const within = text.toLowerCase()
    // A report may have thousands of variants: only the names are looked for of which the text has the longest word.
    const searched = ['', ...new Set(wordsOf(within))].flatMap((word) => byWord.get(word) ?? [])
    return searched.some((name) => isNamedIn(within, name))
  }
}

const wordsOf = (text: string): readonly string[] => text.match(/[\p{L}\p{N}]+/gu) ?? []
const longestWord = (name: string) =>
  wordsOf(name).reduce((longest, word) => (word.length > longest.length ? word : longest), '')

/** Whether a text has a name as a word of its own: BRCA2, not BRCA20. Both in lower case. */
function isNamedIn(text: string, name: string): boolean {
  const isPartOfWord = (letter: string | undefined) => letter !== undefined && /[\p{L}\p{N}]/u.test(letter)
  for (let at = text.indexOf(name); at !== -1; at = text.indexOf(name, at + 1))
    if (!isPartOfWord(text[at - 1]) && !isPartOfWord(text[at + name.length])) return true
  return false
}

function namesOf(variant: ReportedVariant): string[] {
  const { genes, name, cdna, protein, genomic, iscn, clinvar, dbsnp, consequences, significances } = variant
  const changes = [cdna, protein, genomic, ...consequences.flatMap((one) => [one.cdna, one.protein])]
  const names = [
    ...genes.flatMap(({ symbol, hgncId }) => [symbol, hgncId]),
    ...[name, iscn, clinvar, dbsnp],
    ...changes.flatMap((one) => [one, ...withoutMarks(one)]),
    ...significances.flatMap(({ conditions }) => conditions.map((one) => one.name)),
  ]
  return names.flatMap((one) => (one !== undefined && one.length > 2 ? [one] : []))
}

/** Without its sequence, and a protein's change without parentheses or prefix too. */
function withoutMarks(change = ''): string[] {
  const alone = change.replace(/^[^:]+:/, '')
  return alone.startsWith('p.')
    ? [alone, ...[alone, alone.slice(2)].map((one) => one.replace(/[()]/g, ''))]
    : [alone]
}
