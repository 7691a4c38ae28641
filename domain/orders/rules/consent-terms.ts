import { firstCollection, peopleToConsent } from '../../consent/consent.ts'
import { ageInYears, approvalIn, NO_LAW, stateRule, statesOf } from '../../consent/law.ts'
import type { PatientKey } from '../document.ts'
import { personName, whoIs } from '../family.ts'
import type { Finding } from '../points.ts'
import type { OrderableConsent } from '../rule-context.ts'
import { isPrenatal, subjectKind } from '../subject.ts'
import { chosenTests, probandOf, type RuleInput } from './rule.ts'

/** Answers of one person that contradict each other, by the laboratory's data. */
export function contradictions(
  { document, consentLaw: law = NO_LAW }: RuleInput,
  person: PatientKey,
  questions: readonly OrderableConsent[],
): Finding[] {
  const given = (id: string) =>
    questions.some((question) => question.id === id)
      ? document.consents.find((one) => one.patient === person && one.consentId === id)?.answer
      : undefined
  return law.conflicts
    .filter((one) => given(one.consent) === one.answer && given(one.otherConsent) === one.otherAnswer)
    .map(({ consent, message }) => ({ path: `/consents/${person}/${consent}`, rule: 'contradicts', message }))
}

/** Who may be tested with these tests: by the states' permissions, and by age. */
export function permittedRules(known: RuleInput): Finding[] {
  const people = peopleToConsent(known.document)
  return [...approvalRules(known, people), ...people.flatMap((person) => childRules(known, person))]
}

/**
 * A state's permission for the tests: the state where a person lives, and where the specimen is collected. A refused test
 * has one error, which tells of all people and states.
 */
function approvalRules(known: RuleInput, people: readonly PatientKey[]): Finding[] {
  const { document, institutionState, today } = known
  const places = people.flatMap((person) => {
    const day = firstCollection(document, person) ?? today
    // A relative's specimen is for comparison in the same test: one point for the order suffices.
    const states = statesOf(document, person, institutionState).filter(
      ({ because }) => because === 'home' || person === probandOf(document),
    )
    return states.map(({ code, name, because }) => {
      const why =
        because === 'home' ? `where ${whoIs(document, person)} lives` : 'where the specimen is collected'
      return { person, day, code, words: `${name}, ${why}` }
    })
  })
  return chosenTests(known).flatMap(({ path, ordered, catalogueTest }): Finding[] => {
    const test = catalogueTest?.testName ?? ordered.testName
    const at = (status: 'refused' | 'permit') =>
      places.filter(
        ({ code, day }) =>
          approvalIn(catalogueTest?.consentTerms?.approvals ?? [], code, day)?.status === status,
      )
    const refused = at('refused').map(({ words }) => words)
    const error = {
      ...{ path: `${path}/testCode`, rule: 'state-refused' },
      message: `${test} cannot be performed on specimens from ${refused.join(', or from ')}`,
    }
    return [
      ...(refused.length > 0 ? [error] : []),
      ...at('permit').map(({ person, words }) => ({
        ...{
          path: `${path}/testCode`,
          rule: 'state-approval',
          warningAbout: `${ordered.testCode} ${person}`,
        },
        message: `${test} is not approved for specimens from ${words}. Enter the number of the state’s permit as the reason`,
      })),
    ]
  })
}

/** A predictive test of a living child for a disorder that begins in adulthood; of a fetus the patient is the mother. */
function childRules(known: RuleInput, person: PatientKey): Finding[] {
  const { document, institutionState, consentLaw: law = NO_LAW, today } = known
  if (person !== probandOf(document) || subjectKind(document) !== 'living') return []
  const patient = document.patients.find(({ key }) => key === person)
  const age = ageInYears(patient?.dateOfBirth ?? '', today)
  const [state] = statesOf(document, person, institutionState)
  const majority = Number(stateRule(law, 'majority-age', state?.code ?? '', today)?.value ?? Number.NaN)
  if (age === null || !(age < majority)) return []
  return chosenTests(known).flatMap(({ path, ordered, catalogueTest }): Finding[] =>
    catalogueTest?.consentTerms?.adultOnset
      ? [
          {
            path: `${path}/testCode`,
            rule: 'adult-onset',
            message: `${catalogueTest.testName} is for disorders that begin in adulthood, and ${whoIs(document, person)} is ${age}. Wait until the patient can decide, or give the reason`,
            warningAbout: `${ordered.testCode} ${person}`,
          },
        ]
      : [],
  )
}

/** Secondary findings and the like of a fetus, if the laboratory does not offer them. */
export function fetusRules({ document }: RuleInput, questions: readonly OrderableConsent[]): Finding[] {
  if (!isPrenatal(document)) return []
  const notOffered = questions.filter(({ offeredForFetus }) => offeredForFetus === false)
  return notOffered.flatMap(({ id, title }) =>
    document.consents
      .filter(({ consentId, answer }) => consentId === id && answer === true)
      .map(({ patient }) => ({
        path: `/consents/${patient}/${id}`,
        rule: 'fetus',
        message: `${title}: the laboratory does not offer this for a fetus or a pregnancy loss. Answer no for ${personName(document, patient)}`,
      })),
  )
}
