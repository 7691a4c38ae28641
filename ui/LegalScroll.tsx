import type { LegalText as Text } from '#domain/brand/brand.ts'
import { LegalText } from './LegalText.tsx'
import classes from './legal-text.module.css'

interface LegalScrollProps {
  text: Text
  heading: 'h2' | 'h3'
}

/** A legal text in a scroll area, so that the action below it stays visible. */
export function LegalScroll({ text, heading }: LegalScrollProps) {
  return (
    <section
      className={classes.scroll}
      aria-label={`${text.title}, full text`}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a keyboard scrolls only what has the focus
      tabIndex={0}
      data-autofocus
    >
      <LegalText text={text} heading={heading} />
    </section>
  )
}
