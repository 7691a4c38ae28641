import { firstCollection } from '../../consent/consent.ts'
import { ageInYears, NO_LAW, stateRule, statesOf } from '../../consent/law.ts'
import { authorityInWords, type ConsentRecord, type ConsentSigner, recordOf } from '../../consent/record.ts'
import { isRetired, textOfVersion, textOn } from '../../consent/texts.ts'
import { dayInWords, isIsoDate } from '../../dates/dates.ts'
import { hadDied } from '../deceased.ts'
import type { Patient, PatientKey } from '../document.ts'
import { whoIs } from '../family.ts'
import { needed, pastDate } from '../field-checks.ts'
import type { Finding } from '../points.ts'
import type { OrderableConsent } from '../rule-context.ts'
import { apply, type RuleInput } from './rule.ts'

interface Recorded {
  known: RuleInput
  patient: Patient
  record: ConsentRecord
  /** The pointer of the record's fields. */
  at: string
}

/** How a person's consent was given: who signed, with what authority, when, and which version of the text. */
export function recordRules(
  known: RuleInput,
  person: PatientKey,
  questions: readonly OrderableConsent[],
): Finding[] {
  const { document } = known
  const patient = document.patients.find(({ key }) => key === person)
  const record = recordOf(document, person)
  if (!patient) return []
  if (!record) return withoutAttestation(known, person)
  const at = `/consentRecords/${(document.consentRecords ?? []).indexOf(record)}`
  const recorded: Recorded = { known, patient, record, at }
  return [
    ...fields(recorded),
    ...signerRules(recorded),
    ...assentRules(recorded),
    ...dayRules(recorded),
    ...writtenRules(recorded),
    ...versionRules(recorded, questions),
  ]
}

/** Without a recorded signature the submitter attests the consent; some states accept nothing less. */
function withoutAttestation(known: RuleInput, person: PatientKey): Finding[] {
  const { document, institutionState, consentLaw: law = NO_LAW, today, attested } = known
  if (attested !== false) return []
  const requiring = statesOf(document, person, institutionState).find(
    ({ code }) => stateRule(law, 'attestation', code, today) ?? stateRule(law, 'written', code, today),
  )
  if (!requiring) return []
  const message = `${requiring.name} requires a signed consent or the orderer’s attestation for ${whoIs(document, person)}: record who signed, or sign the order`
  return [{ path: `/consents/${person}/record`, rule: 'attestation', message }]
}

function fields({ known, record, at }: Recorded): Finding[] {
  const isVerbal = record.method === 'verbal'
  return [
    ...apply(known, `${at}/signer`, record.signer, ['required', needed('Who signed')]),
    ...(record.signer === '' || record.signer === 'patient'
      ? []
      : apply(known, `${at}/signerName`, record.signerName, ['required', needed('Signer’s name')])),
    ...apply(
      known,
      `${at}/signedOn`,
      record.signedOn,
      ['required', needed('Date signed')],
      ['date', pastDate('Date signed')],
    ),
    ...apply(known, `${at}/method`, record.method, ['required', needed('How consent was given')]),
    ...(isVerbal
      ? apply(known, `${at}/witness`, record.witness, ['required', needed('Witness of a verbal consent')])
      : []),
  ]
}

const isMinor = ({ known, patient, record }: Recorded): boolean => {
  const { document, institutionState, consentLaw: law = NO_LAW, today } = known
  const day = isIsoDate(record.signedOn) ? record.signedOn : today
  const age = ageInYears(patient.dateOfBirth, day)
  const [state] = statesOf(document, patient.key, institutionState)
  const majority = Number(stateRule(law, 'majority-age', state?.code ?? '', day)?.value ?? Number.NaN)
  return age !== null && age < majority
}

function signerRules(recorded: Recorded): Finding[] {
  const { known, patient, record, at } = recorded
  const { signer } = record
  const who = whoIs(known.document, patient.key)
  const path = `${at}/signer`
  const hasDied = hadDied(patient.deceased, record.signedOn)
  if (signer === 'patient' && hasDied)
    return [
      {
        path,
        rule: 'deceased',
        message: `A person who died cannot sign: name the executor or next of kin of ${who}`,
      },
    ]
  if (signer === 'patient' && isMinor(recorded) && !record.signsAlone) {
    const message = `${capital(who)} is a minor: name the parent or guardian who signed, or state that this minor may sign alone`
    return [{ path, rule: 'minor', message }]
  }
  const hasGrown = isIsoDate(patient.dateOfBirth) && !isMinor(recorded) && hasMajority(recorded)
  if (signer === 'parent' && hasGrown && !hasDied) {
    const message = `${capital(who)} is an adult: a parent can sign only as legal guardian or health care agent. Change the signer, or give the reason`
    return [{ path, rule: 'adult', message, warningAbout: patient.key }]
  }
  const [inWords, needsDeath] = [signer === '' ? '' : authorityInWords(signer), AFTER_DEATH.includes(signer)]
  if (needsDeath && !patient.deceased) {
    const message = `${capital(inWords)} signs for a person who has died, and ${who} is alive. Change the signer, or give the law that lets them decide as the reason`
    return [{ path, rule: 'alive', message, warningAbout: patient.key }]
  }
  if (signer === 'health-care-agent' && hasDied) {
    const message = `The authority of a health care agent ends with death. Name the executor or next of kin of ${who}, or give the reason`
    return [{ path, rule: 'after-death', message, warningAbout: patient.key }]
  }
  const wantsEvidence = signer === 'legal-guardian' || signer === 'health-care-agent' || signer === 'executor'
  if (wantsEvidence && record.evidence.trim() === '') {
    const message = `The document that lets the signer decide for ${who} is missing: enter it, such as a court order or health care proxy, or give the reason`
    return [{ path: `${at}/evidence`, rule: 'authority', message, warningAbout: patient.key }]
  }
  return []
}

/** Who represents somebody after their death only. */
const AFTER_DEATH: readonly string[] = ['executor', 'next-of-kin'] satisfies ConsentSigner[]

/** Whether the laboratory's data gives an age of majority. */
function hasMajority({ known }: Recorded): boolean {
  return (known.consentLaw ?? NO_LAW).states.some(({ rule }) => rule === 'majority-age')
}

function assentRules(recorded: Recorded): Finding[] {
  const { known, patient, record, at } = recorded
  const { consentLaw: law = NO_LAW, today, document } = known
  if (hadDied(patient.deceased, record.signedOn)) return []
  const age = ageInYears(patient.dateOfBirth, isIsoDate(record.signedOn) ? record.signedOn : today)
  const from = Number(stateRule(law, 'assent-age', '*', today)?.value ?? Number.NaN)
  if (record.assent === 'refused' && isMinor(recorded)) {
    const message = `${capital(whoIs(document, patient.key))} refused. Wait until the patient agrees or can decide, or give the medical reason to test now`
    return [{ path: `${at}/assent`, rule: 'assent-refused', message, warningAbout: patient.key }]
  }
  if (record.assent !== '' || ['', 'patient'].includes(record.signer) || !isMinor(recorded)) return []
  if (age === null || !(age >= from)) return []
  const message = `Was ${whoIs(document, patient.key)}, aged ${age}, asked? Enter the child’s assent, or give the reason it is missing`
  return [{ path: `${at}/assent`, rule: 'assent', message, warningAbout: patient.key }]
}

/** The law’s moment is the test, so a consent signed after collection is valid while testing has not begun. */
function dayRules({ known, patient, record, at }: Recorded): Finding[] {
  const { document } = known
  if (!isIsoDate(record.signedOn)) return []
  const first = firstCollection(document, patient.key)
  if (!first || record.signedOn <= first) return []
  const message = `The consent was signed on ${dayInWords(record.signedOn)}, after the specimen was collected on ${dayInWords(first)}. Check the date, or give the reason`
  return [{ path: `${at}/signedOn`, rule: 'signed-late', message, warningAbout: patient.key }]
}

function writtenRules({ known, patient, record, at }: Recorded): Finding[] {
  const { document, institutionState, consentLaw: law = NO_LAW, today } = known
  if (record.method !== 'verbal') return []
  const requiring = statesOf(document, patient.key, institutionState).find(
    ({ code }) => stateRule(law, 'written', code, today) !== null,
  )
  if (!requiring) return []
  const message = `${requiring.name} requires a written consent: a verbal one does not suffice`
  return [{ path: `${at}/method`, rule: 'written', message }]
}

/** A version that was not in use on the day of the signature, or is no longer the newest. */
function versionRules(
  { known, patient, record, at }: Recorded,
  questions: readonly OrderableConsent[],
): Finding[] {
  const { document, institutionState, today } = known
  const state = statesOf(document, patient.key, institutionState)[0]?.code ?? ''
  const where = { language: record.language, state }
  const answers = document.consents.filter((one) => one.patient === patient.key && one.answer !== null)
  const isSigned = isIsoDate(record.signedOn)
  const older: string[] = []
  const errors = answers.flatMap(({ consentId, version }): Finding[] => {
    const question = questions.find(({ id }) => id === consentId)
    const texts = question?.texts ?? []
    if (!question || texts.length === 0) return []
    const path = `/consents/${patient.key}/${consentId}`
    const signed = version
      ? textOfVersion(texts, version, where)
      : textOn(texts, { ...where, day: isSigned ? record.signedOn : today })
    if (version && !signed)
      return [
        {
          path,
          rule: 'version-unknown',
          message: `${question.title}: there is no version ${version} of this text`,
        },
      ]
    if (version && signed && isSigned && isRetired(signed, record.signedOn)) {
      const message = `${question.title}: version ${version} was not in use on ${dayInWords(record.signedOn)}, when it was signed`
      return [{ path, rule: 'version-retired', message }]
    }
    const newest = textOn(texts, { ...where, day: today })
    if (signed && newest && newest.version !== signed.version && newest.validFrom > signed.validFrom)
      older.push(question.title)
    return []
  })
  if (older.length === 0) return errors
  const message = `A newer version of the consent text is in use for: ${older.join(', ')}. Ask for a new signature, or give the reason the older one stays`
  const warning = {
    path: `${at}/signedOn`,
    rule: 'version-older',
    message,
    warningAbout: patient.key,
  }
  return [...errors, warning]
}

const capital = (words: string) => words.charAt(0).toUpperCase() + words.slice(1)

/** A record of a person who is not asked, or a second one. */
export function strayRecords({ document }: RuleInput, people: readonly PatientKey[]): Finding[] {
  const records = document.consentRecords ?? []
  return records.flatMap(({ patient }, index): Finding[] => {
    const path = `/consentRecords/${index}/patient`
    if (records.findIndex((one) => one.patient === patient) < index)
      return [{ path, rule: 'repeated', message: 'This person’s consent is recorded twice: remove one' }]
    if (people.length === 0 || people.includes(patient)) return []
    const message = 'This is the consent of a person without a specimen in this order: remove it'
    return [{ path, rule: 'unknown', message }]
  })
}
