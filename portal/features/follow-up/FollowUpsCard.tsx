import { type UseQueryResult, useQuery } from '@tanstack/react-query'
import type { followUpRoutes } from '#contract/follow-up.ts'
import type { ReplyOf } from '#contract/route.ts'
import { TextLink } from '#portal/links/TextLink.tsx'
import { OrderLink } from '#portal/order/OrderLink.tsx'
import classes from '#portal/order/order-lines.module.css'
import { bornInWords, listName } from '#portal/order/words.ts'
import { useSession } from '#portal/session/session.ts'
import { Card } from '#ui/Card.tsx'
import { counted } from '#ui/counted.ts'
import { ErrorState } from '#ui/ErrorState.tsx'
import { InlineList } from '#ui/InlineList.tsx'
import marks from './follow-up.module.css'
import { placeOf } from './follow-up-hash.ts'
import { followUpsOptions } from './queries.ts'
import * as texts from './texts.ts'
import { dueInWords, resultInWords, subjectInWords } from './words.ts'

const MOST = 5

/** On the dashboard: the reader's own follow-ups, the first due first, and how many have no owner. */
export function FollowUpsCard({ counts }: { counts: UseQueryResult<ReplyOf<typeof followUpRoutes.counts>> }) {
  const { institution } = useSession()
  const own = useQuery({
    ...followUpsOptions(institution.code, { list: 'open', owner: 'mine', page: 1, limit: MOST }),
    enabled: (counts.data?.mine ?? 0) > 0,
  })
  if (counts.isError && !counts.data)
    return (
      <Card title={texts.yourFollowUps}>
        <ErrorState problem={counts.error} retry={() => counts.refetch()} />
      </Card>
    )
  const ownCount = counts.data?.mine ?? 0
  const ownLate = counts.data?.mineOverdue ?? 0
  const unowned = counts.data?.nobody ?? 0
  if (ownCount === 0 && unowned === 0) return null
  return (
    <Card
      title={texts.yourFollowUps}
      sub={
        <InlineList
          of={[
            ownCount > 0 &&
              texts.yoursCount(counted(ownCount, texts.followUpNoun), ownCount === 1 ? 'is' : 'are'),
            ownLate > 0 && texts.lateCount(ownLate),
            unowned > 0 && texts.ownerlessCount(String(unowned), unowned === 1 ? 'has' : 'have'),
          ]}
        />
      }
      action={
        <TextLink to="/follow-up" search={{ owner: ownCount > 0 ? 'mine' : 'nobody' }}>
          {ownCount > 0 ? texts.viewAll : texts.viewUnowned}
        </TextLink>
      }
    >
      <ul className={classes.lines}>
        {(own.data?.data ?? []).map((one) => (
          <li key={one.id} className={classes.line}>
            <div className={classes.what}>
              <OrderLink
                order={{ id: one.orderId, state: 'reported', hospitalCode: one.hospitalCode }}
                hash={placeOf(one)}
                className={classes.link}
              >
                {listName(one.patient)}
              </OrderLink>{' '}
              <span className={`${classes.detail} ${classes.born}`}>{bornInWords(one.patient)}</span>
              <div className={classes.words}>
                <InlineList
                  of={[
                    ...[one.testName, subjectInWords(one), resultInWords(one)],
                    one.isQuestioned && <span className={marks.questioned}>{texts.questioned}</span>,
                  ]}
                />
              </div>
              <div className={classes.detail}>
                <span data-overdue={one.isOverdue || undefined}>{dueInWords(one)}</span>
              </div>
            </div>
            <div className={classes.end}>
              <span className={classes.action}>{texts.WHAT_TO_DO[one.kind]}</span>
            </div>
          </li>
        ))}
      </ul>
    </Card>
  )
}
