import { Alert, Button, Skeleton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import { useState } from 'react'
import { ProblemError } from '#contract/errors.ts'
import type { WaitingResultView } from '#contract/result-desk.ts'
import { statusInWords } from '#domain/reports/words.ts'
import { DocumentView } from '#portal/files/DocumentView.tsx'
import { NotFoundPage } from '#portal/frame/RouteProblems.tsx'
import { ButtonLink } from '#portal/links/ButtonLink.tsx'
import { useSession } from '#portal/session/session.ts'
import { Card } from '#ui/Card.tsx'
import { showInstant } from '#ui/dates.ts'
import { DialogDetails } from '#ui/dialogs/DialogDetails.tsx'
import { ErrorState } from '#ui/ErrorState.tsx'
import { MissingPage } from '#ui/MissingPage.tsx'
import { PageHead } from '#ui/PageHead.tsx'
import { ReportContent } from '#ui/ReportContent.tsx'
import { AssignDialog } from './AssignDialog.tsx'
import { Comparison } from './Comparison.tsx'
import { CurrentReports } from './CurrentReports.tsx'
import { resultDocumentOptions, resultOptions } from './queries.ts'
import { RefuseDialog } from './RefuseDialog.tsx'
import classes from './result-desk.module.css'
import { TakeDialog } from './TakeDialog.tsx'
import * as texts from './texts.ts'
import { OUTCOME_WORDS, REJECTION_FOLLOW_UP } from './words.ts'

const route = getRouteApi('/signed-in/laboratory/results/$id')

/** One result that a person has to look at: both sides beside each other, the report, and the decision. */
export default function ResultPage() {
  const { id } = route.useParams()
  const { user } = useSession()
  if (!user.support || !/^[1-9]\d{0,14}$/.test(id)) return <NotFoundPage />
  return <LoadedResult key={id} id={Number(id)} />
}

function LoadedResult({ id }: { id: number }) {
  const query = useQuery(resultOptions(id))
  if (query.error instanceof ProblemError && query.error.problem.code === 'not-found')
    return (
      <MissingPage
        noun="result"
        institution={texts.theLaboratory}
        text={texts.linkBroken}
        action={<ButtonLink to="/laboratory/results">{texts.resultsToCheck}</ButtonLink>}
      />
    )
  if (query.data) return <ResultView result={query.data} />
  if (query.isError) return <ErrorState problem={query.error} retry={() => query.refetch()} />
  return (
    <>
      <PageHead title={texts.resultToCheck} crumbs={CRUMBS} />
      <Skeleton height={280} radius="lg" mb="md" aria-label={texts.theResultIsLoading} />
      <Skeleton height={360} radius="lg" />
    </>
  )
}

const CRUMBS = [
  texts.laboratory,
  <Link key="list" to="/laboratory/results">
    {texts.resultsToCheck}
  </Link>,
  texts.result,
]

type Dialog = 'take' | 'assign' | 'refuse'

function ResultView({ result }: { result: WaitingResultView }) {
  const [dialog, setDialog] = useState<Dialog | null>(null)
  const [chosen, setChosen] = useState(result.likely)
  const { abilities, decision, order } = result
  const close = () => setDialog(null)
  const shared = { result, onClose: close }
  const person = order.find((one) => one.person === chosen) ?? null
  return (
    <>
      <PageHead
        title={texts.resultTitle(result.orderId)}
        tabTitle={texts.resultToCheck}
        crumbs={CRUMBS}
        sub={texts.resultSubtitle(
          result.testName || 'Test not named',
          result.institutionName,
          showInstant(result.receivedAt),
        )}
        actions={
          abilities.length > 0 && (
            <>
              {abilities.includes('refuse') && (
                <Button variant="default" onClick={() => setDialog('refuse')}>
                  {texts.rejectResult}
                </Button>
              )}
              {abilities.includes('assign') && (
                <Button variant="default" onClick={() => setDialog('assign')}>
                  {texts.moveToAnotherOrder}
                </Button>
              )}
              {abilities.includes('take') && (
                <Button onClick={() => setDialog('take')} disabled={order.length > 1 && person === null}>
                  {texts.acceptResult}
                </Button>
              )}
            </>
          )
        }
      />
      {decision ? (
        <Alert color="gray" mb="md" title={OUTCOME_WORDS[decision.outcome]}>
          {texts.decisionBy(decision.by, showInstant(decision.at), decision.reason)}
          {decision.outcome === 'refused' && texts.notTold(REJECTION_FOLLOW_UP)}
        </Alert>
      ) : (
        <Alert color="yellow" mb="md" title={result.whyInWords}>
          {texts.clinicSees}
        </Alert>
      )}
      <div className={classes.cards}>
        <Card
          title={texts.patient}
          sub={abilities.includes('take') && order.length > 1 ? texts.choosePatient : texts.comparisonHint}
        >
          <Comparison
            message={result.message}
            people={order}
            chosen={chosen}
            onChoose={abilities.includes('take') && order.length > 1 ? setChosen : null}
          />
        </Card>
        <ReportCard result={result} />
        {abilities.length > 0 && <CurrentReports result={result} />}
      </div>
      <TakeDialog {...shared} opened={dialog === 'take'} person={person} />
      <AssignDialog {...shared} opened={dialog === 'assign'} />
      <RefuseDialog {...shared} opened={dialog === 'refuse'} />
    </>
  )
}

/** What the message brings: its status as read, and the report itself. */
function ReportCard({ result }: { result: WaitingResultView }) {
  const { read, words, madeAt, sentAt, parts, status } = result
  const codes = [
    read.report && texts.reportCode(read.report),
    ...new Set(read.results.map((code) => texts.resultCode(code || 'empty'))),
  ]
  return (
    <Card title={texts.report}>
      <div className={classes.facts}>
        <DialogDetails
          details={{
            Status: statusInWords(status),
            'Status codes': codes.filter(Boolean).join(', ') || texts.noneGiven,
            ...(madeAt ? { Issued: showInstant(madeAt) } : {}),
            ...(sentAt ? { Sent: showInstant(sentAt) } : {}),
            ...(words ? { 'What the laboratory says': words } : {}),
          }}
        />
      </div>
      {parts.length === 0 && <p className={classes.none}>{texts.noReport}</p>}
      {parts.map((part) =>
        part.kind === 'document' ? (
          <ResultDocument key={part.part} id={result.id} document={part} />
        ) : (
          <ReportContent key={part.part} part={part} />
        ),
      )}
    </Card>
  )
}

type DocumentPart = Extract<WaitingResultView['parts'][number], { kind: 'document' }>

function ResultDocument({ id, document }: { id: number; document: DocumentPart }) {
  return <DocumentView document={document} query={useQuery(resultDocumentOptions(id, document.part))} />
}
