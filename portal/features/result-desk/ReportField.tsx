import { Radio, Stack } from '@mantine/core'
import type { WaitingResultView } from '#contract/result-desk.ts'
import * as texts from './texts.ts'
import { describeReport } from './words.ts'

interface ReportFieldProps {
  result: WaitingResultView
  /** The test code of the report; null while none is chosen. */
  value: string | null
  onChange: (testCode: string) => void
}

/** Which report a withdrawal or a change is about, where the test code of the message does not say. */
export function ReportField({ result, value, onChange }: ReportFieldProps) {
  const { reports, ownTest, status } = result
  const isWithdrawal = status === 'withdrawn' || status === 'cancelled'
  const tests = [...new Map(reports.map((report) => [report.testCode, report])).values()]
  return (
    <Radio.Group
      label={isWithdrawal ? texts.whichWithdrawn : texts.whichChanged}
      aria-required
      // A report without a test code is a choice too.
      value={value === null ? '' : `test ${value}`}
      onChange={(chosen) => onChange(chosen.slice('test '.length))}
    >
      <Stack gap="xs" mt={4}>
        {tests.map((report) => (
          <Radio key={report.testCode} value={`test ${report.testCode}`} label={describeReport(report)} />
        ))}
        {ownTest !== null && !tests.some(({ testCode }) => testCode === ownTest) && (
          <Radio value={`test ${ownTest}`} label={texts.firstReportOf(ownTest)} />
        )}
      </Stack>
    </Radio.Group>
  )
}
