import { Text } from '@mantine/core'
import type { TestDetails } from '#contract/catalogue.ts'
import { todayAtLaboratory } from '#domain/dates/dates.ts'
import { familyWindow } from '#domain/orders/for-relative.ts'
import { type KnownVariant, REPORT_NAMES, VARIANT_REPORTS } from '#domain/orders/known-variants.ts'
import { showDate } from '#ui/dates.ts'
import { useField, useFormState, useOrderForm } from '../../../draft/form-context.ts'
import { DateField } from '../../../fields/DateField.tsx'
import { FieldLabel } from '../../../fields/FieldLabel.tsx'
import { SelectField } from '../../../fields/SelectField.tsx'
import { TextField } from '../../../fields/TextField.tsx'
import { FieldGrid } from '../../FieldGrid.tsx'
import { FilesField } from '../../FilesField.tsx'
import classes from '../../fields.module.css'
import * as texts from './texts.ts'

/** The report in which the variant was found, uploaded or where it is. */
export function ReportFields({ at, variant }: { at: string; variant: KnownVariant }) {
  const { report } = variant
  const familyDays = useFormState(({ tests }) => shortestWindow(tests))
  const window = familyWindow(variant.reportDate, familyDays, todayAtLaboratory(new Date()))
  return (
    <fieldset className={classes.fieldset}>
      <legend className={classes.legend}>{texts.report}</legend>
      <FieldGrid>
        <TextField path={`${at}/laboratory`} optional />
        <TextField path={`${at}/laboratoryNumber`} optional={report !== 'same-laboratory'} />
        <DateField path={`${at}/reportDate`} optional />
        <SelectField
          path={`${at}/report`}
          // Only an order that was begun from a code refers to one.
          data={VARIANT_REPORTS.filter((one) => one !== 'family-code' || report === one).map((value) => ({
            value,
            label: REPORT_NAMES[value],
          }))}
        />
        {report === 'file' && <ReportFile path={`${at}/file`} of={variant.key} />}
        {report === 'unavailable' && <TextField path={`${at}/reportReason`} />}
        <SelectField
          path={`${at}/positiveControl`}
          optional
          data={['Sent', 'None'] satisfies KnownVariant['positiveControl'][]}
        />
      </FieldGrid>
      {window && (
        <Text size="sm" mt="sm">
          {window.daysLeft < 0
            ? texts.windowOver(showDate(window.until))
            : texts.windowOpen(window.daysLeft, showDate(window.until))}
        </Text>
      )}
    </fieldset>
  )
}

/** The days that the chosen tests leave relatives after the report; null if they set none. */
function shortestWindow(tests: readonly TestDetails[]): number | null {
  const days = tests.flatMap(({ knownVariant }) => knownVariant?.familyDays ?? [])
  return days.length === 0 ? null : Math.min(...days)
}

function ReportFile({ path, of }: { path: string; of: string }) {
  const { value: file, input } = useField<KnownVariant['file']>(path)
  const form = useOrderForm()
  // By its key: once the file is uploaded or removed, another variant may be at this path.
  const set = (next: KnownVariant['file']) => {
    const index = form.state().document.knownVariants?.findIndex(({ key }) => key === of) ?? -1
    if (index >= 0) form.set(`/knownVariants/${index}/file`, next)
  }
  return (
    <FilesField
      path={path}
      label={<FieldLabel path={path} />}
      words={texts.reportFile}
      type="Report"
      files={file ? [file] : []}
      error={input.error}
      onAdd={set}
      onRemove={() => set(undefined)}
    />
  )
}
