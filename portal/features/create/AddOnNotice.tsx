import { Alert, Checkbox } from '@mantine/core'
import { useFormState, useOrderForm } from './draft/form-context.ts'
import * as texts from './texts.ts'

const KINDS = {
  'add-on': texts.additionalTest,
  reflex: texts.reflexTest,
  reanalysis: texts.reanalysis,
} as const

/** Of an order on a specimen that the laboratory has: which, and under which number it is reported. */
export function AddOnNotice() {
  const form = useOrderForm()
  const addOn = useFormState((state) => state.document.addOn)
  const isNewNumber = useFormState((state) => state.document.assignNewLabNumber === true)
  if (!addOn) return null
  return (
    <Alert color="brand" title={texts.specimenAtLaboratory(KINDS[addOn.kind])}>
      {texts.sameLabNumber(addOn.labNumber)}
      <Checkbox
        mt="sm"
        label={texts.newLabNumber}
        description={texts.sameNumberOtherwise(addOn.labNumber)}
        checked={isNewNumber}
        onChange={(event) => form.set('/assignNewLabNumber', event.currentTarget.checked)}
      />
    </Alert>
  )
}
