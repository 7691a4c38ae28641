import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense } from 'react'
import type { WaitingResultView } from '#contract/result-desk.ts'
import { DocumentView } from '#portal/files/DocumentView.tsx'
import { Card } from '#ui/Card.tsx'
import { DialogDetails } from '#ui/dialogs/DialogDetails.tsx'
import { ReportContent } from '#ui/ReportContent.tsx'
import { reportDocumentOptions } from './queries.ts'
import classes from './result-desk.module.css'
import * as texts from './texts.ts'
import { describeReport } from './words.ts'

// Most results that wait have no data to compare.
const ReportComparison = lazy(async () => ({
  default: (await import('./ReportComparison.tsx')).ReportComparison,
}))

type Report = WaitingResultView['reports'][number]
type DocumentPart = Extract<Report['parts'][number], { kind: 'document' }>

/** The reports of the order that the clinic reads now, for comparison with the result that waits. */
export function CurrentReports({ result }: { result: WaitingResultView }) {
  return result.reports.map((report) => (
    <Card key={report.version} title={texts.currentReport(describeReport(report))}>
      <div className={classes.facts}>
        <DialogDetails
          details={{ Version: String(report.number), 'Test code': report.testCode || texts.notGiven }}
        />
      </div>
      {/* An addendum leaves out what it does not change. */}
      {result.status !== 'addended' && isOfSameTest(result, report) && (
        <Suspense>
          <ReportComparison before={report.parts} after={result.parts} />
        </Suspense>
      )}
      {report.parts.map((part) =>
        part.kind === 'document' ? (
          <ReportDocument key={part.part} id={result.id} version={report.version} document={part} />
        ) : (
          <ReportContent key={part.part} part={part} />
        ),
      )}
    </Card>
  ))
}

/** A result that names no test may be of any. */
const isOfSameTest = ({ ownTest, testName }: WaitingResultView, report: Report) =>
  (ownTest === null && testName === '') || ownTest === report.testCode || testName === report.testName

interface ReportDocumentProps {
  id: number
  version: number
  document: DocumentPart
}

function ReportDocument({ id, version, document }: ReportDocumentProps) {
  return (
    <DocumentView document={document} query={useQuery(reportDocumentOptions(id, version, document.part))} />
  )
}
