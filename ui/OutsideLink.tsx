import { Anchor, VisuallyHidden } from '@mantine/core'
import type { ReactNode } from 'react'

/** A link to somebody else's page, which opens beside this one. */
export function OutsideLink({ href, children }: { href: string; children: ReactNode }) {
  return (
    <Anchor href={href} target="_blank" rel="noreferrer" underline="always" inherit>
      {children}
      <VisuallyHidden> (opens in a new tab)</VisuallyHidden>
    </Anchor>
  )
}
