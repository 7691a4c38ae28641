import type { Hl7Segment } from '@medplum/core'
import { systemIn } from '#domain/results/code-systems.ts'
import type { Answer, Code, Finding } from '#domain/results/finding.ts'
import { type FieldContent, segment } from './message.ts'

/** Our code for the findings that another is concluded from, which LOINC's panel can't say (OBX-3). */
export const CONCLUDED_FROM: Code = { system: 'KARYO', code: 'CONCLUDED-FROM', name: 'Concluded from' }
/** Our code for what kind of conclusion a finding is: FHIR says so with a question that has no answer. */
export const KIND: Code = { system: 'KARYO', code: 'FINDING', name: 'Kind of finding' }

/**
 * Findings as OBX segments: one for each answer, with the finding's id in OBX-4 (LOINC panel 81247-9). What a
 * finding is concluded from, and a conclusion's own question, go as answers of their own. OBX-1 counts from
 * `first`; `status` is OBX-11.
 */
export function findingSegments(findings: readonly Finding[], first: number, status: string): Hl7Segment[] {
  let number = first
  return findings.flatMap(({ id, of, answers, notes }) => {
    const basis: Answer[] = of.map((text) => ({ question: CONCLUDED_FROM, codes: [], text }))
    const observations = [...answers.map(withKind), ...basis].map((answer) =>
      segment('OBX', {
        ...{ 1: String(number++), 3: coded(answer.question), 4: id, 11: status },
        ...resultFields(answer),
      }),
    )
    return [...observations, ...notes.map((text, index) => segment('NTE', { 1: String(index + 1), 3: text }))]
  })
}

/** A conclusion's own question has no answer, and a segment without a value would say nothing. */
function withKind(answer: Answer): Answer {
  const { question, codes, amount, text } = answer
  const isKind = codes.length === 0 && !amount && text === ''
  return isKind ? { question: KIND, codes: [question], text: question.name } : answer
}

const coded = ({ code, name, system }: Code): string[] => [code, name, systemIn('hl7', system)]

/** OBX-2, OBX-5 and OBX-6. */
function resultFields({ codes, amount, text }: Answer): Record<number, FieldContent> {
  const [code, alternate] = codes
  if (code) {
    const names = [code, alternate].flatMap((one) => one?.name ?? [])
    const original = names.includes(text) ? [] : ['', '', text]
    return { 2: 'CWE', 5: [...coded(code), ...(alternate ? coded(alternate) : ['', '', '']), ...original] }
  }
  if (!amount) return { 2: 'ST', 5: text }
  const [low, high] = [amount.low, amount.high].map((one) => (one === null ? '' : String(one)))
  const isNumber = amount.low !== null && amount.low === amount.high
  return { 2: isNumber ? 'NM' : 'NR', 5: isNumber ? (low ?? '') : [low ?? '', high ?? ''], 6: amount.unit }
}
