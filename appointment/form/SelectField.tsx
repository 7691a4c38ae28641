import { ariaOf, Field } from './Field.tsx'
import classes from './field.module.css'

interface SelectFieldProps {
  name: string
  label: string
  hint?: string
  error?: string | undefined
  required?: boolean
  /** What is shown while nothing is chosen; left out, the first choice is. */
  none?: string
  /** What is chosen at first. */
  first?: string
  choices: readonly (readonly [value: string, label: string])[]
}

export function SelectField({
  name,
  required = false,
  none,
  first,
  choices,
  ...fieldProps
}: SelectFieldProps) {
  return (
    <Field id={name} {...fieldProps}>
      <select
        className={classes.select}
        id={name}
        name={name}
        defaultValue={first}
        aria-required={required || undefined}
        {...ariaOf(name, fieldProps)}
      >
        {none !== undefined && <option value="">{none}</option>}
        {choices.map(([value, label]) => (
          <option key={value} value={value}>
            {label}
          </option>
        ))}
      </select>
    </Field>
  )
}
