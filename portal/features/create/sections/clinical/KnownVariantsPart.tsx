import { Button } from '@mantine/core'
import { lazy, Suspense, useState } from 'react'
import { blankVariant } from '#domain/orders/known-variants.ts'
import { useFormState, useOrderForm } from '../../draft/form-context.ts'
import * as texts from '../texts.ts'

const KnownVariants = lazy(async () => ({
  default: (await import('./variants/KnownVariants.tsx')).KnownVariants,
}))

/** Shown if a chosen test looks at known variants or the order has some; otherwise a button begins the first. */
export function KnownVariantsPart() {
  const form = useOrderForm()
  const concerned = useFormState(
    ({ document, tests }) =>
      document.knownVariants !== undefined || tests.some(({ knownVariant }) => knownVariant !== undefined),
  )
  const [opened, open] = useState(false)
  if (!concerned && !opened)
    return (
      <Button
        variant="subtle"
        size="compact-sm"
        mt="md"
        ml={-8}
        onClick={() => {
          open(true)
          form.set('/knownVariants', [blankVariant('v1')])
        }}
      >
        {texts.addKnownVariant}
      </Button>
    )
  return (
    <Suspense>
      <KnownVariants isNew={opened} />
    </Suspense>
  )
}
