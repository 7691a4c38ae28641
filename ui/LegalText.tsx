import type { LegalText as Text } from '#domain/brand/brand.ts'
import classes from './legal-text.module.css'

/**
 * The body of a legal text, without its title, which the surrounding page or dialog shows; `heading` is the
 * level below that.
 */
export function LegalText({ text, heading: Heading }: { text: Text; heading: 'h2' | 'h3' }) {
  return (
    <div className={classes.text}>
      <p className={classes.effective}>Effective {text.effective}</p>
      {text.introduction.map((paragraph) => (
        <p key={paragraph}>{paragraph}</p>
      ))}
      {text.sections.map(({ title, body }) => (
        <section key={title}>
          <Heading className={classes.heading}>{title}</Heading>
          {body.map((part) =>
            typeof part === 'string' ? (
              <p key={part}>{part}</p>
            ) : (
              <ul key={part[0]}>
                {part.map((point) => (
                  <li key={point}>{point}</li>
                ))}
              </ul>
            ),
          )}
        </section>
      ))}
    </div>
  )
}
