import { Radio, Stack } from '@mantine/core'
import type { VisibleToFamily } from '#domain/family/cascade/steps.ts'
import * as texts from './texts.ts'

interface TellsProps {
  value: VisibleToFamily
  onChange: (value: VisibleToFamily) => void
}

/** What the person who brought a code agrees that the family's clinic learns. */
export function Tells({ value, onChange }: TellsProps) {
  return (
    <Radio.Group label={texts.tells} value={value} onChange={(next) => onChange(next as VisibleToFamily)}>
      <Stack gap="xs" mt={8}>
        {Object.entries(texts.AGREED).map(([one, label]) => (
          <Radio key={one} value={one} label={label} />
        ))}
      </Stack>
    </Radio.Group>
  )
}
