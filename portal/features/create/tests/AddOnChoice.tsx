import { Checkbox, Stack } from '@mantine/core'
import type { TestDetails } from '#contract/catalogue.ts'
import { money } from '#domain/coverage/money.ts'
import { testTimeInWords } from '#domain/turnaround/words.ts'
import { visibleCodeOf } from '#portal/order/labels.ts'
import { useFormState, useOrderForm } from '../draft/form-context.ts'
import * as texts from './texts.ts'

/** The add-on tests that are not in the order as tests of their own. */
export function useAddOnsOffered({ addOnTests }: TestDetails) {
  const tests = useFormState((state) => state.document.tests)
  return addOnTests.filter((one) => tests.every((test) => test.testCode !== one.code))
}

/** What the clinic often orders with a test. What is in the order as a test of its own is not offered. */
export function AddOnChoice({ details }: { details: TestDetails }) {
  const form = useOrderForm()
  const addOns = useFormState((state) => state.document.addOnTests)
  const offered = useAddOnsOffered(details)
  if (offered.length === 0) return null
  const toggle = (codes: string[]) => {
    for (const { code, testName } of offered) {
      if (codes.includes(code)) form.addAddOn(code, testName)
      else form.removeAddOn(code)
    }
  }
  return (
    <Checkbox.Group
      label={texts.oftenOrderedTogether}
      value={addOns.map((test) => test.testCode)}
      onChange={toggle}
    >
      <Stack gap={6} mt={6}>
        {offered.map((one) => (
          <Checkbox
            key={one.code}
            value={one.code}
            label={one.testName}
            description={[
              ...[visibleCodeOf(one), testTimeInWords(one), money(one.listPriceCents)],
              ...(one.offeredFor ? [one.offeredFor] : []),
            ].join(' · ')}
          />
        ))}
      </Stack>
    </Checkbox.Group>
  )
}
