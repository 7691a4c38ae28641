import type { InputHTMLAttributes } from 'react'
import { LONGEST } from '#domain/counseling/appointment.ts'
import { ariaOf, Field } from './Field.tsx'
import classes from './field.module.css'

interface TextFieldProps {
  name: Exclude<keyof typeof LONGEST, 'dateOfBirth' | 'phoneNumber'>
  label: string
  mark?: string
  hint?: string
  error?: string | undefined
  required?: boolean
  type?: 'text' | 'email'
  autoComplete: string
  /** For what is written from left to right in every language. */
  latin?: InputHTMLAttributes<HTMLInputElement>
}

export function TextField({
  name,
  required = false,
  type = 'text',
  autoComplete,
  latin,
  ...fieldProps
}: TextFieldProps) {
  return (
    <Field id={name} {...fieldProps}>
      <input
        className={classes.input}
        id={name}
        name={name}
        type={type}
        maxLength={LONGEST[name]}
        autoComplete={autoComplete}
        aria-required={required || undefined}
        {...latin}
        {...ariaOf(name, fieldProps)}
      />
    </Field>
  )
}

/** Numbers, addresses and the like: from left to right, and as they are typed. */
export const LATIN = { dir: 'ltr', autoCapitalize: 'none', autoCorrect: 'off', spellCheck: false } as const
