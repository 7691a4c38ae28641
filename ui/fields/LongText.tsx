import { Textarea, type TextareaProps } from '@mantine/core'
import type { CSSProperties } from 'react'
import classes from './long-text.module.css'

interface LongTextProps extends Omit<TextareaProps, 'autosize' | 'rows' | 'style'> {
  minRows: number
  maxRows: number
}

/**
 * The browser can do it; otherwise the field is measured at every letter, and a form of twenty such fields
 * when it opens.
 */
const GROWS = globalThis.CSS?.supports?.('field-sizing', 'content') ?? false

/** A text area that grows with its content. */
export function LongText({ minRows, maxRows, ...props }: LongTextProps) {
  if (!GROWS) return <Textarea autosize minRows={minRows} maxRows={maxRows} {...props} />
  const lines = { '--min-lines': minRows, '--max-lines': maxRows } as CSSProperties
  return <Textarea {...props} classNames={{ input: classes.input ?? '' }} style={lines} />
}
