import { NativeSelect } from '@mantine/core'
import { REPORT_STATUSES } from '#domain/reports/statuses.ts'
import { STATUS_MEANING, STATUS_WORDS } from '#domain/reports/words.ts'
import * as texts from './texts.ts'

export type TakenStatus = Exclude<(typeof REPORT_STATUSES)[number], 'withdrawn' | 'cancelled'>

const STATUSES = REPORT_STATUSES.filter(
  (status): status is TakenStatus => status !== 'withdrawn' && status !== 'cancelled',
)

interface StatusFieldProps {
  value: TakenStatus | ''
  onChange: (status: TakenStatus | '') => void
}

/** What the report is, where the message does not say so clearly. */
export function StatusField({ value, onChange }: StatusFieldProps) {
  return (
    <NativeSelect
      label={texts.reportStatus}
      description={value === '' ? texts.statusUnclear : STATUS_MEANING[value]}
      aria-required
      data={[
        { value: '', label: texts.chooseAStatus },
        ...STATUSES.map((status) => ({ value: status, label: STATUS_WORDS[status] })),
      ]}
      value={value}
      onChange={(event) => onChange(STATUSES.find((one) => one === event.currentTarget.value) ?? '')}
    />
  )
}
