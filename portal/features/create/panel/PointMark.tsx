import { VisuallyHidden } from '@mantine/core'
import { IconAlertCircle, IconAlertTriangle, IconCircleCheck } from '@tabler/icons-react'
import type { OpenPoint } from '#domain/orders/points.ts'
import classes from './warning.module.css'

/** The kind of a point by icon and word: to fix, to look at, or looked at. */
export function PointMark({ point }: { point: Pick<OpenPoint, 'severity' | 'reason'> }) {
  const kind = point.severity === 'error' ? 'error' : point.reason === '' ? 'warning' : 'overridden'
  const Icon = { error: IconAlertCircle, warning: IconAlertTriangle, overridden: IconCircleCheck }[kind]
  const word = { error: 'To fix: ', warning: 'To look at: ', overridden: 'Looked at: ' }[kind]
  return (
    <>
      <Icon size={16} className={classes[kind]} aria-hidden />
      <VisuallyHidden>{word}</VisuallyHidden>
    </>
  )
}
