import { Alert } from '@mantine/core'
import type { ChartResource } from '#domain/ehr/chart.ts'
import { showInstant } from '#ui/dates.ts'
import { useChart } from './chart-context.ts'
import * as texts from './texts.ts'

const NAMES = {
  ...{ Patient: 'patient', Practitioner: 'ordering provider', Encounter: 'visit', Condition: 'diagnoses' },
  ...{ Coverage: 'insurance', FamilyMemberHistory: 'family history', ServiceRequest: 'order' },
} as const satisfies Record<ChartResource, string>

/** That a draft has values from a hospital's chart, and what of it could not be read. */
export function ChartNotice() {
  const chart = useChart()
  if (!chart) return null
  const { hospitalName, launchedAt, notRead } = chart
  return (
    <Alert color="brand" title={texts.noticeTitle(hospitalName)}>
      {texts.noticeHint(showInstant(launchedAt))}
      {notRead.length > 0 && <p>{texts.notRead(notRead.map((one) => NAMES[one]).join(', '))}</p>}
    </Alert>
  )
}
