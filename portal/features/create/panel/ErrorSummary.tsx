import { Alert, Anchor, List } from '@mantine/core'
import { IconAlertCircle } from '@tabler/icons-react'
import { useDeferredValue } from 'react'
import { useFormState, usePoints } from '../draft/form-context.ts'
import { focusField } from '../focus-field.ts'
import { SECTION_NAMES } from '../labels.ts'

/** After a try to submit: what stands in the way, said aloud, each a way to its field. */
export function ErrorSummary() {
  const points = useDeferredValue(usePoints())
  const attempts = useFormState((state) => state.attempts)
  if (attempts === 0 || points.length === 0) return null
  return (
    <Alert
      key={attempts}
      role="alert"
      color="red"
      icon={<IconAlertCircle aria-hidden />}
      title={
        points.length === 1
          ? 'One thing is left before this order can be submitted'
          : `${points.length} things are left before this order can be submitted`
      }
    >
      <List size="sm">
        {points.map((point) => (
          <List.Item key={`${point.path} ${point.rule}`}>
            <Anchor
              component="button"
              type="button"
              size="sm"
              onClick={() => focusField(point.path, point.section)}
            >
              {point.message}
            </Anchor>{' '}
            ({SECTION_NAMES[point.section]})
          </List.Item>
        ))}
      </List>
    </Alert>
  )
}
