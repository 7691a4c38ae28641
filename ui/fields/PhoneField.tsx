import { TextInput } from '@mantine/core'
import type { ReactNode } from 'react'
import { PhoneCountrySelect } from './PhoneCountrySelect.tsx'
import classes from './phone-field.module.css'
import { usePhoneTyping } from './use-phone-typing.ts'

interface PhoneFieldProps {
  label: ReactNode
  description?: ReactNode
  /** E.164; an incomplete number as far as it was typed, such as +1614; text with letters as typed. */
  value: string
  onChange: (value: string) => void
  onBlur?: () => void
  error?: string | null | undefined
  required?: boolean
  disabled?: boolean
  /** Off for another person's number: the browser would offer the user's own. */
  autoComplete?: 'tel' | 'off'
  name?: string
  'data-path'?: string
  'data-field'?: string
}

/** One phone number, in the USA unless another country is chosen or typed with a plus. */
export function PhoneField(props: PhoneFieldProps) {
  const { required = false, disabled = false, autoComplete = 'tel' } = props
  const phone = usePhoneTyping(props.value, props.onChange)
  return (
    <TextInput
      label={props.label}
      description={props.description}
      type="tel"
      autoComplete={autoComplete}
      maxLength={40}
      aria-required={required}
      disabled={disabled}
      error={props.error}
      {...(props.name === undefined ? {} : { name: props.name })}
      data-path={props['data-path']}
      data-field={props['data-field']}
      {...phone.input}
      onBlur={() => {
        phone.input.onBlur()
        props.onBlur?.()
      }}
      inputContainer={(input) => (
        <div className={classes.field}>
          <PhoneCountrySelect
            labelHidden
            value={phone.country}
            onChange={phone.setCountry}
            disabled={disabled}
          />
          {input}
        </div>
      )}
    />
  )
}
