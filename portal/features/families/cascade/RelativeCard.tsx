import { Button } from '@mantine/core'
import type { CascadeRelativeView } from '#contract/family-cascade.ts'
import { showDate } from '#ui/dates.ts'
import classes from './cascade.module.css'
import * as texts from './texts.ts'

interface RelativeCardProps {
  relative: CascadeRelativeView
  isRecessive: boolean
  mayChange: boolean
  onAsk: (what: 'step' | 'letter' | 'consent') => void
}

/** One relative: what they are, their chance, where they stand, and what can be done. */
export function RelativeCard({ relative, isRecessive, mayChange, onAsk }: RelativeCardProps) {
  const { name, relation, chance, isCertain, state, steps, agreed, codeUntil } = relative
  const ended = steps.findLast(({ kind }) => kind === 'no longer told')
  return (
    <li className={classes.relative}>
      <h3>{name}</h3>
      {name.toLowerCase() !== `the ${relation}` && <div className={classes.quiet}>{relation}</div>}
      <div className={classes.state}>{texts.stateOf(state)}</div>
      <div>
        {texts.chance}:{' '}
        {chance === null
          ? texts.noChance
          : isRecessive
            ? texts.ofCopies(chance, isCertain)
            : texts.oneIn(chance.one, isCertain)}
      </div>
      <div className={classes.quiet}>
        {agreed === null ? texts.notAsked : texts.agreedOn(texts.AGREED[agreed.shows], showDate(agreed.on))}
      </div>
      {ended && <div>{texts.noLongerTold(showDate(ended.on))}</div>}
      {codeUntil !== null && <div className={classes.quiet}>{texts.codeUntil(showDate(codeUntil))}</div>}
      {steps.length > 0 && (
        <details>
          <summary>{texts.steps(steps.length)}</summary>
          <ol className={classes.steps}>
            {steps.map(({ kind, on, way, words, by }, index) => (
              <li key={index}>
                {texts.stepLine(kind, showDate(on), by)}
                {[way, words].filter((part) => part !== '').map((part) => `; ${part}`)}
              </li>
            ))}
          </ol>
        </details>
      )}
      {mayChange && (
        <div className={classes.actions}>
          <Button
            size="compact-md"
            variant="default"
            aria-label={texts.recordFor(name)}
            onClick={() => onAsk('step')}
          >
            {texts.record}
          </Button>
          {relative.isOpen && (
            <Button
              size="compact-md"
              variant="default"
              aria-label={texts.letterAndCodeFor(name)}
              onClick={() => onAsk('letter')}
            >
              {texts.letter}
            </Button>
          )}
          <Button
            size="compact-md"
            variant="default"
            aria-label={texts.visibleFor(name)}
            onClick={() => onAsk('consent')}
          >
            {texts.consent}
          </Button>
        </div>
      )}
    </li>
  )
}
