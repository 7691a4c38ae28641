import { useWaiting } from '#portal/frame/use-waiting.ts'
import { ButtonLink } from '#portal/links/ButtonLink.tsx'
import { counted } from '#ui/counted.ts'
import * as texts from './texts.ts'
import classes from './waiting-banner.module.css'

/** Somebody waits for the reader's approval, here or at another institution that they manage. */
export function WaitingBanner() {
  const total = useWaiting()
  if (total === null || total === 0) return null
  return (
    <section className={classes.banner} aria-label={texts.waitingForApproval}>
      <div>
        <strong>{texts.awaitingApproval(counted(total, 'person', 'people'))}</strong> {texts.cannotSeeYet}
      </div>
      <ButtonLink to="/users/waiting" variant="default">
        {total === 1 ? texts.viewRequest : texts.viewRequests}
      </ButtonLink>
    </section>
  )
}
