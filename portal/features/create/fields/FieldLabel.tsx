import { labelOf } from '../labels.ts'
import classes from './field-label.module.css'

/** The label of the field at a pointer; what may stay empty says so. */
export function FieldLabel({ path, optional = false }: { path: string; optional?: boolean }) {
  return (
    <>
      {labelOf(path)}
      {optional && <span className={classes.optional}> optional</span>}
    </>
  )
}
