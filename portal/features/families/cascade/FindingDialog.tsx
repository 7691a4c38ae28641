import { Checkbox, SegmentedControl, Select, Stack, TextInput } from '@mantine/core'
import { useState } from 'react'
import { Controller, type FieldValues, type Path, type UseFormReturn } from 'react-hook-form'
import { type CascadeView, familyCascadeRoutes } from '#contract/family-cascade.ts'
import { todayAtLaboratory } from '#domain/dates/dates.ts'
import { needsCopies } from '#domain/family/cascade/finding.ts'
import { VARIANT_CLASSES } from '#domain/orders/known-variants.ts'
import { api } from '#portal/api.ts'
import { useDialogForm } from '#portal/dialogs/use-dialog-form.ts'
import { useRequestKeys } from '#portal/request-keys.ts'
import { FormDialog } from '#ui/dialogs/FormDialog.tsx'
import { CopiesField } from './CopiesField.tsx'
import { DayField } from './DayField.tsx'
import { type CascadePlace, useCascadeChange } from './queries.ts'
import { ReportedVariants } from './ReportedVariants.tsx'
import * as texts from './texts.ts'

/** A variant of a report that is known before the dialog opens. */
export interface OfferedVariant {
  report: { orderId: number; reportId: number; variantKeys: string[] }
  /** '' if nobody said who of the family it is. */
  member: string
  words: string
}

interface FindingDialogProps extends CascadePlace {
  people: CascadeView['people']
  opened: boolean
  /** The variant to record; without it, one is chosen or typed. */
  offered?: OfferedVariant
  onClose: () => void
}

type FindingBody = Parameters<typeof api.familyCascade.addFinding>[0]['body']

const BLANK = {
  ...{ kind: '' as const, gene: '', hgncId: '', transcript: '', cdna: '', protein: '' },
  ...{ genomic: '', asWritten: '' },
}
const INHERITANCES = Object.entries(texts.INHERITANCES).map(([value, label]) => ({ value, label }))

const asksCopies = ({
  inheritance,
  report,
  variants = [],
}: Pick<FindingBody, 'inheritance' | 'report' | 'variants'>) =>
  needsCopies({ inheritance, variants: report?.variantKeys ?? variants })

/** Makes a variant of a report, or a typed one, a finding of the family. */
export function FindingDialog({ hospital, id, people, opened, offered, onClose }: FindingDialogProps) {
  const [isTyped, setTyped] = useState(false)
  const keyOf = useRequestKeys()
  const change = useCascadeChange(
    { hospital, id },
    (filled: FindingBody) => {
      // Chosen before the inheritance or the variants were others.
      const body = asksCopies(filled) ? filled : { ...filled, copies: [] }
      // The form's own key makes each opening's content another.
      return api.familyCascade.addFinding({
        params: { hospital, id },
        body: { ...body, findingKey: keyOf(body) },
      })
    },
    { done: texts.findingRecorded, onDone: onClose },
  )
  const [today] = useState(() => todayAtLaboratory(new Date()))
  const { form, dialog } = useDialogForm({
    opened,
    rules: familyCascadeRoutes.addFinding.body,
    defaultValues: {
      ...{ findingKey: crypto.randomUUID(), member: offered?.member ?? '' },
      ...{ report: offered?.report ?? null, variants: [] },
      ...{ variantClass: 'Pathogenic', laboratory: '', reportedOn: null, copies: [], condition: '' },
      ...{ inheritance: 'autosomal dominant', isAdultOnset: true, agreed: { on: today, words: '' } },
    },
    mutation: change,
  })
  const { control, register, setValue, watch, formState } = form
  const { errors } = formState
  const choose = (next: boolean) => {
    setTyped(next)
    setValue('report', null)
    setValue('variants', next ? [BLANK] : [])
    setValue('reportedOn', next ? today : null)
  }
  return (
    <FormDialog
      {...dialog}
      onClose={onClose}
      size="lg"
      title={texts.findingTitle}
      confirm={texts.save}
      cancel={texts.cancel}
    >
      <Choice
        form={form}
        name="member"
        label={texts.member}
        data={people.map(({ member, name }) => ({ value: member, label: name }))}
      />
      {offered ? (
        <p>{texts.variantIs(offered.words)}</p>
      ) : (
        <SegmentedControl
          aria-label={texts.source}
          data={[
            { value: 'report', label: texts.fromOrder },
            { value: 'typed', label: texts.typed },
          ]}
          value={isTyped ? 'typed' : 'report'}
          onChange={(value) => choose(value === 'typed')}
        />
      )}
      {offered ? null : isTyped ? (
        <Stack gap="xs">
          <TextInput
            label={texts.gene}
            required
            error={errors.variants?.[0]?.gene?.message ?? errors.variants?.message}
            {...register('variants.0.gene')}
          />
          <TextInput label={texts.transcript} {...register('variants.0.transcript')} />
          <TextInput label={texts.cdna} required {...register('variants.0.cdna')} />
          <TextInput label={texts.protein} {...register('variants.0.protein')} />
          <Choice
            form={form}
            name="variantClass"
            label={texts.newClass}
            data={VARIANT_CLASSES.map((value) => ({ value, label: value }))}
          />
          <TextInput label={texts.laboratory} {...register('laboratory')} />
          <DayField control={control} name="reportedOn" label={texts.reportDay} />
        </Stack>
      ) : (
        <ReportedVariants
          {...{ hospital, id }}
          chosen={watch('report') ?? null}
          error={errors.variants?.message}
          onChoose={(report) => setValue('report', report, { shouldDirty: true })}
        />
      )}
      <Choice form={form} name="inheritance" label={texts.inheritance} data={INHERITANCES} />
      {asksCopies({
        inheritance: watch('inheritance'),
        report: watch('report'),
        variants: watch('variants'),
      }) && (
        <CopiesField
          control={control}
          name="copies"
          placeholder={isTyped ? texts.choose : texts.asReported}
        />
      )}
      <Checkbox label={texts.adultOnset} {...register('isAdultOnset')} />
      <TextInput label={texts.condition} maxLength={200} {...register('condition')} />
      <DayField
        control={control}
        name="agreed.on"
        label={`${texts.agreement}: ${texts.agreementDay.toLowerCase()}`}
      />
      <TextInput
        label={texts.howAgreed}
        required
        error={errors.agreed?.words?.message}
        {...register('agreed.words')}
      />
    </FormDialog>
  )
}

interface ChoiceProps<Input extends FieldValues, Output> {
  form: UseFormReturn<Input, unknown, Output>
  name: Path<Input>
  label: string
  data: readonly { value: string; label: string }[]
}

function Choice<Input extends FieldValues, Output>({ form, name, label, data }: ChoiceProps<Input, Output>) {
  return (
    <Controller
      control={form.control}
      name={name}
      render={({ field, fieldState }) => (
        <Select
          label={label}
          data={data}
          allowDeselect={false}
          searchable={data.length > 10}
          value={field.value || null}
          placeholder={texts.choose}
          onChange={field.onChange}
          error={fieldState.error?.message}
        />
      )}
    />
  )
}
