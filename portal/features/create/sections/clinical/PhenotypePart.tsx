import { Button } from '@mantine/core'
import { lazy, Suspense, useState } from 'react'
import { useFormState } from '../../draft/form-context.ts'
import * as texts from '../texts.ts'

const Phenotype = lazy(async () => ({ default: (await import('./Phenotype.tsx')).Phenotype }))

/** Open if a chosen test is read by findings or the order has some; otherwise a button opens it. */
export function PhenotypePart() {
  const concerned = useFormState(
    ({ document, tests }) =>
      document.phenotype !== undefined || tests.some((test) => test.phenotype !== undefined),
  )
  const [opened, open] = useState(false)
  if (!concerned && !opened)
    return (
      <Button variant="subtle" size="compact-sm" mt="md" ml={-8} mr={8} onClick={() => open(true)}>
        {texts.addPhenotype}
      </Button>
    )
  return (
    <Suspense>
      <Phenotype />
    </Suspense>
  )
}
