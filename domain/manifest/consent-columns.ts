import { languageInWords } from '../consent/in-words.ts'
import {
  ASSENTS,
  blankRecord,
  CONSENT_METHODS,
  CONSENT_SIGNERS,
  type ConsentRecord,
  DEFAULT_LANGUAGE,
} from '../consent/record.ts'
import type { PatientKey } from '../orders/document.ts'
import type { OrderableTest } from '../orders/rule-context.ts'
import { choice, date, type ReadCell, text, yesNo } from './cells.ts'

// How a person's consent was given, as columns of a manifest. A row without any of them is attested by the submitter.

type Field = Exclude<keyof ConsentRecord, 'patient'>

interface Choice {
  values: readonly string[]
  labels: Readonly<Record<string, string>>
}

const SIGNERS: Choice = {
  values: CONSENT_SIGNERS,
  labels: {
    ...{ Patient: 'patient', Parent: 'parent', 'Legal guardian': 'legal-guardian' },
    ...{ 'Health care agent': 'health-care-agent', Executor: 'executor', 'Next of kin': 'next-of-kin' },
  },
}
const METHODS: Choice = {
  values: CONSENT_METHODS,
  labels: { 'On paper': 'paper', Electronically: 'electronic', Verbally: 'verbal' },
}
const GIVEN: Choice = {
  values: ASSENTS,
  labels: { Given: 'given', Refused: 'refused', 'Not possible': 'unable' },
}

/** The records of a row’s people, by their keys. */
export type RowRecords = Record<PatientKey, ConsentRecord>

/** Places for the records of these people. */
export const blankRecords = (people: readonly PatientKey[]): RowRecords =>
  Object.fromEntries(people.map((key) => [key, blankRecord(key)]))

/** The columns of who signed a person's consent, when and how; none if the test asks for no consent. */
export function consentRecordColumns(test: OrderableTest, key: PatientKey) {
  if (test.consents.length === 0) return []
  const at = (field: Field) => `/consentRecords/${key}/${field}`
  const closed = (heading: string, field: Field, { values, labels }: Choice) => ({
    ...{ heading, path: at(field), values: Object.keys(labels) },
    read: choice(values, labels, Object.keys(labels)),
  })
  const open = (heading: string, field: Field, read: ReadCell = text) => ({
    ...{ heading, path: at(field), values: [], read },
  })
  const languages = languagesOf(test)
  return [
    closed('Consent signed by', 'signer', SIGNERS),
    open('Signer’s name', 'signerName'),
    open('Signer’s relation to the patient', 'relation'),
    open('Document of authority', 'evidence'),
    { ...open('Minor may sign alone', 'signsAlone', yesOrNo), values: ['Yes', 'No'] },
    open('Date consent signed', 'signedOn', date),
    closed('How consent was given', 'method', METHODS),
    open('Witness of a verbal consent', 'witness'),
    ...(Object.keys(languages.labels).length > 1
      ? [closed('Language of the consent form', 'language', languages)]
      : []),
    open('Interpreter', 'interpreter'),
    closed('Child’s assent', 'assent', GIVEN),
  ]
}

/** Where the errors of rules about a person's record are shown that name no field of it. */
export const recordPath = (path: string): string =>
  path.replace(/^\/consents\/([^/]+)\/record$/, '/consentRecords/$1/signer')

/** An empty cell is no; the record has no unanswered state. */
const yesOrNo: ReadCell = (cell) => {
  const read = yesNo(cell)
  return 'value' in read ? { value: read.value === true } : read
}

/** The languages of the test's consent texts, English first. */
function languagesOf({ consents }: OrderableTest): Choice {
  const all = consents.flatMap(({ texts = [] }) => texts.map(({ language }) => language))
  const values = [...new Set([DEFAULT_LANGUAGE, ...all])]
  return { values, labels: Object.fromEntries(values.map((code) => [languageInWords(code), code])) }
}
