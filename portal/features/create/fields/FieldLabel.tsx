import { labelOf } from '#portal/order/labels.ts'
import classes from './field-label.module.css'
import * as texts from './texts.ts'

interface FieldLabelProps {
  path: string
  optional?: boolean
  /** Instead of what the field is called by its path. */
  words?: string | undefined
}

/** The label of the field at a pointer; what may stay empty says so. */
export function FieldLabel({ path, optional = false, words = labelOf(path) }: FieldLabelProps) {
  return (
    <>
      {words}
      {optional && <span className={classes.optional}> {texts.optional}</span>}
    </>
  )
}
