import { Alert, Anchor, List, VisuallyHidden } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { IconAlertCircle } from '@tabler/icons-react'
import { type ReactNode, useDeferredValue } from 'react'
import { isBlocking } from '#domain/orders/points.ts'
import { useFormState, usePoints } from '../draft/form-context.ts'
import { byUrgency, type FormPoint, keyOfPoint } from '../draft/points.ts'
import { focusField } from '../focus-field.ts'
import { pointsInWords } from '../section-words.ts'
import { PointLocation } from './PointLocation.tsx'
import * as texts from './texts.ts'

/**
 * After a try to submit: what stands in the way, said aloud, each a way to its field. Beside the panel, which has the same
 * list, it only says how much it is and leads to the first.
 */
export function ErrorSummary() {
  const points = byUrgency(useDeferredValue(usePoints()).filter(isBlocking))
  const vob = useFormState((state) => state.document.isVOB)
  const attempts = useFormState((state) => state.attempts)
  const isWide = useMediaQuery('(min-width: 56.25em)', true, { getInitialValueInEffect: false })
  const [first] = points
  if (attempts === 0 || !first) return null
  return (
    <Alert
      key={attempts}
      role="alert"
      color="red"
      icon={<IconAlertCircle aria-hidden />}
      title={vob ? texts.notRequested(pointsInWords(points)) : texts.notSubmitted(pointsInWords(points))}
    >
      {isWide ? (
        <>
          <VisuallyHidden>{points.map(({ message }) => message).join('. ')}</VisuallyHidden>
          {texts.listedBeside}{' '}
          <ToField point={first}>{points.length === 1 ? texts.goToField : texts.goToFirst}</ToField>
        </>
      ) : (
        <List size="sm" listStyleType="none" spacing={6}>
          {points.map((point) => (
            <List.Item key={keyOfPoint(point)}>
              {point.severity === 'warning' && texts.warningPrefix}
              <ToField point={point}>{point.message}</ToField> (<PointLocation point={point} />)
            </List.Item>
          ))}
        </List>
      )}
    </Alert>
  )
}

function ToField({ point, children }: { point: FormPoint; children: ReactNode }) {
  return (
    <Anchor
      component="button"
      type="button"
      size="sm"
      ta="left"
      display="inline"
      onClick={() => focusField(point.path, point.section)}
    >
      {children}
    </Anchor>
  )
}
