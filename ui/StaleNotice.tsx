import { Alert, Button, Group } from '@mantine/core'

interface StaleNoticeProps {
  query: { isError: boolean; data: unknown; isFetching: boolean; refetch: () => unknown }
}

/** Tells the user that the content shown could not be updated. */
export function StaleNotice({ query }: StaleNoticeProps) {
  if (!query.isError || query.data === undefined) return null
  return (
    <Alert color="yellow" role="status" mb="md">
      <Group justify="space-between" gap="xs">
        This could not be updated and may be out of date.
        <Button variant="default" loading={query.isFetching} onClick={() => query.refetch()}>
          Try again
        </Button>
      </Group>
    </Alert>
  )
}
