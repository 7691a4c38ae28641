import { Anchor, VisuallyHidden } from '@mantine/core'
import type { ReactNode } from 'react'

/** A link to another site, which opens in a new tab. */
export function OutsideLink({ href, children }: { href: string; children: ReactNode }) {
  return (
    <Anchor href={href} target="_blank" rel="noreferrer" underline="always" inherit>
      {children}
      <VisuallyHidden> (opens in a new tab)</VisuallyHidden>
    </Anchor>
  )
}
