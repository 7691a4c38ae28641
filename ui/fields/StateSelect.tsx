import { STATES } from '#domain/lookups.ts'
import { TypedSelect, type TypedSelectProps } from './TypedSelect.tsx'

interface StateSelectProps extends Omit<TypedSelectProps, 'options'> {
  /** The state's two letters; '' while none is chosen. */
  value: string
  onChange: (code: string) => void
}

const OPTIONS = STATES.map(({ code, name }) => ({ value: code, label: name, synonyms: [code] }))

/** A US state, found by its name or its two letters. */
export function StateSelect(props: StateSelectProps) {
  return (
    <TypedSelect
      label="State"
      nothingFoundMessage="No such state"
      comboboxProps={{ keepMounted: false }}
      autoComplete="address-level1"
      {...props}
      options={OPTIONS}
    />
  )
}
