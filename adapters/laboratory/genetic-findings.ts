import type { Hl7Segment } from '@medplum/core'
import type { ReportUpdate } from '#domain/reports/report-update.ts'
import type { Amount, Answer, Code, Finding } from '#domain/results/finding.ts'
import { Q } from '#domain/results/questions.ts'
import { geneticFindings, isQuestion } from '#domain/results/read-result.ts'
import { codeIn, fullTextOf, nameIn, repetitionsOf, textOf } from '../hl7/message.ts'
import { readDate } from '../hl7/times.ts'
import { CONCLUDED_FROM, KIND } from '../hl7/write-findings.ts'
import { codesIn, questionIn } from './coded-fields.ts'
import { embeddedIn } from './embedded.ts'
import { noteOf, type Result } from './result.ts'
import { variantsIn } from './variants-in-group.ts'

/** A report's genetic result, and the OBX segments that it was read from. */
export interface GeneticPart {
  part: Extract<ReportUpdate['parts'][number], { kind: 'genetics' }>
  of: ReadonlySet<Result>
}

/** Null if no segment is about a genetic result. */
export function geneticPart(results: readonly Result[]): GeneticPart | null {
  const drafts = draftsOf(results)
  const genetic = geneticFindings(drafts.map(({ finding }) => finding))
  if (genetic.size === 0) return null
  // What belongs to no group is kept beside the groups, as received.
  const isUnnamed = ({ finding: { id } }: Draft) => id.startsWith('-')
  const those = drafts.filter((draft) => genetic.has(draft.finding.id) || isUnnamed(draft))
  return {
    part: { kind: 'genetics', label: '', findings: those.map(({ finding }) => finding) },
    of: new Set(those.flatMap((draft) => draft.results)),
  }
}

interface Draft {
  finding: Finding & { of: string[]; answers: Answer[]; notes: string[] }
  results: Result[]
  /** A further variant of a group that names several. */
  isFurther: boolean
}

/**
 * The OBX segments of a report as findings: those with one OBX-4 belong together (LOINC panel 81247-9; HL7 v2
 * Laboratory Results Interface, clinical genomics), unless they tell several variants. Files are left out.
 */
function draftsOf(results: readonly Result[]): Draft[] {
  const groups = Map.groupBy(
    results.filter(({ obx }) => !embeddedIn(obx) && !isNarrative(obx)),
    ({ obx }) => textOf(obx, 4),
  )
  const taken = new Set(groups.keys())
  const drafts = [...groups].flatMap(([subId, group]) =>
    variantsIn(group, subId !== '').map((those, index) => {
      if (subId !== '' && index === 0) return draftOf(subId, those)
      let id = `${subId}-${index}`
      while (taken.has(id)) id += "'"
      taken.add(id)
      return { ...draftOf(id, those), isFurther: subId !== '' }
    }),
  )
  const parents = new Set(drafts.map(({ finding }) => finding.id))
  // What is concluded within a group of several variants could be about any of them: it is kept, and is about none.
  for (const { finding, isFurther } of drafts)
    if (isFurther) parents.delete(finding.id.replace(/-\d+'*$/, ''))
  for (const { finding } of drafts) {
    const parent = /^(.+)\.[^.]+$/.exec(finding.id)?.[1]
    if (parent !== undefined && parents.has(parent) && finding.of.length === 0) finding.within = parent
  }
  return drafts
}

function draftOf(id: string, results: Result[]): Draft {
  const finding: Draft['finding'] = { id, of: [], answers: [], notes: [] }
  for (const { obx, notes } of results) {
    const [range, flag] = [fullTextOf(obx, 7), fullTextOf(obx, 8)]
    if (range !== '' || flag !== '') finding.notes.push(remark(nameIn(obx, 3) || codeIn(obx, 3), range, flag))
    finding.notes.push(...notes.map(noteOf).filter((note) => note !== ''))
    const given = answersIn(obx)
    finding.answers.push(...methodIn(obx))
    if (asks(obx, CONCLUDED_FROM)) finding.of.push(...given.map(({ text }) => text))
    else if (asks(obx, KIND))
      finding.answers.push(...given.flatMap(({ codes: [question] }) => (question ? [head(question)] : [])))
    else finding.answers.push(...given)
  }
  return { finding, results, isFurther: false }
}

/** OBX-17, of a class the rules by which it was given. */
function methodIn(obx: Hl7Segment): Answer[] {
  const { codes, text } = conceptIn(obx, 17, 0)
  const question = questionIn(obx).code === Q.significance.code ? Q.scheme : Q.methods
  return text === '' ? [] : [{ question, codes, text }]
}

/** A reference range or flag in words, since no field of a genetic result has them. */
export function remark(name: string, range: string, flag: string): string {
  const told = [range && `reference range ${range}`, flag && `flag ${flag}`]
  return `${name}: ${told.filter(Boolean).join(', ')}`
}

/** A text of the report that answers no question of ours: it is read line by line. */
function isNarrative(obx: Hl7Segment): boolean {
  const isText = ['TX', 'FT'].includes(textOf(obx, 2).toUpperCase())
  return isText && textOf(obx, 4) === '' && !isQuestion(questionIn(obx).code)
}

const asks = (obx: Hl7Segment, question: Code) =>
  codesIn(obx, 3).some(({ code, system }) => code === question.code && system === question.system)
const head = (question: Code): Answer => ({ question, codes: [], text: '' })

function answersIn(obx: Hl7Segment): Answer[] {
  const question = questionIn(obx)
  return repetitionsOf(obx, 5).map((repetition) => ({ question, ...valueIn(obx, repetition) }))
}

/** A field of the type CWE, with its words. */
function conceptIn(obx: Hl7Segment, field: number, repetition: number): Pick<Answer, 'codes' | 'text'> {
  const codes = codesIn(obx, field, repetition)
  const [first, second, original] = [1, 2, 9].map((index) => textOf(obx, field, index, repetition))
  return { codes, text: original || codes.find(({ name }) => name !== '')?.name || second || first || '' }
}

function valueIn(obx: Hl7Segment, repetition: number): Omit<Answer, 'question'> {
  const type = textOf(obx, 2).toUpperCase()
  const [first, second, third, fourth] = [1, 2, 3, 4].map((index) => textOf(obx, 5, index, repetition))
  const unit = textOf(obx, 6) || textOf(obx, 6, 2)
  const amount = (low: number | null, high: number | null): { amount?: Amount } =>
    low === null && high === null ? {} : { amount: { low, high, unit } }
  const withUnit = (text = '') => [text, unit].filter(Boolean).join(' ')
  switch (type) {
    case 'CE':
    case 'CF':
    case 'CNE':
    case 'CWE':
      return conceptIn(obx, 5, repetition)
    case 'NM':
      return { codes: [], text: withUnit(first), ...amount(numberIn(first), numberIn(first)) }
    case 'NR': {
      const [low, high] = [numberIn(first), numberIn(second)]
      return { codes: [], text: withUnit([first, second].filter(Boolean).join('–')), ...amount(low, high) }
    }
    case 'SN': {
      const [low, high] = [numberIn(second), numberIn(fourth)]
      const text = withUnit([first, second, third, fourth].filter(Boolean).join(''))
      const isRange = third === '-' && high !== null
      // A comparator or a ratio is no number: its text says it.
      return { codes: [], text, ...(first || (third && !isRange) ? {} : amount(low, isRange ? high : low)) }
    }
    case 'DT':
      return { codes: [], text: readDate(first ?? '') || (first ?? '') }
    default:
      return { codes: [], text: fullTextOf(obx, 5, repetition) }
  }
}

function numberIn(text: string | undefined): number | null {
  return text !== undefined && /^[+-]?\d+(\.\d+)?$/.test(text) ? Number(text) : null
}
