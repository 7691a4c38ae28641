import { Button, Checkbox, Group } from '@mantine/core'
import { moveAmongSiblings } from '#domain/family/additions.ts'
import type { FamilyMember } from '#domain/family/document.ts'
import * as editing from '../editing/texts.ts'
import { useOpenFamily } from '../open-family.ts'
import { CheckedField, Choice, dayProblem, numberProblem, partialDateProblem, TextField } from './fields.tsx'
import classes from './panel.module.css'
import * as texts from './texts.ts'

/** Who somebody is: names, gender, sex at birth, dates, and what kind of symbol it is. */
export function PersonPart({ member }: { member: FamilyMember }) {
  const { document, change, edit, mayChange, callOf } = useOpenFamily()
  const { key, age, pregnancy } = member
  const disabled = !mayChange
  const set = (changes: Partial<FamilyMember>, field?: string) =>
    change(key, changes, editing.changed(callOf(key)), field === undefined ? undefined : `${key} ${field}`)
  return (
    <div className={classes.part}>
      <div className={classes.pair}>
        <TextField
          label={texts.firstName}
          value={member.firstName}
          maxLength={100}
          disabled={disabled}
          onChange={(firstName) => set({ firstName }, 'firstName')}
        />
        <TextField
          label={texts.lastName}
          value={member.lastName}
          maxLength={100}
          disabled={disabled}
          onChange={(lastName) => set({ lastName }, 'lastName')}
        />
      </div>
      <div className={classes.pair}>
        <Choice
          label={texts.gender}
          value={member.gender}
          options={texts.genders}
          disabled={disabled}
          onChange={(gender) => set({ gender })}
        />
        <Choice
          label={texts.sexAtBirth}
          value={member.sexAtBirth}
          options={texts.sexesAtBirth}
          disabled={disabled}
          onChange={(sexAtBirth) => set({ sexAtBirth })}
        />
      </div>
      <div className={classes.pair}>
        <CheckedField
          label={texts.born}
          description={texts.yearMonthOrDay}
          value={member.born}
          disabled={disabled}
          problemOf={partialDateProblem}
          onChange={(born) => set({ born }, 'born')}
        />
        <Choice
          label={texts.life}
          value={member.life}
          options={texts.lives}
          disabled={disabled}
          onChange={(life) => set({ life })}
        />
      </div>
      <div className={classes.pair}>
        <CheckedField
          label={member.life === 'dead' ? texts.ageAtDeath : texts.age}
          value={age === null ? '' : String(age.value)}
          disabled={disabled}
          problemOf={numberProblem(0, 150)}
          onChange={(text) =>
            set(
              {
                age:
                  text === '' ? null : { unit: 'years', isApproximate: false, ...age, value: Number(text) },
              },
              'age',
            )
          }
        />
        <Choice
          label={texts.unit}
          value={age?.unit ?? 'years'}
          options={texts.units}
          disabled={disabled || age === null}
          onChange={(unit) => age && set({ age: { ...age, unit } })}
        />
      </div>
      <Checkbox
        label={texts.about}
        checked={age?.isApproximate ?? false}
        disabled={disabled || age === null}
        onChange={(event) => age && set({ age: { ...age, isApproximate: event.currentTarget.checked } })}
      />
      {member.life === 'dead' && (
        <div className={classes.pair}>
          <CheckedField
            label={texts.diedOn}
            description={texts.yearMonthOrDay}
            value={member.diedOn}
            disabled={disabled}
            problemOf={partialDateProblem}
            onChange={(diedOn) => set({ diedOn }, 'diedOn')}
          />
          <TextField
            label={texts.causeOfDeath}
            value={member.causeOfDeath}
            maxLength={200}
            disabled={disabled}
            onChange={(causeOfDeath) => set({ causeOfDeath }, 'causeOfDeath')}
          />
        </div>
      )}
      <Group gap="md">
        <Checkbox
          label={texts.isProband}
          checked={member.isProband}
          disabled={disabled}
          onChange={(event) => set({ isProband: event.currentTarget.checked })}
        />
        <Checkbox
          label={texts.isConsultand}
          checked={member.isConsultand}
          disabled={disabled}
          onChange={(event) => set({ isConsultand: event.currentTarget.checked })}
        />
      </Group>
      {pregnancy && <PregnancyFields member={member} pregnancy={pregnancy} set={set} disabled={disabled} />}
      <div className={classes.pair}>
        <CheckedField
          label={texts.count}
          description={texts.countHint}
          value={member.count === null ? '' : String(member.count)}
          disabled={disabled}
          problemOf={(text) => (text === 'n' ? null : numberProblem(2, 99)(text))}
          onChange={(text) => set({ count: text === '' ? null : text === 'n' ? 'n' : Number(text) }, 'count')}
        />
        <TextField
          label={texts.karyotype}
          value={member.karyotype}
          maxLength={40}
          disabled={disabled}
          onChange={(karyotype) => set({ karyotype }, 'karyotype')}
        />
      </div>
      <Choice
        label={texts.mayContact}
        value={member.mayContact}
        options={texts.contacts}
        disabled={disabled}
        onChange={(mayContact) => set({ mayContact })}
      />
      <TextField
        label={texts.notes}
        value={member.notes}
        maxLength={2000}
        disabled={disabled}
        isLong
        onChange={(notes) => set({ notes }, 'notes')}
      />
      {mayChange && (
        <Group gap="xs">
          <Button
            size="xs"
            variant="default"
            onClick={() => edit(moveAmongSiblings(document, key, -1), editing.moved(callOf(key)))}
          >
            {texts.elder}
          </Button>
          <Button
            size="xs"
            variant="default"
            onClick={() => edit(moveAmongSiblings(document, key, 1), editing.moved(callOf(key)))}
          >
            {texts.younger}
          </Button>
        </Group>
      )}
    </div>
  )
}

interface PregnancyFieldsProps {
  member: FamilyMember
  pregnancy: NonNullable<FamilyMember['pregnancy']>
  set: (changes: Partial<FamilyMember>, field?: string) => void
  disabled: boolean
}

function PregnancyFields({ member, pregnancy, set, disabled }: PregnancyFieldsProps) {
  return (
    <>
      <Choice
        label={texts.pregnancy}
        value={pregnancy.state}
        options={texts.pregnancies}
        disabled={disabled}
        onChange={(state) => set({ pregnancy: { ...pregnancy, state } })}
      />
      <div className={classes.pair}>
        <CheckedField
          label={texts.weeks}
          value={pregnancy.weeks === null ? '' : String(pregnancy.weeks)}
          disabled={disabled}
          problemOf={numberProblem(0, 45)}
          onChange={(text) =>
            set({ pregnancy: { ...pregnancy, weeks: text === '' ? null : Number(text) } }, 'weeks')
          }
        />
        <CheckedField
          label={texts.dueDate}
          description={texts.wholeDayHint}
          value={pregnancy.dueDate}
          disabled={disabled}
          problemOf={dayProblem}
          onChange={(dueDate) => set({ pregnancy: { ...pregnancy, dueDate } }, 'dueDate')}
        />
      </div>
      {!disabled && (
        <Button
          size="xs"
          variant="default"
          onClick={() => set({ pregnancy: null, life: member.life || 'alive' })}
        >
          {texts.wasBorn}
        </Button>
      )}
    </>
  )
}
