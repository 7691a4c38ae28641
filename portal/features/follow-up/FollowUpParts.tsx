import { Button } from '@mantine/core'
import { lazy, useState } from 'react'
import type { FollowUpView } from '#contract/follow-up.ts'
import { OUTCOME_WORDS } from '#domain/follow-up/words.ts'
import lines from '#portal/files/file-lines.module.css'
import { useSession } from '#portal/session/session.ts'
import { showInstant } from '#ui/dates.ts'
import { InlineList } from '#ui/InlineList.tsx'
import { LateDialog } from '#ui/LateDialog.tsx'
import { notifyProblem, notifySuccess } from '#ui/notices.ts'
import classes from './follow-up.module.css'
import { useAssign } from './queries.ts'
import * as texts from './texts.ts'
import { dueInWords, ownerInWords, subjectInWords } from './words.ts'

const HandOverDialog = lazy(async () => ({ default: (await import('./HandOverDialog.tsx')).HandOverDialog }))

/** The test, and whom it is about. */
export const nameOf = ({ testName, about }: Pick<FollowUpView, 'testName' | 'about'>) =>
  [testName, about].filter(Boolean).join(', ')

/** What it is, by when and whose; then to whom it was escalated, or how it was closed. */
export function FollowUpSummary({ followUp }: { followUp: FollowUpView }) {
  const { closed, escalated, isOverdue, isQuestioned, owner } = followUp
  return (
    <>
      {isQuestioned && (
        <div className={lines.facts}>
          <span className={classes.questioned}>{texts.questioned}</span>
        </div>
      )}
      <div className={`${lines.facts} ${classes.facts}`}>
        <InlineList
          of={[
            followUp.kind !== 'reclassification' && subjectInWords(followUp),
            !closed && <span data-overdue={isOverdue || undefined}>{dueInWords(followUp)}</span>,
            !closed && <span data-overdue={owner === null || undefined}>{ownerInWords(followUp)}</span>,
          ]}
        />
      </div>
      {escalated && !closed && (
        <div className={lines.facts}>{texts.escalatedTo(showInstant(escalated.at), escalated.to)}</div>
      )}
      {closed && (
        <div className={classes.statement}>
          {texts.closedBy(OUTCOME_WORDS[closed.outcome], closed.by, showInstant(closed.at))}
          {closed.statement && <div className={classes.quote}>{closed.statement}</div>}
        </div>
      )}
    </>
  )
}

/** Who sees it through from now on. */
export function OwnerActions({ followUp }: { followUp: FollowUpView }) {
  const { user } = useSession()
  const [isHandingOver, setHandingOver] = useState(false)
  const takeOver = useAssign(followUp, () => notifySuccess(texts.takenOver))
  const name = nameOf(followUp)
  return (
    <>
      {!followUp.isOwn && (
        <Button
          variant={followUp.kind === 'report' ? 'filled' : 'default'}
          loading={takeOver.isPending}
          onClick={() => takeOver.mutate({ ownerId: user.id }, { onError: notifyProblem })}
          aria-label={texts.takeOverOf(name)}
        >
          {texts.takeOver}
        </Button>
      )}
      <Button
        variant="default"
        onClick={() => setHandingOver(true)}
        aria-haspopup="dialog"
        aria-label={texts.handOverOf(name)}
      >
        {texts.handOver}
      </Button>
      <LateDialog onLeave={() => setHandingOver(false)}>
        {isHandingOver && <HandOverDialog followUp={followUp} onClosed={() => setHandingOver(false)} />}
      </LateDialog>
    </>
  )
}
