import { Anchor, Button, Group } from '@mantine/core'
import { type ErrorComponentProps, Link } from '@tanstack/react-router'
import { Card } from '#ui/Card.tsx'
import { ErrorState } from '#ui/ErrorState.tsx'
import { PageHead } from '#ui/PageHead.tsx'

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
    <>
      <PageHead title="Page not found" />
      <Card>
        <p>The link may be broken, or the page may have been removed.</p>
        <Group>
          <Button renderRoot={(props) => <Link to="/dashboard" {...props} />}>Go to the dashboard</Button>
          <Anchor renderRoot={(props) => <Link to="/orders" {...props} />}>Search orders</Anchor>
        </Group>
      </Card>
    </>
  )
}
