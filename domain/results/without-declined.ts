import type { ReportPart } from '../reports/report-update.ts'
import type { Answer, Finding } from './finding.ts'
import { Q } from './questions.ts'
import { readResult } from './read-result.ts'
import type { ReportedVariant } from './reported-variant.ts'

type IsDeclined = (variant: ReportedVariant) => boolean

/** Whether a report's data has a declined finding. */
export function hasDeclined<File>(parts: readonly ReportPart<File>[], isDeclined: IsDeclined): boolean {
  return parts.some((part) => part.kind === 'genetics' && readResult(part.findings).variants.some(isDeclined))
}

/**
 * A report's parts without declined findings: without what is concluded from them or consists of them, without the
 * conclusion in words, which may tell them, and without any other text or value that names them. An overall result of
 * which no variant is left is left out too, unless it says that there is nothing. Documents stay as the laboratory
 * sent them. Returns `parts` itself if nothing is declined.
 */
export function withoutDeclined<File>(
  parts: readonly ReportPart<File>[],
  isDeclined: IsDeclined,
): readonly ReportPart<File>[] {
  const variants = parts.flatMap((part) =>
    part.kind === 'genetics' ? readResult(part.findings).variants : [],
  )
  const declined = variants.filter(isDeclined)
  if (declined.length === 0) return parts
  const mentions = mentionsOf(
    declined,
    variants.filter((one) => !isDeclined(one)),
  )
  return parts.flatMap((part): ReportPart<File>[] => {
    if (part.kind === 'document') return [part]
    if (part.kind === 'lines') return [{ ...part, lines: part.lines.filter((line) => !mentions(line)) }]
    if (part.kind === 'values') {
      const values = part.values.filter(({ code, name, value }) => ![code, name, value].some(mentions))
      return [{ ...part, values }]
    }
    const findings = remaining(part.findings, isDeclined, mentions)
    return findings.length === 0 ? [] : [{ ...part, findings }]
  })
}

function remaining(
  findings: readonly Finding[],
  isDeclined: IsDeclined,
  mentions: (text: string) => boolean,
): Finding[] {
  const { variants } = readResult(findings)
  const gone = new Set(variants.filter(isDeclined).map(({ key }) => key))
  if (gone.size === 0) return findings.map((finding) => without(finding, [], mentions))
  // A conclusion may be drawn from a conclusion, and a genotype consist of haplotypes.
  for (let before = -1; before !== gone.size; ) {
    before = gone.size
    for (const { id, of, within } of findings)
      if ([...of, ...(within === undefined ? [] : [within])].some((one) => gone.has(one))) gone.add(id)
  }
  const isLeft = variants.some(({ key, call }) => !gone.has(key) && call !== 'Absent')
  const unsaid = [Q.conclusion.code, ...(isLeft ? [] : [Q.overall.code])]
  return findings
    .filter(({ id }) => !gone.has(id))
    .map((finding) => without(finding, unsaid, mentions))
    .filter(({ answers, notes }) => answers.length > 0 || notes.length > 0)
}

const NOTHING_FOUND = ['LA6577-6', 'LA9664-9']

function without(
  finding: Finding,
  questions: readonly string[],
  mentions: (text: string) => boolean,
): Finding {
  const isLeftOut = ({ question, codes, text }: Answer) => {
    if (question.code === Q.overall.code && codes.some(({ code }) => NOTHING_FOUND.includes(code)))
      return false
    const words = [text, ...codes.flatMap(({ code, name }) => [code, name])]
    return questions.includes(question.code) || words.some(mentions)
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
  const searched = names.map((name) => name.toLowerCase())
  return (text) => {
    const within = text.toLowerCase()
    return searched.some((name) => isNamedIn(within, name))
  }
}

/** Whether a text has a name as a word of its own: BRCA2, not BRCA20. Both in lower case. */
function isNamedIn(text: string, name: string): boolean {
  const isPartOfWord = (letter: string | undefined) => letter !== undefined && /[\p{L}\p{N}]/u.test(letter)
  for (let at = text.indexOf(name); at !== -1; at = text.indexOf(name, at + 1))
    if (!isPartOfWord(text[at - 1]) && !isPartOfWord(text[at + name.length])) return true
  return false
}

function namesOf(variant: ReportedVariant): string[] {
  const { genes, name, cdna, protein, genomic, iscn, clinvar, dbsnp, consequences } = variant
  const changes = [cdna, protein, genomic, ...consequences.flatMap((one) => [one.cdna, one.protein])]
  const names = [
    ...genes.flatMap(({ symbol, hgncId }) => [symbol, hgncId]),
    ...[name, iscn, clinvar, dbsnp],
    ...changes.flatMap((one) => [one, one?.replace(/^[^:]+:/, '')]),
  ]
  return names.flatMap((one) => (one !== undefined && one.length > 2 ? [one] : []))
}
