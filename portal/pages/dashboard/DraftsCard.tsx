import { useQuery } from '@tanstack/react-query'
import type { OrderRow } from '#contract/order.ts'
import { vobIsOpen } from '#domain/orders/vob.ts'
import { TextLink } from '#portal/links/TextLink.tsx'
import classes from '#portal/order/order-lines.module.css'
import { listOptions } from '#portal/order/queries.ts'
import { openPointsInWords, VOB_WORDS } from '#portal/order/words.ts'
import { useSession } from '#portal/session/session.ts'
import { Card } from '#ui/Card.tsx'
import { showAgo } from '#ui/dates.ts'
import { ErrorState } from '#ui/ErrorState.tsx'
import { OrderLines } from './OrderLines.tsx'
import * as texts from './texts.ts'
import { useVisibleCount } from './use-visible-count.ts'

const MAX_VISIBLE = 5

export function DraftsCard({ drafts }: { drafts: number }) {
  const { institution } = useSession()
  const query = useQuery(listOptions(institution.code, { status: 'pending-submission', top: MAX_VISIBLE }))
  const visibleCount = useVisibleCount(MAX_VISIBLE)
  const rows = query.data?.ordersDTO.slice(0, visibleCount)
  return (
    <Card
      title={texts.draftsToFinish}
      action={
        <TextLink to="/orders" search={{ status: 'pending-submission', orderBy: 'orderDate', page: 1 }}>
          {drafts > visibleCount ? `All ${drafts} drafts` : 'All drafts'}
        </TextLink>
      }
    >
      {query.isError && !rows ? (
        <ErrorState problem={query.error} retry={() => query.refetch()} />
      ) : (
        <OrderLines
          rows={rows}
          detail={(row) => [
            row.testName || texts.noTestYet,
            draftInWords(row),
            texts.savedAgo(showAgo(row.updatedAt)),
          ]}
          end={() => <span className={classes.action}>{texts.continueDraft}</span>}
        />
      )}
    </Card>
  )
}

/** What is to be done with it: a verification that was asked for waits, and so does what somebody else is to submit. */
function draftInWords(row: OrderRow): string {
  const { vobStatus, submitterName } = row
  if (vobStatus !== null && !vobIsOpen(vobStatus)) return VOB_WORDS[vobStatus].toLowerCase()
  const open = openPointsInWords(row).toLowerCase()
  return submitterName === null ? open : texts.askedToSubmit(submitterName, open)
}
