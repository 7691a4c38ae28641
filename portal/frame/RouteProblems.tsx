import type { ErrorComponentProps } from '@tanstack/react-router'
import { Card } from '#ui/Card.tsx'
import { ErrorState } from '#ui/ErrorState.tsx'
import { MissingPage } from '#ui/MissingPage.tsx'
import { PageHead } from '#ui/PageHead.tsx'
import { ButtonLink } from '../links/ButtonLink.tsx'

/** A page that broke, inside the frame: the rest goes on working. */
export function RouteError({ error, reset }: ErrorComponentProps) {
  return (
    <>
      <PageHead title="This page could not be shown" />
      <Card>
        <ErrorState problem={error} retry={reset} />
      </Card>
    </>
  )
}

export function NotFoundPage() {
  return (
    <MissingPage
      noun="page"
      text="The link may be broken, or the page may have been removed."
      action={
        <>
          <ButtonLink to="/dashboard">Go to the dashboard</ButtonLink>
          <ButtonLink to="/orders" variant="default">
            Search orders
          </ButtonLink>
        </>
      }
    />
  )
}
