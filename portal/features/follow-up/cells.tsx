import { Badge } from '@mantine/core'
import type { FollowUpView } from '#contract/follow-up.ts'
import list from '#portal/list/list.module.css'
import { OrderLink } from '#portal/order/OrderLink.tsx'
import { bornInWords, listName } from '#portal/order/words.ts'
import { showInstant } from '#ui/dates.ts'
import { InlineList } from '#ui/InlineList.tsx'
import classes from './follow-up.module.css'
import { FOLLOW_UP_HASH } from './follow-up-hash.ts'
import * as texts from './texts.ts'
import { dueInWords, RESULT_COLORS, resultInWords } from './words.ts'

/** The patient, as the link that covers the row, with the test and a line of the list's own. */
export function PatientCell({ followUp, second }: { followUp: FollowUpView; second: string }) {
  const { orderId, hospitalCode, patient, testName, about } = followUp
  return (
    <>
      <OrderLink
        order={{ id: orderId, state: 'reported', hospitalCode }}
        hash={FOLLOW_UP_HASH}
        className={list.rowLink}
        data-row-link
      >
        {listName(patient)}
      </OrderLink>{' '}
      <span className={list.second}>{bornInWords(patient)}</span>
      <div className={list.second}>
        <InlineList of={[testName, about, second]} />
      </div>
    </>
  )
}

export function ResultCell({ followUp }: { followUp: FollowUpView }) {
  return (
    <Badge variant="light" color={RESULT_COLORS[followUp.result]} tt="none">
      {resultInWords(followUp)}
    </Badge>
  )
}

export function DueCell({ followUp }: { followUp: FollowUpView }) {
  const { isOverdue, escalated } = followUp
  return (
    <>
      <div className={isOverdue ? classes.late : undefined}>{dueInWords(followUp)}</div>
      {escalated && (
        <div className={list.second}>{texts.escalatedTo(showInstant(escalated.at), escalated.to)}</div>
      )}
    </>
  )
}
