import { type ComponentProps, lazy, Suspense } from 'react'
import { LateDialog } from '#ui/LateDialog.tsx'

const Choose = lazy(async () => ({ default: (await import('./ChooseDialog.tsx')).ChooseDialog }))
const Offers = lazy(async () => ({ default: (await import('./FamilyOffers.tsx')).FamilyOffers }))

/** Chooses the people of an order from a family; loaded when it is opened. */
export function ChooseFromFamily(props: ComponentProps<typeof Choose>) {
  return (
    <LateDialog onLeave={props.onClose}>
      <Choose {...props} />
    </LateDialog>
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
