import type { Extension, Observation } from 'fhir/r4.js'
import { REPORTED_AS } from '#domain/results/choices.ts'
import type { Answer } from '#domain/results/finding.ts'
import { choiceAnswer, SECTION, sectionIn } from '#domain/results/variant-fields.ts'
import type { Find } from './references.ts'

/** HL7's Genomics Reporting guide, STU 2 and 3; STU 2 also writes the names in capitals. */
export const named = ({ extension = [] }: { extension?: Extension[] | undefined }, name: string) =>
  extension.filter(({ url }) => url.replace(/^.*\//, '').replaceAll('-', '').toLowerCase() === name)

const WORDS = 'Secondary finding'
/** What FHIR's extension says of an Observation, as the answer to our question. */
export const SECONDARY: Answer = { question: SECTION, ...choiceAnswer(REPORTED_AS, WORDS, SECTION.system) }

/** Whether an Observation has FHIR's extension for secondary findings, whose value only names the list that they are of. */
export const isMarked = (one: Observation) => named(one, 'observationsecondaryfinding').length > 0

/**
 * The Observations that report secondary findings: a mark on what is concluded from variants or groups them is the variants',
 * as that on a genotype is its haplotypes' too. One that leads to no variant remains where it is.
 */
export function secondaryIn(
  observations: readonly Observation[],
  isVariant: (one: Observation) => boolean,
  find: Find,
): ReadonlySet<Observation> {
  const counted = new Set<unknown>(observations)
  const secondary = observations.filter(isMarked).flatMap((marked) => {
    const reached = new Set([marked])
    for (const { derivedFrom = [], hasMember = [] } of reached)
      for (const one of [...derivedFrom, ...hasMember].map(find))
        if (one?.resourceType === 'Observation' && counted.has(one)) reached.add(one)
    const variants = [...reached].filter(isVariant)
    return variants.length > 0 ? variants : [marked]
  })
  return new Set(secondary)
}

/** The answers of a secondary finding: with ours, unless they say so already. */
export function asSecondary(answers: readonly Answer[]): readonly Answer[] {
  const isTold = (answer: Answer) => answer.question.code === SECTION.code && sectionIn(answer) === WORDS
  return answers.some(isTold) ? answers : [...answers, SECONDARY]
}
