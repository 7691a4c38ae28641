import { Alert, Checkbox } from '@mantine/core'
import { useFormState } from './draft/form-context.ts'
import * as texts from './texts.ts'

const KINDS = {
  'add-on': texts.additionalTest,
  reflex: texts.reflexTest,
  reanalysis: texts.reanalysis,
} as const

interface AddOnNoticeProps {
  newLabNumber: boolean
  onChange: (newLabNumber: boolean) => void
}

/** Of an order on a specimen that the laboratory has: which, and under which number it is reported. */
export function AddOnNotice({ newLabNumber, onChange }: AddOnNoticeProps) {
  const addOn = useFormState((state) => state.document.addOn)
  if (!addOn) return null
  return (
    <Alert color="brand" title={texts.specimenAtLaboratory(KINDS[addOn.kind])}>
      {texts.sameLabNumber(addOn.labNumber)}
      <Checkbox
        mt="sm"
        label={texts.newLabNumber}
        description={texts.sameNumberOtherwise(addOn.labNumber)}
        checked={newLabNumber}
        onChange={(event) => onChange(event.currentTarget.checked)}
      />
    </Alert>
  )
}
