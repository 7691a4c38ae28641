import { readIsoDate } from '../../dates/dates.ts'
import { HPO_ID } from '../../phenotype/term.ts'
import { personName, whoIs } from '../family.ts'
import { gestationalDays, knownDueDate, LONGEST_DAYS, readGestationalAge } from '../gestational-age.ts'
import { dayOfAge, isReadableOnset, onsetInWords } from '../onset.ts'
import { type Feature, featuresOf, type KnownTerm } from '../phenotype.ts'
import type { Finding } from '../points.ts'
import { fetusOf, isPrenatal, keysInOrder, subjectsOf } from '../subject.ts'
import { chosenTests, type RuleInput } from './rule.ts'

/** The features of those tested and of their relatives. A benefits verification needs none of them. */
export function phenotypeRules(known: RuleInput): Finding[] {
  if (known.document.isVOB) return []
  const features = featuresOf(known.document)
  return [
    ...missing(known, features),
    ...features.flatMap((feature, index) => [
      ...termErrors(known, features, index),
      ...onsetErrors(known, feature, index),
    ]),
    ...contradictions(known, features),
  ]
}

/** Tests that rank genes by findings, such as exomes, without any. */
function missing(known: RuleInput, features: readonly Feature[]): Finding[] {
  const tested = subjectsOf(known.document)
  if (features.some(({ patient, status }) => status === 'present' && tested.includes(patient))) return []
  return chosenTests(known).flatMap(({ catalogueTest }) =>
    catalogueTest?.phenotype
      ? [
          {
            ...{ path: '/phenotype', rule: 'phenotype-missing', warningAbout: catalogueTest.code },
            message: `${catalogueTest.testName} is interpreted with the ${isPrenatal(known.document) ? 'fetus’s' : 'patient’s'} findings. Add at least one phenotype term that is present, or give a reason`,
          },
        ]
      : [],
  )
}

function termErrors(known: RuleInput, features: readonly Feature[], index: number): Finding[] {
  const feature = features[index]
  if (!feature) return []
  const { patient, termId, status } = feature
  const error = (rule: string, message: string, field = 'termId'): Finding[] => [
    { path: `/phenotype/${index}/${field}`, rule, message },
  ]
  if (!keysInOrder(known.document).includes(patient))
    return error('person', `${termId}: choose whose finding it is`, 'patient')
  if (!HPO_ID.test(termId))
    return error('hpo-id', `${termId || 'A phenotype'} is not an HPO term. Enter one such as HP:0001250`)
  const earlier = features.slice(0, index)
  if (earlier.some((one) => one.patient === patient && one.termId === termId && one.status === status))
    return error('repeated', `${feature.label || termId} is listed twice as ${status}`)
  const term = termOf(known, termId)
  const problem = term ? termProblem(term, known.phenotype?.release ?? '') : null
  return problem === null ? [] : error('hpo-term', problem)
}

const termOf = ({ phenotype }: RuleInput, termId: string) => phenotype?.terms.find(({ id }) => id === termId)

function termProblem({ id, label, state, replacement }: KnownTerm, release: string): string | null {
  if (state === 'unknown') return `${id} is not a term of the Human Phenotype Ontology, release ${release}`
  if (state === 'no-finding') return `${id} ${label} is not a finding. Choose what was found`
  if (state === 'current') return null
  return replacement
    ? `${id} is no longer used. Use ${replacement.id} ${replacement.label} instead`
    : `${id} is no longer used, and the Human Phenotype Ontology names no replacement. Choose another term`
}

function onsetErrors(known: RuleInput, feature: Feature, index: number): Finding[] {
  const { onset, patient } = feature
  if (!onset) return []
  const name = feature.label || feature.termId
  const error = (rule: string, message: string): Finding[] => [
    { path: `/phenotype/${index}/onset/value`, rule, message },
  ]
  if (!isReadableOnset(onset))
    return error(
      'onset',
      onset.kind === 'gestation'
        ? `${name}: enter the gestational age as weeks and days, such as 21+4`
        : onset.kind === 'class'
          ? `${name}: choose the age of onset`
          : `${name}: enter the age of onset, such as 3 months or P3M`,
    )
  const { document, today } = known
  const fetus = fetusOf(document, patient) !== null
  if (onset.kind === 'age') {
    if (fetus) return error('onset', `${name}: a fetus has no age. Enter the gestational week of onset`)
    const person = document.patients.find(({ key }) => key === patient)
    const born = person?.dateOfBirth ?? ''
    const death = person?.deceased?.dateOfDeath ?? ''
    const until = readIsoDate(death) ? death : today
    const began = dayOfAge(born, onset.value)
    return began !== null && began > until
      ? error(
          'onset-later',
          `${name}: the onset ${onsetInWords(onset)} is later than the age of ${personName(document, patient)}`,
        )
      : []
  }
  if (onset.kind === 'gestation') {
    const days = readGestationalAge(onset.value) ?? 0
    const due = document.pregnancy ? knownDueDate(document.pregnancy) : ''
    const now = fetus ? gestationalDays(due, today) : null
    if (days > LONGEST_DAYS || (now !== null && days > now))
      return error(
        'onset-later',
        `${name}: the onset ${onsetInWords(onset)} is later than the pregnancy’s age`,
      )
  }
  return []
}

/** A term that is both present and absent, and a narrower term present although a wider one is absent. */
function contradictions(known: RuleInput, features: readonly Feature[]): Finding[] {
  const { document } = known
  const absent = features.filter(({ status }) => status === 'absent')
  return features.flatMap((feature, index) => {
    if (feature.status !== 'present') return []
    const { patient, termId } = feature
    const name = feature.label || termId
    const path = `/phenotype/${index}/status`
    const above = termOf(known, termId)?.above ?? []
    return absent
      .filter((other) => other.patient === patient)
      .flatMap((other): Finding[] => {
        if (other.termId === termId)
          return [
            {
              ...{ path, rule: 'phenotype-both', warningAbout: `${patient} ${termId}` },
              message: `${name} is both present and absent in ${whoIs(document, patient)}`,
            },
          ]
        if (!above.includes(other.termId)) return []
        return [
          {
            ...{
              path,
              rule: 'phenotype-contradiction',
              warningAbout: `${patient} ${termId} ${other.termId}`,
            },
            message: `${name} is present in ${whoIs(document, patient)} although ${other.label || other.termId}, which includes it, is absent`,
          },
        ]
      })
  })
}
