import { useWaiting } from '#portal/frame/use-waiting.ts'
import { ButtonLink } from '#portal/links/ButtonLink.tsx'
import { counted } from '#ui/counted.ts'
import classes from './waiting-banner.module.css'

/** Somebody waits for the reader's approval, here or at another institution that they manage. */
export function WaitingBanner() {
  const total = useWaiting()
  if (total === null || total === 0) return null
  return (
    <section className={classes.banner} aria-label="Waiting for approval">
      <div>
        <strong>
          {counted(total, 'person', 'people')} {total === 1 ? 'waits' : 'wait'} for approval.
        </strong>{' '}
        Until then they see nothing.
      </div>
      <ButtonLink to="/users/waiting" variant="default">
        {total === 1 ? 'Look at the request' : 'Look at the requests'}
      </ButtonLink>
    </section>
  )
}
