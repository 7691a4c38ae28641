import { Loader } from '@mantine/core'
import classes from './state.module.css'

/** Something is on its way, and its shape is not known; where it is, a skeleton of that shape is better. */
export function LoadingIndicator({ text }: { text?: string }) {
  return (
    <div className={classes.loading} role="status" aria-label={text ?? 'Loading'}>
      <Loader type="oval" size="sm" aria-hidden />
      {text}
    </div>
  )
}
