import { NO_LAW } from '../../consent/law.ts'
import { isMinorOn } from '../../consent/signer.ts'
import { readIsoDate } from '../../dates/dates.ts'
import { isDateOfDeath, latestDayOfDeath } from '../deceased.ts'
import type { Patient } from '../document.ts'
import { whoIs } from '../family.ts'
import { ifGiven, needed, phone } from '../field-checks.ts'
import { guardianSigns } from '../guardian.ts'
import type { Finding } from '../points.ts'
import { isPrenatal, subjectKind } from '../subject.ts'
import { agesInWords, isOfAge, kindsInWords } from '../test-subjects.ts'
import { apply, chosenTests, type RuleInput } from './rule.ts'

/** A death, and who signs for a person. */
export function signingRules(known: RuleInput): Finding[] {
  return known.document.patients.flatMap((patient, index) => [
    ...deceased(known, patient, `/patients/${index}/deceased`),
    ...guardian(known, patient, `/patients/${index}/guardian`),
  ])
}

function deceased(known: RuleInput, { deceased: death, dateOfBirth, key }: Patient, at: string): Finding[] {
  if (!death || known.document.isVOB) return []
  const { deathPrecision: precision, dateOfDeath } = death
  const last = latestDayOfDeath(dateOfDeath)
  return [
    ...apply(known, `${at}/deathPrecision`, precision, [
      'required',
      (value) => (value === '' ? 'Choose how exactly the date of death is known' : null),
    ]),
    ...apply(
      known,
      `${at}/dateOfDeath`,
      dateOfDeath,
      [
        'required',
        (value) =>
          precision !== '' && precision !== 'Unknown' && value.trim() === ''
            ? 'Date of death is required. If it is not known, choose “Unknown”'
            : null,
      ],
      [
        'date',
        (value) =>
          precision !== '' && precision !== 'Unknown' && !isDateOfDeath(value, precision)
            ? 'Date of death: enter a date as exact as you chose'
            : null,
      ],
      [
        'conflicts',
        (value, today) => {
          if (last === '') return null
          if (value > today) return 'Date of death cannot be in the future'
          return readIsoDate(dateOfBirth) && last < dateOfBirth
            ? 'The date of death is before the date of birth: check both'
            : null
        },
      ],
    ),
    ...(death.authorizedBy.trim() === ''
      ? [
          {
            path: `${at}/authorizedBy`,
            rule: 'authorized',
            message:
              'The next of kin or the executor authorizes the test of a person who has died. Name them, or give a reason',
            warningAbout: key,
          },
        ]
      : []),
  ]
}

function guardian(known: RuleInput, patient: Patient, at: string): Finding[] {
  const { guardian: signer } = patient
  if (!signer || known.document.isVOB) return []
  const signs = guardianSigns(signer)
  const isParentOfMinor = signer.authority === 'Parent' && signer.signingReason === 'Minor'
  const who = whoIs(known.document, patient.key)
  return [
    ...apply(known, `${at}/signingReason`, signer.signingReason, [
      'required',
      (value) => (value === '' ? `Choose why someone else signs for ${who}` : null),
    ]),
    ...comeOfAge(known, patient, at),
    ...(signs
      ? [
          ...apply(known, `${at}/firstName`, signer.firstName, ['required', needed('First name')]),
          ...apply(known, `${at}/lastName`, signer.lastName, ['required', needed('Last name')]),
          ...apply(known, `${at}/authority`, signer.authority, ['required', needed('Authority')]),
          ...apply(known, `${at}/guardianPhone`, signer.guardianPhone, ['phone', ifGiven(phone('phone'))]),
        ]
      : []),
    ...(isParentOfMinor || signer.signingReason === '' || signer.authorityEvidence.trim() !== ''
      ? []
      : [
          {
            path: `${at}/authorityEvidence`,
            rule: 'authority',
            message: signs
              ? `Name the document by which the guardian may sign for ${who}, or give a reason`
              : `Say why ${who} may sign as a minor, or give a reason`,
            warningAbout: patient.key,
          },
        ]),
  ]
}

/** Nobody signs for an adult because of their age; of somebody who has died it is the age at death that counts. */
function comeOfAge(
  { document, consentLaw: law = NO_LAW, institutionState, today }: RuleInput,
  { guardian: signer, deceased: death, key }: Patient,
  at: string,
): Finding[] {
  const reason = signer?.signingReason
  if (death || (reason !== 'Minor' && reason !== 'May sign')) return []
  if (isMinorOn(document, key, { law, institutionState, today }) !== false) return []
  const who = capital(whoIs(document, key))
  return [
    {
      path: `${at}/signingReason`,
      rule: 'of-age',
      message: `${who} is an adult and signs for themselves. Remove the signer, choose “No capacity”, or give the reason`,
      warningAbout: key,
    },
  ]
}

const capital = (words: string) => words.charAt(0).toUpperCase() + words.slice(1)

/** Tests that the laboratory offers for adults or newborns only. */
export function ageRules(known: RuleInput): Finding[] {
  const { document, today } = known
  const [patient] = document.patients
  if (!patient) return []
  const died = patient.deceased ? latestDayOfDeath(patient.deceased.dateOfDeath) : ''
  return chosenTests(known).flatMap(({ path, catalogueTest }) => {
    const ages = catalogueTest?.subjects?.ages
    if (!catalogueTest || !ages) return []
    const fits = !isPrenatal(document) && isOfAge(ages, patient.dateOfBirth, died || today)
    if (fits) return []
    const who = isPrenatal(document) ? 'before birth' : 'at the patient’s age'
    return [
      {
        path: `${path}/testCode`,
        rule: 'age',
        message: `${catalogueTest.testName} is offered ${agesInWords(ages)}, not ${who}. Choose another test, or give a reason`,
        warningAbout: `${catalogueTest.code} ${patient.key}`,
      },
    ]
  })
}

/**
 * Tests for fetuses, losses or people of another kind. A block or DNA does not say whose it is: as a living patient's, a
 * loss would be reported as hers.
 */
export function kindRules(known: RuleInput): Finding[] {
  const { document } = known
  const kind = subjectKind(document)
  if (document.isVOB) return []
  return chosenTests(known).flatMap(({ path, catalogueTest }) => {
    const kinds = catalogueTest?.subjects?.kinds
    if (!catalogueTest || !kinds || kinds.includes(kind)) return []
    return [
      {
        path: `${path}/testCode`,
        rule: 'subject',
        message: `${catalogueTest.testName} is offered for ${kindsInWords(kinds)}, and this order is for ${kindsInWords([kind])}. Choose who is tested above the patient, choose another test, or give a reason`,
        warningAbout: `${catalogueTest.code} ${kind}`,
      },
    ]
  })
}
