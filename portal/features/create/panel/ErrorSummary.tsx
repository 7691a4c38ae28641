import { Alert, Anchor, List } from '@mantine/core'
import { IconAlertCircle } from '@tabler/icons-react'
import { useDeferredValue } from 'react'
import { blocks } from '#domain/orders/points.ts'
import { useFormState, usePoints } from '../draft/form-context.ts'
import { byUrgency } from '../draft/points.ts'
import { focusField } from '../focus-field.ts'
import { pointsInWords } from '../labels.ts'
import { PointPlace } from './PointPlace.tsx'

/** After a try to submit: what stands in the way, said aloud, each a way to its field. */
export function ErrorSummary() {
  const points = byUrgency(useDeferredValue(usePoints()).filter(blocks))
  const vob = useFormState((state) => state.document.isVOB)
  const attempts = useFormState((state) => state.attempts)
  if (attempts === 0 || points.length === 0) return null
  return (
    <Alert
      key={attempts}
      role="alert"
      color="red"
      icon={<IconAlertCircle aria-hidden />}
      title={`Before it can be ${vob ? 'asked for' : 'submitted'}: ${pointsInWords(points)}`}
    >
      <List size="sm" listStyleType="none" spacing={6}>
        {points.map((point) => (
          <List.Item key={`${point.path} ${point.rule} ${point.key}`}>
            {point.severity === 'warning' && 'To look at: '}
            <Anchor
              component="button"
              type="button"
              size="sm"
              ta="left"
              display="inline"
              onClick={() => focusField(point.path, point.section)}
            >
              {point.message}
            </Anchor>{' '}
            (<PointPlace point={point} />)
          </List.Item>
        ))}
      </List>
    </Alert>
  )
}
