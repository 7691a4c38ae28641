import type { ErrorComponentProps } from '@tanstack/react-router'
import { Card } from '#ui/Card.tsx'
import { ErrorState } from '#ui/ErrorState.tsx'
import { MissingPage } from '#ui/MissingPage.tsx'
import { PageHead } from '#ui/PageHead.tsx'
import { ButtonLink } from '../links/ButtonLink.tsx'
import * as texts from './texts.ts'

/** A page that broke, or whose code could not be loaded, inside the frame: the rest goes on working. */
export function RouteError({ error }: ErrorComponentProps) {
  return (
    <>
      <PageHead title={texts.pageFailed} />
      <Card>
        {/* Only a new document requests code again that could not be loaded. */}
        <ErrorState problem={error} retry={() => window.location.reload()} />
      </Card>
    </>
  )
}

export function NotFoundPage() {
  return (
    <MissingPage
      noun="page"
      text={texts.pageMissing}
      action={
        <>
          <ButtonLink to="/dashboard">{texts.goToTheDashboard}</ButtonLink>
          <ButtonLink to="/orders" variant="default">
            {texts.searchOrders}
          </ButtonLink>
        </>
      }
    />
  )
}
