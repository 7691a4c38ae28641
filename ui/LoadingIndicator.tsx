import { Loader } from '@mantine/core'
import classes from './state.module.css'

/** A loading indicator for content of unknown shape; if the shape is known, use a skeleton. */
export function LoadingIndicator({ text }: { text?: string }) {
  return (
    <div className={classes.loading} role="status" aria-label={text ?? 'Loading'}>
      <Loader type="oval" size="sm" aria-hidden />
      {text}
    </div>
  )
}
