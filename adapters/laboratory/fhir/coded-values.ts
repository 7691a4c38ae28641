import type { CodeableConcept } from 'fhir/r4.js'
import { systemNamed } from '#domain/results/code-systems.ts'
import type { Answer, Code } from '#domain/results/finding.ts'

export function codesIn(concept: CodeableConcept | undefined): Code[] {
  return (concept?.coding ?? [])
    .filter(({ code }) => code)
    .map(({ system = '', code = '', display = '' }) => ({ system: systemNamed(system), code, name: display }))
}

/** A concept as the value of an answer. */
export function codedValue(concept: CodeableConcept): Pick<Answer, 'codes' | 'text'> {
  return { codes: codesIn(concept), text: wordsIn(concept) }
}

/** As people read it: the text, or the first code's name. */
function wordsIn({ text, coding = [] }: CodeableConcept): string {
  return text ?? coding.find(({ display }) => display)?.display ?? coding[0]?.code ?? ''
}
