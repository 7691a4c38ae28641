import { OrderLink } from '#portal/order/OrderLink.tsx'
import classes from '#portal/order/order-lines.module.css'
import { bornInWords, listName } from '#portal/order/words.ts'
import { useSession } from '#portal/session/session.ts'
import { Card } from '#ui/Card.tsx'
import { counted } from '#ui/counted.ts'
import { showInstant } from '#ui/dates.ts'
import { ErrorState } from '#ui/ErrorState.tsx'
import { InlineList } from '#ui/InlineList.tsx'
import type { useNotices } from './queries.ts'
import * as texts from './texts.ts'
import { NOTICE_WORDS } from './words.ts'

/** Reports that changed or were withdrawn after the reader opened them, until they confirm having read it. */
export function NoticesCard({ query }: { query: ReturnType<typeof useNotices> }) {
  const { institution, institutions } = useSession()
  const { data = [] } = query
  if (query.isError && !query.data)
    return (
      <Card title={texts.changedReports}>
        <ErrorState problem={query.error} retry={() => query.refetch()} />
      </Card>
    )
  if (data.length === 0) return null
  const otherInstitution = (code: string) =>
    code !== institution.code && (institutions.find((one) => one.code === code)?.name ?? code)
  return (
    <Card
      title={texts.changedReports}
      sub={texts.changedSinceOpened(counted(data.length, 'report'), data.length === 1 ? 'has' : 'have')}
    >
      <ul className={classes.lines}>
        {data.map((notice) => (
          <li key={`${notice.orderId} ${notice.version} ${notice.kind}`} className={classes.line}>
            <div className={classes.what}>
              <OrderLink
                order={{ id: notice.orderId, state: 'reported', hospitalCode: notice.hospitalCode }}
                className={classes.link}
              >
                {listName(notice.patient)}
              </OrderLink>
              <div className={classes.words}>{NOTICE_WORDS[notice.kind]}</div>
              <div className={classes.detail}>
                <InlineList
                  of={[
                    bornInWords(notice.patient),
                    notice.testName,
                    showInstant(notice.at),
                    otherInstitution(notice.hospitalCode),
                  ]}
                />
              </div>
            </div>
            <div className={classes.end}>
              <span className={classes.action}>{texts.readNotice}</span>
            </div>
          </li>
        ))}
      </ul>
    </Card>
  )
}
