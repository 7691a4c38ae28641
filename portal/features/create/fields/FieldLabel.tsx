import { labelOf } from '#portal/order/labels.ts'
import { useChart, useIsFromChart } from '../chart/chart-context.ts'
import { fromChart } from '../chart/texts.ts'
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
  const chart = useChart()
  return (
    <>
      {words}
      {optional && <span className={classes.optional}> {texts.optional}</span>}
      {chart && <FromChart path={path} />}
    </>
  )
}

/** Says that the value came from the hospital's chart, as long as it is that one. */
function FromChart({ path }: { path: string }) {
  return useIsFromChart(path) ? <span className={classes.chart}> {fromChart}</span> : null
}
