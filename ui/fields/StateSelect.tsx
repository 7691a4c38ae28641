import { type ComboboxItem, type OptionsFilter, Select, type SelectProps } from '@mantine/core'
import { STATES } from '#domain/lookups.ts'
import { SEARCHED_SELECT } from './searched-select.ts'

type Inherited = Omit<SelectProps<string>, 'value' | 'onChange' | 'data' | 'multiple' | 'defaultValue'>

interface StateSelectProps extends Inherited {
  /** The state's two letters; '' while none is chosen. */
  value: string
  onChange: (code: string) => void
}

const DATA = STATES.map(({ code, name }) => ({ value: code, label: name }))

/** 'oh' finds Ohio before the states that have it inside their name. */
const byNameOrCode: OptionsFilter = ({ options, search }) => {
  const words = search.trim().toLowerCase()
  const items = options as ComboboxItem[]
  const rank = ({ value, label }: ComboboxItem) => {
    if (value.toLowerCase() === words) return 0
    const at = label.toLowerCase().indexOf(words)
    return at === 0 ? 1 : at > 0 ? 2 : 3
  }
  return items.filter((item) => rank(item) < 3).sort((a, b) => rank(a) - rank(b))
}

/** A US state, found by its name or its two letters. */
export function StateSelect({ value, onChange, ...rest }: StateSelectProps) {
  return (
    <Select
      label="State"
      placeholder="Choose"
      nothingFoundMessage="No such state"
      checkIconPosition="right"
      comboboxProps={{ keepMounted: false }}
      {...SEARCHED_SELECT}
      autoComplete="address-level1"
      {...rest}
      data={DATA}
      filter={byNameOrCode}
      value={value === '' ? null : value}
      onChange={(code) => onChange(code ?? '')}
    />
  )
}
