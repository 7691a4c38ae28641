import { YES_NO } from '#domain/lookups.ts'
import type { Sample } from '#domain/orders/document.ts'
import { samplesOf } from '#domain/orders/family.ts'
import {
  ADDITIVE_WORDS,
  CONDITION_WORDS,
  METHOD_WORDS,
  SIDE_WORDS,
  UNIT_WORDS,
} from '#domain/specimens/codes.ts'
import {
  ADDITIVES,
  AMOUNT_UNITS,
  COLLECTION_METHODS,
  CONDITIONS,
  SIDES,
  SPECIMEN_STATES,
} from '#domain/specimens/details.ts'
import { asksFor, type FieldOfType } from '#domain/specimens/fields-of-type.ts'
import { useFormState } from '../../../draft/form-context.ts'
import { CheckField } from '../../../fields/CheckField.tsx'
import { DateField } from '../../../fields/DateField.tsx'
import { SelectField } from '../../../fields/SelectField.tsx'
import { TextField } from '../../../fields/TextField.tsx'
import { TimeOfCollection } from '../AskedOfSpecimen.tsx'
import * as texts from './texts.ts'

const choices = <T extends string>(values: readonly T[], words: Record<T, string>) =>
  values.map((value) => ({ value, label: words[value] }))

interface FurtherDetailsProps {
  index: number
  sample: Sample
}

/** Everything else that can be said of a specimen; what only fits other types is left out. */
export function FurtherDetails({ index, sample }: FurtherDetailsProps) {
  const at = `/samples/${index}`
  const { state } = sample
  const tests = useFormState((form) => form.tests)
  const asks = (field: FieldOfType) => asksFor(sample, field, tests)
  return (
    <>
      {asks('additionalCulture') && (
        <SelectField path={`${at}/additionalCulture`} optional data={[...YES_NO]} />
      )}
      {asks('additive') && (
        <SelectField path={`${at}/additive`} optional data={choices(ADDITIVES, ADDITIVE_WORDS)} />
      )}
      {asks('state') && (
        <SelectField path={`${at}/state`} optional words={texts.state} data={[...SPECIMEN_STATES]} />
      )}
      <SelectField path={`${at}/condition`} optional data={choices(CONDITIONS, CONDITION_WORDS)} />
      <TextField path={`${at}/amount`} optional inputMode="decimal" />
      <SelectField path={`${at}/amountUnit`} optional data={choices(AMOUNT_UNITS, UNIT_WORDS)} />
      {asks('tubes') && <TextField path={`${at}/tubes`} optional inputMode="numeric" />}
      <TimeOfCollection at={at} />
      <TextField path={`${at}/collector`} optional />
      <SelectField
        path={`${at}/collectionMethod`}
        optional
        data={choices(COLLECTION_METHODS, METHOD_WORDS)}
      />
      {asks('site') && <TextField path={`${at}/site`} optional />}
      {asks('side') && <SelectField path={`${at}/side`} optional data={choices(SIDES, SIDE_WORDS)} />}
      <DateField path={`${at}/arrivesOn`} optional allowsFuture />
      {(state === 'Cultured' || state === 'Extracted' || sample.parent) && (
        <MadeFrom at={at} sample={sample} />
      )}
      {asks('concentration') && <TextField path={`${at}/concentration`} optional inputMode="decimal" />}
      {asks('extractedBy') && <TextField path={`${at}/extractedBy`} optional />}
      {asks('accreditation') && <TextField path={`${at}/accreditation`} optional />}
      {asks('tumorPercent') && <TextField path={`${at}/tumorPercent`} optional inputMode="decimal" />}
      {asks('blockId') && <TextField path={`${at}/blockId`} optional />}
      {asks('fixation') && <TextField path={`${at}/fixation`} optional placeholder={texts.fixationExample} />}
      <CheckField path={`${at}/isEstimated`} />
    </>
  )
}

/** Another specimen of the same person. */
function MadeFrom({ at, sample }: { at: string; sample: Sample }) {
  const samples = useFormState(({ document }) => document.samples)
  const own = samplesOf({ samples }, sample.patient)
  const data = own.flatMap(({ key, specimenType }, index) =>
    key === sample.key ? [] : [{ value: key, label: texts.numbered(index + 1, specimenType) }],
  )
  return data.length > 0 ? <SelectField path={`${at}/parent`} optional data={data} /> : null
}
