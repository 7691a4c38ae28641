import { ButtonLink } from '#portal/links/ButtonLink.tsx'
import { EmptyState } from '#ui/EmptyState.tsx'
import { PageHead } from '#ui/PageHead.tsx'
import * as texts from './texts.ts'

/** Where orders are not begun in the portal (specification §3, OnlineOrderPortal): said before anybody has typed. */
export function NoneBegun({ head }: { head: string }) {
  return (
    <>
      <PageHead title={head} />
      <EmptyState
        title={texts.noNewOrdersTitle}
        text={texts.noNewOrdersHint}
        action={<ButtonLink to="/orders">{texts.viewOrders}</ButtonLink>}
      />
    </>
  )
}
