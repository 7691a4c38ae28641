import type { ReactNode } from 'react'
import classes from './field.module.css'

interface FieldProps {
  /** Of the element in it. */
  id: string
  label: string
  /** Said behind the label: optional. */
  mark?: string
  hint?: string | undefined
  error?: string | undefined
  children: ReactNode
}

/** A label, what it is for, and what is wrong, around one element. */
export function Field({ id, label, mark, hint, error, children }: FieldProps) {
  return (
    <div className={classes.field}>
      <label className={classes.label} htmlFor={id}>
        {label}
        {mark && <span className={classes.mark}> ({mark})</span>}
      </label>
      {hint && (
        <p className={classes.hint} id={`${id}-hint`}>
          {hint}
        </p>
      )}
      {children}
      <FieldError id={id} error={error} />
    </div>
  )
}

export function FieldError({ id, error }: { id: string; error: string | undefined }) {
  if (!error) return null
  return (
    <p className={classes.error} id={`${id}-error`}>
      {error}
    </p>
  )
}

/** How the element in a field refers to what is said around it. */
export function ariaOf(
  id: string,
  { hint, error }: { hint?: string | undefined; error?: string | undefined },
) {
  const by = [error ? `${id}-error` : '', hint ? `${id}-hint` : ''].filter(Boolean).join(' ')
  return { 'aria-invalid': error ? true : undefined, 'aria-describedby': by || undefined }
}
