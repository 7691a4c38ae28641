import { Kbd } from '@mantine/core'
import classes from './keys-list.module.css'
import * as texts from './texts.ts'

/** The key that goes with K: ⌘ on Apple's machines, Ctrl elsewhere. */
export const MOD_KEY = /Mac|iPhone|iPad/.test(navigator.userAgent) ? '⌘' : 'Ctrl'

const KEYS: readonly (readonly [keys: readonly string[], does: string])[] = [
  [[MOD_KEY, 'K'], texts.findKey],
  [['↑', '↓'], texts.moveKey],
  [['Enter'], texts.openTheSelectedItem],
  [['Space'], texts.selectKey],
  [['Esc'], texts.closeKey],
  [['?'], texts.showKeyboardShortcuts],
]

export function KeysList() {
  return (
    <dl className={classes.keys}>
      {KEYS.map(([keys, does]) => (
        <div key={does} className={classes.row}>
          <dt>
            {keys.map((key) => (
              <Kbd key={key}>{key}</Kbd>
            ))}
          </dt>
          <dd>{does}</dd>
        </div>
      ))}
    </dl>
  )
}
