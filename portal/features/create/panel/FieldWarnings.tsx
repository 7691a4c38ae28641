import type { OrderDocument } from '#domain/orders/document.ts'
import type { OpenPoint } from '#domain/orders/points.ts'
import { useFormState, useOrderForm, usePoints } from '../draft/form-context.ts'
import type { FormPoint } from '../draft/points.ts'
import { PointMark } from './PointMark.tsx'
import * as texts from './texts.ts'
import { WarningActions } from './Warning.tsx'
import classes from './warning.module.css'
import { ownerOf } from './where.ts'

/** The warnings that `at` picks, where they belong in the form: each with the way to go ahead. */
export function FieldWarnings({ at }: { at: (point: FormPoint, document: OrderDocument) => boolean }) {
  const form = useOrderForm()
  const { document } = form.state()
  const warnings = usePoints().filter((point) => point.severity === 'warning' && at(point, document))
  if (warnings.length === 0) return null
  return (
    <ul className={classes.list}>
      {warnings.map((point) => (
        <li key={point.key} className={classes.item}>
          <WarningLine point={point} />
        </li>
      ))}
    </ul>
  )
}

function WarningLine({ point }: { point: OpenPoint }) {
  const owner = useFormState((state) => ownerOf(point, state.document))
  return (
    <>
      <PointMark point={point} />
      <div className={classes.body}>
        <strong className={classes.word}>{owner === '' ? texts.warning : texts.warningFor(owner)}</strong>{' '}
        {point.message}
        <WarningActions point={point} />
      </div>
    </>
  )
}
