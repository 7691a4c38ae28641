import { type ComponentProps, lazy, Suspense } from 'react'

// Not beside the dialogs of the order's form (parts.tsx): a page that shows no card does not load it later either.
const Card = /* @__PURE__ */ lazy(async () => ({
  default: (await import('./OrderFamilyCard.tsx')).OrderFamilyCard,
}))

/** The card of an order's page about its family, loaded beside the page. */
export function OrderFamilyCard(props: ComponentProps<typeof Card>) {
  return (
    <Suspense>
      <Card {...props} />
    </Suspense>
  )
}
