import { Alert, Anchor } from '@mantine/core'
import classes from './error-summary.module.css'

interface ErrorSummaryProps {
  errors: readonly { name: string; message: string }[]
  /** Focuses the field. */
  goTo: (name: string) => void
}

/** All errors of a form, announced when they appear; each line leads to its field. */
export function ErrorSummary({ errors, goTo }: ErrorSummaryProps) {
  if (errors.length === 0) return null
  const title = errors.length === 1 ? 'There is 1 problem' : `There are ${errors.length} problems`
  return (
    <Alert color="red" role="alert" title={title}>
      <ul className={classes.list}>
        {errors.map(({ name, message }) => (
          <li key={name}>
            <Anchor
              component="button"
              type="button"
              size="sm"
              underline="always"
              c="inherit"
              onClick={() => goTo(name)}
            >
              {message}
            </Anchor>
          </li>
        ))}
      </ul>
    </Alert>
  )
}
