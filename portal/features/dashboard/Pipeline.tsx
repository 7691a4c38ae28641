import { Link } from '@tanstack/react-router'
import type { SearchStatus } from '#domain/orders/status.ts'
import { useSession } from '#portal/session/session.ts'
import { Card } from '#ui/Card.tsx'
import { statusWords } from '../orders/OrderFilters.tsx'
import { barLength } from './greeting.ts'
import classes from './pipeline.module.css'

/** In the order in which an order goes through them; Reported only ever grows, and has no bar beside the others. */
const STEPS = [
  'pending-submission',
  'en-route',
  'accessioned',
  'in-process',
  'reported',
] as const satisfies readonly SearchStatus[]

interface PipelineProps {
  counts: Record<SearchStatus, number>
  unreadReports: number
}

/** How many orders stand where; each step leads to its list. */
export function Pipeline({ counts, unreadReports }: PipelineProps) {
  const { institution } = useSession()
  const most = Math.max(...STEPS.filter((step) => step !== 'reported').map((step) => counts[step]))
  return (
    <Card title="Orders" sub={institution.name}>
      <ol className={classes.steps}>
        {STEPS.map((step) => (
          <li key={step}>
            <Link
              to="/orders"
              search={{ status: step, orderBy: 'orderDate', page: 1 }}
              className={classes.step}
            >
              <span className={classes.count}>{counts[step].toLocaleString('en-US')}</span>
              <span>{statusWords(step)}</span>
              {step === 'reported' ? (
                <span className={classes.note}>
                  {unreadReports > 0 ? `${unreadReports.toLocaleString('en-US')} to read` : 'all read'}
                </span>
              ) : (
                <svg
                  className={classes.bar}
                  viewBox="0 0 100 1"
                  preserveAspectRatio="none"
                  aria-hidden="true"
                >
                  <rect className={classes.ground} width="100" height="1" />
                  <rect data-step={step} width={barLength(counts[step], most)} height="1" />
                </svg>
              )}
            </Link>
          </li>
        ))}
      </ol>
    </Card>
  )
}
