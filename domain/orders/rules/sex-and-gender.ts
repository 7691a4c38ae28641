import { table } from '../../table.ts'
import type { Patient } from '../document.ts'
import type { Finding } from '../points.ts'
import { OF_PATIENT_ONLY } from '../sex-and-gender.ts'
import { isPrenatal } from '../subject.ts'
import type { RuleInput } from './rule.ts'

/** The clinical sex that answers a test for one sex. */
const ANSWERS = table({ Female: 'Female-typical', Male: 'Male-typical' })
const ORGANS = table({
  Female: 'ovaries or uterus',
  Male: 'testes or prostate',
})

/**
 * A person's sex and gender in this order. Nothing that may be true is refused: the recorded sex is no proof of organs
 * or chromosomes. A parent of unexpected sex is in kinship.ts.
 */
export function sexAndGenderRules(known: RuleInput, patient: Patient, index: number): Finding[] {
  const at = `/patients/${index}`
  return [
    // The test of a fetus is not of its mother.
    ...(index === 0 && !isPrenatal(known.document) ? oneSexTests(known, patient, at) : []),
    ...(index === 0 ? [] : answeredForRelative(patient, at)),
    ...unexplainedClinicalSex(patient, at),
  ]
}

/**
 * A test for one sex, ordered for a person recorded with the other. The clinical sex with its context, which the
 * laboratory receives, answers it as a reason does.
 */
function oneSexTests({ tests }: RuleInput, patient: Patient, at: string): Finding[] {
  const { sex, sexAndGender: { clinicalSex, clinicalSexComment = '' } = {} } = patient
  if (sex !== 'Male' && sex !== 'Female') return []
  return tests.flatMap(({ code, testName, sex: only }) => {
    if (only === '' || only === sex) return []
    if (clinicalSex === ANSWERS[only] && clinicalSexComment.trim() !== '') return []
    return [
      {
        path: `${at}/sex`,
        rule: 'one-sex-test',
        message: `${testName} is for ${only.toLowerCase()} patients, and the recorded sex is ${sex.toLowerCase()}. Check both, or give the reason: the laboratory needs to know which organs or chromosomes are tested`,
        warningAbout: `${code} ${sex}`,
        usualReasons: [`Organ present: ${ORGANS[only]}`, 'Recorded sex differs from sex assigned at birth'],
      },
    ]
  })
}

const QUESTIONS = {
  genderIdentity: 'Gender identity is',
  genderInOwnWords: 'Gender identity is',
  pronouns: 'Pronouns are',
} as const

/** What only the person can answer is not asked of somebody who enters a relative. */
function answeredForRelative({ sexAndGender = {} }: Patient, at: string): Finding[] {
  return OF_PATIENT_ONLY.filter((member) => sexAndGender[member] !== undefined).map((member) => ({
    path: `${at}/sexAndGender/${member}`,
    rule: 'conflicts',
    message: `${QUESTIONS[member]} recorded only for the patient, not for a relative: remove it`,
  }))
}

/** "See comment" says nothing without one. */
function unexplainedClinicalSex({ sexAndGender = {} }: Patient, at: string): Finding[] {
  const { clinicalSex, clinicalSexComment = '' } = sexAndGender
  if (clinicalSex !== 'See comment' || clinicalSexComment.trim() !== '') return []
  return [
    {
      path: `${at}/sexAndGender/clinicalSexComment`,
      rule: 'required',
      message: 'Describe which reference the laboratory should use',
    },
  ]
}
