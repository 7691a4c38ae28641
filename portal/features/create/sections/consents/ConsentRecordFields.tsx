import { Button } from '@mantine/core'
import { languageInWords } from '#domain/consent/in-words.ts'
import { type ConsentRecord, recordOf, withRecord } from '#domain/consent/record.ts'
import { signerInOrder, signerInWords, signersDiffer } from '#domain/consent/signer.ts'
import { hadDied } from '#domain/orders/deceased.ts'
import type { PatientKey } from '#domain/orders/document.ts'
import { useFormState, useOrderForm } from '../../draft/form-context.ts'
import { CheckField } from '../../fields/CheckField.tsx'
import { DateField } from '../../fields/DateField.tsx'
import { SelectField } from '../../fields/SelectField.tsx'
import { TextField } from '../../fields/TextField.tsx'
import classes from '../fields.module.css'
import { isMinorNow } from '../people/new-guardian.ts'
import * as texts from '../texts.ts'
import type { QuestionWithTests } from './questions.ts'

interface ConsentRecordFieldsProps {
  patientKey: PatientKey
  questions: readonly QuestionWithTests[]
}

/** Who signed a person's consent, with what authority, when and how; asks only what the answers so far make necessary. */
export function ConsentRecordFields({ patientKey, questions }: ConsentRecordFieldsProps) {
  const form = useOrderForm()
  const index = useFormState(({ document: { consentRecords = [] } }) =>
    consentRecords.findIndex(({ patient }) => patient === patientKey),
  )
  const record = useFormState(({ document }) => recordOf(document, patientKey))
  const minor = useFormState((state) => isMinorNow(state, patientKey) === true)
  const patient = useFormState(({ document }) => document.patients.find(({ key }) => key === patientKey))
  if (!record || index < 0) return null
  const at = (name: keyof ConsentRecord) => `/consentRecords/${index}/${name}`
  const { signer, method } = record
  const isOther = signer !== '' && signer !== 'patient'
  const named = patient ? signerInOrder(patient) : null
  const languages = languagesOf(questions)
  return (
    <div>
      <div className={classes.triple}>
        <SelectField path={at('signer')} data={texts.signers} />
        <DateField path={at('signedOn')} />
        <SelectField path={at('method')} data={texts.consentMethods} />
        {isOther && <TextField path={at('signerName')} />}
        {isOther && <TextField path={at('relation')} optional />}
        {isOther && signer !== 'parent' && signer !== 'next-of-kin' && (
          <TextField path={at('evidence')} optional placeholder={texts.evidenceExamples} />
        )}
        {method === 'verbal' && <TextField path={at('witness')} />}
        {isOther && minor && !hadDied(patient?.deceased, record.signedOn) && (
          <SelectField path={at('assent')} data={texts.assents} optional />
        )}
        {languages.length > 1 && (
          <SelectField
            path={at('language')}
            data={languages.map((value) => ({ value, label: languageInWords(value) }))}
          />
        )}
        <TextField path={at('interpreter')} optional />
      </div>
      {patient && named && signersDiffer(patient, record) && (
        <Button
          variant="light"
          size="compact-sm"
          mt="sm"
          mr="sm"
          onClick={() => form.edit((document) => withRecord(document, patientKey, { ...record, ...named }))}
        >
          {texts.useNamedSigner(signerInWords(named))}
        </Button>
      )}
      {signer === 'patient' && minor && <CheckField path={at('signsAlone')} mt="sm" />}
      <Button
        variant="subtle"
        size="compact-sm"
        mt="sm"
        onClick={() => form.edit((document) => withRecord(document, patientKey, null))}
      >
        {texts.removeRecord}
      </Button>
    </div>
  )
}

/** The languages in which there are consent texts, English first. */
function languagesOf(questions: readonly QuestionWithTests[]): string[] {
  const all = questions.flatMap(({ question: { texts: versions = [] } }) =>
    versions.map(({ language }) => language),
  )
  return [...new Set(['en', ...all])]
}
