import { PROVINCES } from '#domain/addresses/regions.ts'
import { STATES } from '#domain/lookups.ts'
import { TypedSelect, type TypedSelectProps } from './TypedSelect.tsx'
import { selectionOf } from './typed-match.ts'

interface StateSelectProps extends Omit<TypedSelectProps, 'options'> {
  /** Two letters; '' if none is chosen. */
  value: string
  onChange: (code: string) => void
}

interface CodedRegion {
  code: string
  name: string
}

const optionsOf = (regions: readonly CodedRegion[]) =>
  regions.map(({ code, name }) => ({ value: code, label: name, synonyms: [code] }))
const OPTIONS = optionsOf(STATES)
const PROVINCE_OPTIONS = optionsOf(PROVINCES)

/** A US state, found by its name or its two letters. */
export function StateSelect(props: StateSelectProps) {
  return (
    <TypedSelect
      label="State"
      nothingFoundMessage="No matching state"
      comboboxProps={{ keepMounted: false }}
      autoComplete="address-level1"
      take={(typed) => selectionOf(OPTIONS, typed)}
      {...props}
      options={OPTIONS}
    />
  )
}

/** A province or territory of Canada, found by its name or its two letters. */
export function ProvinceSelect(props: StateSelectProps) {
  return (
    <TypedSelect
      label="Province or territory"
      nothingFoundMessage="No matching province"
      comboboxProps={{ keepMounted: false }}
      autoComplete="address-level1"
      take={(typed) => selectionOf(PROVINCE_OPTIONS, typed)}
      {...props}
      options={PROVINCE_OPTIONS}
    />
  )
}
