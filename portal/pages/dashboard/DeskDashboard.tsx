import { Skeleton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { grouped } from '#domain/text/figures.ts'
import { queuesOptions } from '#portal/features/laboratory/public.ts'
import lines from '#portal/order/order-lines.module.css'
import { useSession } from '#portal/session/session.ts'
import { Card } from '#ui/Card.tsx'
import { showAgo } from '#ui/dates.ts'
import { ErrorState } from '#ui/ErrorState.tsx'
import { InlineList } from '#ui/InlineList.tsx'
import { PageHead } from '#ui/PageHead.tsx'
import { StaleNotice } from '#ui/StaleNotice.tsx'
import classes from './dashboard-page.module.css'
import desk from './desk-dashboard.module.css'
import { deskInWords, type Queues, queuesOf } from './desk-queues.ts'
import { greeting } from './greeting.ts'
import * as texts from './texts.ts'

/** Where the day of the laboratory's Support begins: what waits at its desk, over all institutions. */
export function DeskDashboard() {
  const { user } = useSession()
  const query = useQuery(queuesOptions)
  const hello = `${greeting(new Date().getHours())}, ${user.firstName}.`
  const { data } = query
  if (query.isError && !data)
    return (
      <>
        <PageHead title={texts.dashboard} sub={hello} />
        <ErrorState problem={query.error} retry={() => query.refetch()} />
      </>
    )
  return (
    <>
      <PageHead title={texts.dashboard} sub={data ? `${hello} ${deskInWords(data)}` : hello} />
      <StaleNotice query={query} />
      <div className={classes.cards}>
        {data ? (
          <>
            <QueuesCard counts={data.counts} />
            <div className={desk.pair}>
              <QuestionsCard questions={data.questions} total={data.counts.questions} />
              <FeedbackCard feedback={data.feedback} />
            </div>
          </>
        ) : (
          <>
            <Skeleton height={180} radius="lg" />
            <Skeleton height={280} radius="lg" />
          </>
        )}
      </div>
    </>
  )
}

function QueuesCard({ counts }: Pick<Queues, 'counts'>) {
  return (
    <Card title={texts.laboratoryDesk} sub={texts.allInstitutions}>
      <ul className={desk.queues}>
        {queuesOf(counts).map(({ count, ...queue }) => {
          const content = (
            <>
              <span className={desk.count}>{grouped(count)}</span>
              <span>{queue.title}</span>
            </>
          )
          const look = {
            className: desk.queue,
            'data-urgent': ('urgent' in queue && count > 0) || undefined,
            'data-none': count === 0 || undefined,
          }
          return (
            <li key={queue.key}>
              {queue.to === null ? (
                <a href="#questions" {...look}>
                  {content}
                </a>
              ) : (
                <Link to={queue.to} search={'list' in queue ? { status: queue.list } : {}} {...look}>
                  {content}
                </Link>
              )}
            </li>
          )
        })}
      </ul>
    </Card>
  )
}

interface QuestionsCardProps {
  questions: Queues['questions']
  total: number
}

/** Whether enough of a specimen is left: each leads to the sample, where it is answered. */
function QuestionsCard({ questions, total }: QuestionsCardProps) {
  return (
    <Card
      id="questions"
      title={texts.questionsAboutSpecimens}
      sub={total > questions.length ? texts.oldestOf(questions.length, total) : undefined}
    >
      {questions.length === 0 ? (
        <p className={desk.none}>{texts.noQuestions}</p>
      ) : (
        <ul className={lines.lines}>
          {questions.map((one) => (
            <li key={`${one.sampleId} ${one.testName}`} className={lines.line}>
              <div className={lines.what}>
                <Link
                  to="/sample/$sampleId"
                  params={{ sampleId: String(one.sampleId) }}
                  className={lines.link}
                >
                  {texts.isEnoughLeft(one.testName)}
                </Link>
                <div className={lines.detail}>
                  <InlineList
                    of={[
                      texts.sampleNumber(one.sampleId),
                      `${one.askedBy}, ${one.institutionName}`,
                      showAgo(one.askedAt),
                    ]}
                  />
                </div>
              </div>
              <div className={lines.end}>
                <span className={lines.action}>{texts.answer}</span>
              </div>
            </li>
          ))}
        </ul>
      )}
    </Card>
  )
}

/** How orders went, in the words of the clinics, the newest first. */
function FeedbackCard({ feedback }: Pick<Queues, 'feedback'>) {
  return (
    <Card title={texts.feedbackFromClinics}>
      {feedback.length === 0 ? (
        <p className={desk.none}>{texts.noRatings}</p>
      ) : (
        <ul className={lines.lines}>
          {feedback.map((one) => (
            <li key={`${one.orderId} ${one.by} ${one.at}`} className={lines.line}>
              <div className={lines.what}>
                <Link to="/order/details/$id" params={{ id: String(one.orderId) }} className={lines.link}>
                  {texts.ratingOf(one.orderId, one.rating)}
                </Link>
                {one.text && <div className={lines.words}>{one.text}</div>}
                <div className={lines.detail}>
                  <InlineList of={[`${one.by}, ${one.institutionName}`, showAgo(one.at)]} />
                </div>
              </div>
              <div className={lines.end}>
                <span className={lines.action}>{texts.openLabel}</span>
              </div>
            </li>
          ))}
        </ul>
      )}
    </Card>
  )
}
