import { IconChevronRight } from '@tabler/icons-react'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { useFormState, usePoints } from '../draft/form-context.ts'
import { isWithin } from '../draft/pointer.ts'
import classes from './fold.module.css'
import * as texts from './texts.ts'

interface FoldProps {
  title: string
  /** The parts of the document that it shows: it opens when submitting finds something wrong there. */
  paths: readonly string[]
  /** What to write there; shown when it is open. */
  hint?: ReactNode
  /** What it holds, in a few words; null while it holds nothing. */
  filled: string | null
  /** It begins folded, whatever it holds. */
  folded?: boolean
  /** It is opened as soon as this is so: the chosen test asks for it. */
  isRequested?: boolean
  /** Besides wanted: the order cannot be submitted without it. */
  required?: boolean
  /** Its content is rendered once it is opened. */
  isLazy?: boolean
  children: ReactNode
}

/**
 * A part of a section that is folded until it is wanted or holds something; folded, it says what it holds. It is a
 * `details` element, which `focusField` opens around the field that it goes to.
 */
export function Fold(props: FoldProps) {
  const {
    title,
    paths,
    hint,
    filled,
    folded = false,
    isRequested = false,
    required = false,
    isLazy = false,
    children,
  } = props
  const tried = useFormState((state) => state.attempts > 0)
  const wrong = usePoints().some(
    (point) => point.severity === 'error' && paths.some((path) => isWithin(point.path, path)),
  )
  const isForcedOpen = isRequested || (tried && wrong)
  const [open, setOpen] = useState(isRequested || (filled !== null && !folded))
  const wasOpen = useRef(false)
  if (open) wasOpen.current = true
  useEffect(() => {
    if (isForcedOpen) setOpen(true)
  }, [isForcedOpen])
  return (
    <details className={classes.fold} open={open} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary className={classes.summary}>
        <IconChevronRight size={16} className={classes.chevron} aria-hidden />
        <span className={classes.title}>{title}</span>
        <span className={classes.state}>{filled ?? (required ? texts.requiredForTest : 'optional')}</span>
      </summary>
      <div className={classes.body}>
        {hint && <p className={classes.hint}>{hint}</p>}
        {(!isLazy || wasOpen.current) && children}
      </div>
    </details>
  )
}
