import { Button, type ButtonProps } from '@mantine/core'
import { createLink } from '@tanstack/react-router'
import type { AnchorHTMLAttributes, Ref } from 'react'

type ButtonAnchorProps = ButtonProps &
  Omit<AnchorHTMLAttributes<HTMLAnchorElement>, keyof ButtonProps> & { ref?: Ref<HTMLAnchorElement> }

function ButtonAnchor(props: ButtonAnchorProps) {
  return <Button component="a" {...props} />
}

/** A link that looks like a button. */
export const ButtonLink = createLink(ButtonAnchor)
