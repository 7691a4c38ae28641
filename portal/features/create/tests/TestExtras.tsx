import type { TestDetails } from '#contract/catalogue.ts'
import type { OrderedTest } from '#domain/orders/document.ts'
import { AddOnChoice, useAddOnsOffered } from './AddOnChoice.tsx'
import { RelatedTests } from './RelatedTests.tsx'

/** What goes with a chosen test: what the clinic often orders besides, and the same test for two people. */
export function TestExtras({ test, details }: { test: OrderedTest; details: TestDetails }) {
  const hasAddOns = useAddOnsOffered(details).length > 0
  return (
    <>
      <AddOnChoice details={details} />
      <RelatedTests test={test} showsNone={!hasAddOns} />
    </>
  )
}
