import { ActionIcon, Button, NumberInput, Text, VisuallyHidden } from '@mantine/core'
import { IconPlus, IconX } from '@tabler/icons-react'
import { useRef, useState } from 'react'
import { todayAtLaboratory } from '#domain/dates/dates.ts'
import { SEXES, YES_NO } from '#domain/lookups.ts'
import { addSample, removePerson } from '#domain/orders/family.ts'
import { differingAge, gestationalAge, knownDueDate } from '#domain/orders/gestational-age.ts'
import {
  CARRIERS_OF_PREGNANCY,
  CHORIONICITIES,
  CONCEPTIONS,
  DATINGS,
  EGG_PROVIDERS,
  ENDINGS,
  type Fetus,
  MOST_FETUSES,
  type Pregnancy,
  SPERM_PROVIDERS,
} from '#domain/orders/pregnancy.ts'
import { addFetus, fetusInWords } from '#domain/orders/subject.ts'
import { useFocusNext } from '#ui/fields/use-focus-next.ts'
import { useField, useFormState, useOrderForm } from '../../draft/form-context.ts'
import { isWithin } from '../../draft/pointer.ts'
import { DateField } from '../../fields/DateField.tsx'
import { FieldLabel } from '../../fields/FieldLabel.tsx'
import { Fold } from '../../fields/Fold.tsx'
import { SelectField } from '../../fields/SelectField.tsx'
import { TextField } from '../../fields/TextField.tsx'
import { focusField } from '../../focus-field.ts'
import { FieldWarnings } from '../../panel/FieldWarnings.tsx'
import { FieldGrid } from '../FieldGrid.tsx'
import classes from '../fields.module.css'
import * as texts from '../texts.ts'

const AT = '/pregnancy'
const FETUSES = `${AT}/fetuses`
/** What is folded. */
const DETAILS = [
  ...(['conception', 'eggProvider', 'spermProvider', 'carriedBy', 'eggProviderAge'] as const),
  ...(['vanishedTwin', 'statedAge', 'statedOn'] as const),
]

/** The pregnancy of the patient of record, and the fetuses or losses that are tested. */
export function PregnancyFields() {
  const { value: pregnancy } = useField<Pregnancy>(AT)
  const isEnded = pregnancy.outcome === 'Ended'
  const given = DETAILS.filter((name) => pregnancy[name] !== '').length
  const several = (pregnancy.fetusCount ?? 0) > 1 || pregnancy.fetuses.length > 1
  return (
    <fieldset className={classes.fieldset}>
      <legend className={classes.legend}>{isEnded ? texts.pregnancyLoss : texts.pregnancy}</legend>
      <FieldGrid>
        {isEnded && (
          <>
            <DateField path={`${AT}/endedOn`} offersToday />
            <SelectField path={`${AT}/ending`} data={[...ENDINGS]} />
          </>
        )}
        <DateField path={`${AT}/dueDate`} optional={isEnded} allowsFuture />
        <SelectField path={`${AT}/dating`} optional data={[...DATINGS]} />
        <Dating pregnancy={pregnancy} />
        <FetusCount />
        {several && <SelectField path={`${AT}/chorionicity`} data={[...CHORIONICITIES]} />}
      </FieldGrid>
      <Age pregnancy={pregnancy} />
      <FieldWarnings at={({ path }) => isWithin(path, AT) && !isWithin(path, FETUSES)} />
      <div className={classes.below}>
        <Fetuses pregnancy={pregnancy} />
      </div>
      <Fold
        title={texts.conceptionAndDetails}
        paths={DETAILS.map((name) => `${AT}/${name}`)}
        filled={given === 0 ? null : texts.someCompleted(given, DETAILS.length)}
      >
        <FieldGrid>
          <SelectField path={`${AT}/conception`} optional data={[...CONCEPTIONS]} />
          <SelectField path={`${AT}/eggProvider`} optional data={[...EGG_PROVIDERS]} />
          <SelectField path={`${AT}/spermProvider`} optional data={[...SPERM_PROVIDERS]} />
          <SelectField path={`${AT}/carriedBy`} optional data={[...CARRIERS_OF_PREGNANCY]} />
          <TextField path={`${AT}/eggProviderAge`} optional inputMode="numeric" />
          <SelectField path={`${AT}/vanishedTwin`} optional data={[...YES_NO]} />
          <TextField path={`${AT}/statedAge`} optional placeholder={texts.ageExample} />
          <DateField path={`${AT}/statedOn`} optional />
        </FieldGrid>
      </Fold>
    </fieldset>
  )
}

/** What each way of dating rests on. */
const RESTS_ON = {
  lastPeriodOn: 'LMP',
  ultrasoundOn: 'Ultrasound',
  crownRumpLength: 'Ultrasound',
  transferOn: 'Embryo transfer',
  embryoDay: 'Embryo transfer',
} as const satisfies Partial<Record<keyof Pregnancy, Pregnancy['dating']>>
type DatingField = keyof typeof RESTS_ON

/** What the chosen way of dating rests on; and what was entered for another before, which is sent as well. */
function Dating({ pregnancy }: { pregnancy: Pregnancy }) {
  // A field that had a value stays while it is empty, so that it can be corrected.
  const filled = useRef(new Set<DatingField>())
  for (const name of Object.keys(RESTS_ON) as DatingField[])
    if (pregnancy[name] !== '') filled.current.add(name)
  const has = (name: DatingField) => pregnancy.dating === RESTS_ON[name] || filled.current.has(name)
  return (
    <>
      {has('lastPeriodOn') && <DateField path={`${AT}/lastPeriodOn`} optional />}
      {has('ultrasoundOn') && <DateField path={`${AT}/ultrasoundOn`} optional />}
      {has('crownRumpLength') && <TextField path={`${AT}/crownRumpLength`} optional inputMode="decimal" />}
      {has('transferOn') && <DateField path={`${AT}/transferOn`} optional />}
      {has('embryoDay') && <SelectField path={`${AT}/embryoDay`} optional data={['3', '5', '6']} />}
    </>
  )
}

/** Computed for today, so that it is right tomorrow; and what the clinic stated, if the two differ. */
function Age({ pregnancy }: { pregnancy: Pregnancy }) {
  const age = gestationalAge(knownDueDate(pregnancy), todayAtLaboratory(new Date()))
  const differing = differingAge(pregnancy)
  return (
    <>
      {pregnancy.outcome === 'Ongoing' && age !== '' && (
        <Text size="sm" c="dimmed" mt="xs">
          {texts.ageToday(age)}
        </Text>
      )}
      {differing !== null && (
        <Text size="sm" mt="xs" role="status">
          {texts.ageDiffers(pregnancy.statedAge, differing)}
        </Text>
      )}
    </>
  )
}

function FetusCount() {
  const path = `${AT}/fetusCount`
  const { value, set, input } = useField<number | null>(path)
  return (
    <NumberInput
      label={<FieldLabel path={path} optional />}
      min={1}
      max={MOST_FETUSES}
      clampBehavior="strict"
      allowDecimal={false}
      allowNegative={false}
      {...input}
      value={value ?? ''}
      onChange={(next) => set(typeof next === 'number' && next >= 1 ? next : null)}
    />
  )
}

/** The fetuses that are tested, each by its label. */
function Fetuses({ pregnancy }: { pregnancy: Pregnancy }) {
  const { fetuses, outcome } = pregnancy
  const form = useOrderForm()
  const isVOB = useFormState(({ document }) => document.isVOB)
  const focusNext = useFocusNext()
  const adding = useRef<HTMLButtonElement>(null)
  const [announcement, setAnnouncement] = useState('')
  const called = (fetus: Fetus) => {
    const words = fetusInWords({ pregnancy }, fetus).replace(/^the /, '')
    return words.charAt(0).toUpperCase() + words.slice(1)
  }
  const remove = (fetus: Fetus) => {
    const { key } = fetus
    // The button that was pressed is gone.
    focusNext(() => adding.current?.focus())
    setAnnouncement(texts.removed(called(fetus)))
    form.edit((document) => removePerson(document, key))
  }
  const add = () => {
    focusNext(() => focusField(`${FETUSES}/${fetuses.length}/label`))
    form.edit((document) => {
      const added = addFetus(document)
      const fetus = added.pregnancy?.fetuses.at(-1)
      return fetus && !isVOB && added !== document ? addSample(added, fetus.key) : added
    })
  }
  return (
    <>
      {fetuses.map((fetus, index) => (
        // biome-ignore lint/a11y/useSemanticElements: the fieldset around it is the pregnancy
        <div key={fetus.key} role="group" aria-label={called(fetus)} className={classes.entry}>
          <div className={classes.entryHead}>
            <span className={classes.name}>{called(fetus)}</span>
            {fetuses.length > 1 && (
              <ActionIcon
                variant="subtle"
                color="gray"
                aria-label={texts.remove(called(fetus))}
                onClick={() => remove(fetus)}
              >
                <IconX size={16} aria-hidden />
              </ActionIcon>
            )}
          </div>
          <FieldGrid>
            <TextField path={`${FETUSES}/${index}/label`} />
            <SelectField path={`${FETUSES}/${index}/sexByUltrasound`} optional data={[...SEXES]} />
            {outcome === 'Ongoing' && (
              <TextField path={`${FETUSES}/${index}/nuchalTranslucency`} optional inputMode="decimal" />
            )}
          </FieldGrid>
        </div>
      ))}
      {fetuses.length > 0 && (
        <Button
          ref={adding}
          data-path={FETUSES}
          variant="default"
          size="xs"
          mt="xs"
          mb="md"
          leftSection={<IconPlus size={14} aria-hidden />}
          disabled={fetuses.length >= MOST_FETUSES}
          onClick={add}
        >
          {outcome === 'Ended' ? texts.addLoss : texts.addFetus}
        </Button>
      )}
      <FieldWarnings at={({ path }) => isWithin(path, FETUSES)} />
      <VisuallyHidden role="status">{announcement}</VisuallyHidden>
    </>
  )
}
