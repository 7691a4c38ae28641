import { ActionIcon, type ComboboxItem, Text } from '@mantine/core'
import { IconX } from '@tabler/icons-react'
import { lazy, memo, Suspense, useMemo } from 'react'
import { APPROACHES, TISSUES, YES_NO } from '#domain/lookups.ts'
import type { Sample } from '#domain/orders/document.ts'
import { isFetusKey } from '#domain/orders/subject.ts'
import type { SpecimenDetails } from '#domain/specimens/details.ts'
import { likeOf } from '#domain/specimens/own-types.ts'
import { APPROACH_WORDS, TISSUE_WORDS } from '#domain/specimens/words.ts'
import { useField, useFormState, useOrderForm } from '../../draft/form-context.ts'
import { isWithin } from '../../draft/pointer.ts'
import { specimenChoices } from '../../draft/specimen-choices.ts'
import { DateField } from '../../fields/DateField.tsx'
import { Fold } from '../../fields/Fold.tsx'
import { SelectField } from '../../fields/SelectField.tsx'
import { TextField } from '../../fields/TextField.tsx'
import { FieldWarnings } from '../../panel/FieldWarnings.tsx'
import { FieldGrid } from '../FieldGrid.tsx'
import classes from '../fields.module.css'
import * as texts from '../texts.ts'
import { AskedOfSpecimen, RequirementHint } from './AskedOfSpecimen.tsx'

/** What else is said of the specimens of these types. */
const HAS_TISSUE = texts.freshTissue
const HAS_APPROACH = 'CVS'

const DETAILS = ['counselor', 'additionalCulture', 'labFrom', 'priorTestPerformed', 'bgFamilyNumber'] as const
/** Left out until they are given. */
const FURTHER_DETAILS: readonly (keyof SpecimenDetails)[] = [
  ...(['additive', 'state', 'condition', 'amount', 'amountUnit', 'tubes', 'site', 'side'] as const),
  ...(['collectionMethod', 'timeOfCollection', 'timeZone', 'isEstimated', 'collector', 'arrivesOn'] as const),
  ...(['parent', 'concentration', 'extractedBy', 'accreditation'] as const),
  ...(['tumorPercent', 'blockId', 'fixation'] as const),
]

// Few orders need them.
const FurtherDetails = lazy(async () => ({
  default: (await import('./more/FurtherDetails.tsx')).FurtherDetails,
}))

// Few orders need it.
const ContaminationFields = lazy(async () => ({
  default: (await import('./ContaminationFields.tsx')).ContaminationFields,
}))

interface SpecimenCardProps {
  /** Its place in the document's samples. */
  index: number
  /** Among those of the person; null for the only one that is needed, which is not removed. */
  number: number | null
  onRemove: (key: string, number: number) => void
}

/** One specimen: what it is, when it was taken, and folded how. */
export const SpecimenCard = memo(function SpecimenCard({ index, number, onRemove }: SpecimenCardProps) {
  const at = `/samples/${index}`
  const { value: sample } = useField<Sample>(at)
  const tests = useFormState((state) => state.tests)
  const like = likeOf(sample.specimenType, tests)
  const given =
    DETAILS.filter((name) => sample[name] !== '').length +
    FURTHER_DETAILS.filter((name) => sample[name]).length
  return (
    <div className={classes.entry} data-specimen>
      {number !== null && (
        <div className={classes.entryHead}>
          <span className={classes.facts}>{texts.specimenNumber(number)}</span>
          <ActionIcon
            variant="subtle"
            color="gray"
            aria-label={texts.removeSpecimen(number)}
            onClick={() => onRemove(sample.key, number)}
          >
            <IconX size={16} aria-hidden />
          </ActionIcon>
        </div>
      )}
      <FieldGrid>
        <TypeOfSpecimen index={index} sample={sample} />
        {like === HAS_TISSUE && (
          <SelectField
            path={`${at}/tissue`}
            data={TISSUES.map((value) => ({ value, label: TISSUE_WORDS[value] }))}
          />
        )}
        {like === HAS_APPROACH && (
          <SelectField
            path={`${at}/approach`}
            data={APPROACHES.map((value) => ({ value, label: APPROACH_WORDS[value] }))}
          />
        )}
        <DateField path={`${at}/dateOfCollection`} optional offersToday />
        <AskedOfSpecimen index={index} sample={sample} />
      </FieldGrid>
      {isFetusKey(sample.patient) && (
        <Suspense>
          <ContaminationFields at={at} />
        </Suspense>
      )}
      <Fold
        title={texts.collectionDetails}
        paths={[...DETAILS, ...FURTHER_DETAILS].map((name) => `${at}/${name}`)}
        filled={given === 0 ? null : texts.detailsCompleted(given)}
        isLazy
      >
        <FieldGrid>
          <TextField path={`${at}/counselor`} optional />
          <TextField path={`${at}/labFrom`} optional />
          <TextField path={`${at}/bgFamilyNumber`} optional />
          <SelectField path={`${at}/priorTestPerformed`} optional data={[...YES_NO]} />
          <Suspense>
            <FurtherDetails index={index} sample={sample} />
          </Suspense>
        </FieldGrid>
      </Fold>
      <FieldWarnings at={({ path }) => isWithin(path, at)} />
    </div>
  )
})

/** Limited to what the chosen tests are done on; what is refused says why. */
function TypeOfSpecimen({ index, sample }: { index: number; sample: Sample }) {
  const form = useOrderForm()
  const path = `/samples/${index}/specimenType`
  const tests = useFormState((state) => state.tests)
  const chosen = useFormState((state) => state.document.tests)
  const samples = useFormState((state) => state.document.samples)
  const choices = useMemo(
    () => specimenChoices(form.state().document, form.context(), index),
    [form, index, tests, chosen, samples],
  )
  const refusals = new Map<string, string | null>(choices.map((choice) => [choice.type, choice.refusal]))
  const none = tests.length > 0 && choices.every((choice) => choice.refusal !== null)
  // Additive and state were the other type's.
  const { additive: _additive, state: _state, ...others } = sample
  const choose = (type: string) =>
    form.set(`/samples/${index}`, {
      ...(type === sample.specimenType ? sample : others),
      specimenType: type,
      tissue: likeOf(type, tests) === HAS_TISSUE ? sample.tissue : '',
      approach: likeOf(type, tests) === HAS_APPROACH ? sample.approach : '',
    })
  return (
    <div>
      <SelectField
        path={path}
        data={choices
          .toSorted((a, b) => Number(a.refusal !== null) - Number(b.refusal !== null))
          .map((choice) => ({ value: choice.type, label: choice.type, disabled: choice.refusal !== null }))}
        renderOption={({ option }: { option: ComboboxItem }) => (
          <div>
            {option.label}
            {refusals.get(option.value) && <Text size="xs">{refusals.get(option.value)}</Text>}
          </div>
        )}
        onChoose={choose}
      />
      <RequirementHint sample={sample} />
      {none && (
        <Text size="sm" mt={4} c="red">
          {texts.noCommonSpecimen}
        </Text>
      )}
    </div>
  )
}
