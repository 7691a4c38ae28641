import { Skeleton } from '@mantine/core'

/** While a page's script is on its way: the shape every page has, a head and a card. */
export function PagePending() {
  return (
    <div role="status" aria-label="Loading the page">
      <Skeleton height={28} width={240} mb="lg" />
      <Skeleton height={320} radius="lg" />
    </div>
  )
}
