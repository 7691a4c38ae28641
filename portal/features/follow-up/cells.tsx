import { Badge } from '@mantine/core'
import type { FollowUpView } from '#contract/follow-up.ts'
import { RESULT_WORDS } from '#domain/follow-up/words.ts'
import type { Column } from '#portal/list/column.ts'
import list from '#portal/list/list.module.css'
import { OrderLink } from '#portal/order/OrderLink.tsx'
import { bornInWords, listName } from '#portal/order/words.ts'
import { showDate } from '#ui/dates.ts'
import { InlineList } from '#ui/InlineList.tsx'
import classes from './follow-up.module.css'
import { placeOf } from './follow-up-hash.ts'
import * as texts from './texts.ts'
import { dueInWords, RESULT_COLORS, subjectInWords } from './words.ts'

/** The patient, as the link that covers the row, with the test and what it is about. */
function PatientCell({ followUp }: { followUp: FollowUpView }) {
  const { orderId, hospitalCode, patient, testName, about } = followUp
  return (
    <>
      <OrderLink
        order={{ id: orderId, state: 'reported', hospitalCode }}
        hash={placeOf(followUp)}
        className={list.rowLink}
        data-row-link
      >
        {listName(patient)}
      </OrderLink>{' '}
      <span className={list.second}>{bornInWords(patient)}</span>
      <div className={list.second}>
        <InlineList of={[testName, about, subjectInWords(followUp)]} />
      </div>
    </>
  )
}

/** The result; below it what it was before, and that it may be wrong, as a badge has room for one word. */
function ResultCell({ followUp: { result, isQuestioned, detail } }: { followUp: FollowUpView }) {
  const before = detail.kind === 'report' ? detail.before : null
  return (
    <>
      <Badge variant="light" color={RESULT_COLORS[result]} tt="none">
        {RESULT_WORDS[result]}
      </Badge>
      {before !== null && before !== result && (
        <div className={list.second}>{texts.resultBefore(RESULT_WORDS[before])}</div>
      )}
      {isQuestioned && (
        <div className={list.second}>
          <span className={classes.questioned}>{texts.questioned}</span>
        </div>
      )}
    </>
  )
}

/** Under its label the day is enough, unless it has passed. */
function DueCell({ followUp }: { followUp: FollowUpView }) {
  const { dueOn, isOverdue, escalated } = followUp
  return (
    <>
      <div className={isOverdue ? classes.late : classes.day}>
        {isOverdue || dueOn === null ? dueInWords(followUp) : showDate(dueOn)}
      </div>
      {escalated && <div className={list.second}>{texts.toldOf(escalated.to)}</div>}
    </>
  )
}

/** The columns of every list of open follow-ups; each list adds its own. */
export const patientColumn: Column<FollowUpView> = {
  label: texts.patientAndTest,
  cell: (row) => <PatientCell followUp={row} />,
  card: 'head',
}
export const resultColumn: Column<FollowUpView> = {
  label: texts.result,
  cell: (row) => <ResultCell followUp={row} />,
  card: 'tag',
}
export const dueColumn: Column<FollowUpView> = {
  label: texts.due,
  cell: (row) => <DueCell followUp={row} />,
}
