import { Alert, Checkbox } from '@mantine/core'
import { useFormState } from './draft/form-context.ts'

const KINDS = {
  'add-on': 'A further test',
  reflex: 'A reflex test',
  reanalysis: 'A reanalysis',
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
    <Alert color="brand" title={`${KINDS[addOn.kind]} on a specimen that the laboratory has`}>
      It belongs to laboratory number {addOn.labNumber}. No new specimen of the patient is needed.
      <Checkbox
        mt="sm"
        label="Report under a new laboratory number"
        description={`Otherwise it is reported under ${addOn.labNumber}.`}
        checked={newLabNumber}
        onChange={(event) => onChange(event.currentTarget.checked)}
      />
    </Alert>
  )
}
