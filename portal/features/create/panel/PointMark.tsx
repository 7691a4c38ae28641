import { VisuallyHidden } from '@mantine/core'
import { IconAlertCircle, IconAlertTriangle, IconCircleCheck } from '@tabler/icons-react'
import type { OpenPoint } from '#domain/orders/points.ts'
import * as texts from './texts.ts'
import classes from './warning.module.css'

/** The kind of a point by icon and word: to fix, to look at, or looked at. */
export function PointMark({ point }: { point: Pick<OpenPoint, 'severity' | 'reason'> }) {
  const kind = point.severity === 'error' ? 'error' : point.reason === '' ? 'warning' : 'overridden'
  const Icon = { error: IconAlertCircle, warning: IconAlertTriangle, overridden: IconCircleCheck }[kind]
  const word = {
    error: texts.requiredPrefix,
    warning: texts.warningPrefix,
    overridden: texts.acknowledgedPrefix,
  }[kind]
  return (
    <>
      <Icon size={16} className={classes[kind]} aria-hidden />
      <VisuallyHidden>{word}</VisuallyHidden>
    </>
  )
}
