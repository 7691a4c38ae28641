import { useQuery } from '@tanstack/react-query'
import { TextLink } from '#portal/links/TextLink.tsx'
import { useSession } from '#portal/session/session.ts'
import { Card } from '#ui/Card.tsx'
import { counted } from '#ui/counted.ts'
import { showAgo } from '#ui/dates.ts'
import { ErrorState } from '#ui/ErrorState.tsx'
import { listOptions } from '../orders/queries.ts'
import { OrderLines } from './OrderLines.tsx'
import classes from './order-lines.module.css'

const SHOWN = 5

export function DraftsCard({ drafts }: { drafts: number }) {
  const { institution } = useSession()
  const query = useQuery(listOptions(institution.code, { status: 'pending-submission', top: SHOWN }))
  const rows = query.data?.ordersDTO
  return (
    <Card
      title="Drafts to finish"
      action={
        <TextLink to="/orders" search={{ status: 'pending-submission', orderBy: 'orderDate', page: 1 }}>
          {drafts > SHOWN ? `All ${drafts} drafts` : 'All drafts'}
        </TextLink>
      }
    >
      {query.isError && !rows ? (
        <ErrorState problem={query.error} retry={() => query.refetch()} />
      ) : (
        <OrderLines
          rows={rows}
          detail={(row) =>
            [
              row.testName || 'no test yet',
              row.openPoints > 0
                ? `${counted(row.openPoints, 'thing')} before submitting`
                : 'ready to submit',
              `saved ${showAgo(row.updatedAt)}`,
            ].join(' · ')
          }
          end={() => <span className={classes.action}>Continue</span>}
        />
      )}
    </Card>
  )
}
