import { Skeleton } from '@mantine/core'
import * as texts from './texts.ts'

/** While a page's script is on its way: the shape every page has, a head and a card. */
export function PagePending() {
  return (
    <div role="status" aria-label={texts.loadingThePage}>
      <Skeleton height={28} width={240} mb="lg" />
      <Skeleton height={320} radius="lg" />
    </div>
  )
}
