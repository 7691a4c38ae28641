import { type ComponentProps, lazy, Suspense } from 'react'

const Choose = lazy(async () => ({ default: (await import('./ChooseDialog.tsx')).ChooseDialog }))
const Offers = lazy(async () => ({ default: (await import('./FamilyOffers.tsx')).FamilyOffers }))

/** Chooses the people of an order from a family; loaded when it is opened. */
export function ChooseFromFamily(props: ComponentProps<typeof Choose>) {
  return (
    <Suspense>
      <Choose {...props} />
    </Suspense>
  )
}

/** What a draft's family knows otherwise; loaded where a draft is in a family. */
export function FamilyOffers(props: ComponentProps<typeof Offers>) {
  return (
    <Suspense>
      <Offers {...props} />
    </Suspense>
  )
}
