import type { Order } from '#contract/order.ts'
import { Banner } from '#ui/Banner.tsx'
import * as texts from './texts.ts'

/** Where an order of before the portal comes from, and what that means; nothing for all others. */
export function EarlierBanner({ order: { earlier, state } }: { order: Pick<Order, 'earlier' | 'state'> }) {
  if (!earlier) return null
  return (
    <Banner tone="quiet" title={texts.earlierTitle(earlier.system)}>
      {texts.earlierNumber(earlier.number)} {state === 'reported' && texts.earlierResult}{' '}
      {texts.earlierLimits}
    </Banner>
  )
}
