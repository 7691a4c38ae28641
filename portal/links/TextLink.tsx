import { Anchor, type AnchorProps } from '@mantine/core'
import { createLink } from '@tanstack/react-router'
import type { AnchorHTMLAttributes, Ref } from 'react'

type TextAnchorProps = AnchorProps &
  Omit<AnchorHTMLAttributes<HTMLAnchorElement>, keyof AnchorProps> & { ref?: Ref<HTMLAnchorElement> }

function TextAnchor(props: TextAnchorProps) {
  return <Anchor {...props} />
}

/** A link in words, in the look of the product. */
export const TextLink = createLink(TextAnchor)
