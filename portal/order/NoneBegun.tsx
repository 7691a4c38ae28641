import { ButtonLink } from '#portal/links/ButtonLink.tsx'
import { EmptyState } from '#ui/EmptyState.tsx'
import { PageHead } from '#ui/PageHead.tsx'

/** Where orders are not begun in the portal (specification §3, OnlineOrderPortal): said before anybody has typed. */
export function NoneBegun({ head }: { head: string }) {
  return (
    <>
      <PageHead title={head} />
      <EmptyState
        title="New orders are not placed in the portal"
        text="Send them to the laboratory as you do otherwise. Orders that are here are finished and followed here; so are drafts."
        action={<ButtonLink to="/orders">See the orders</ButtonLink>}
      />
    </>
  )
}
