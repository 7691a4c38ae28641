import { Button } from '@mantine/core'
import { wordsFor } from './problem-words.ts'
import classes from './state.module.css'

/**
 * Shown if something could not be loaded: what happened, in the problem document's words, and a button to try
 * again.
 */
export function ErrorState({ problem, retry }: { problem?: unknown; retry?: () => void }) {
  const { title, detail, reference } = wordsFor(problem)
  return (
    <div className={classes.state} role="alert">
      <p className={classes.title}>{title}</p>
      {detail && <p className={classes.text}>{detail}</p>}
      {reference && <p className={classes.text}>Reference for support: {reference}</p>}
      {retry && (
        <div className={classes.action}>
          <Button variant="default" onClick={retry}>
            Try again
          </Button>
        </div>
      )}
    </div>
  )
}
