import { Textarea, type TextareaProps } from '@mantine/core'
import type { CSSProperties } from 'react'
import classes from './long-text.module.css'

interface LongTextProps extends Omit<TextareaProps, 'autosize' | 'rows' | 'style'> {
  minRows: number
  maxRows: number
}

/** By the browser itself; else by measuring with every letter, and a form of twenty such fields at its beginning too. */
const GROWS = globalThis.CSS?.supports?.('field-sizing', 'content') ?? false

/** Several lines, as high as what is in them. */
export function LongText({ minRows, maxRows, ...props }: LongTextProps) {
  if (!GROWS) return <Textarea autosize minRows={minRows} maxRows={maxRows} {...props} />
  const lines = { '--min-lines': minRows, '--max-lines': maxRows } as CSSProperties
  return <Textarea {...props} classNames={{ input: classes.input ?? '' }} style={lines} />
}
