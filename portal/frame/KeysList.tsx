import { Kbd } from '@mantine/core'
import classes from './keys-list.module.css'

/** The key that goes with K: ⌘ on Apple's machines, Ctrl elsewhere. */
export const MOD_KEY = /Mac|iPhone|iPad/.test(navigator.userAgent) ? '⌘' : 'Ctrl'

const KEYS: readonly (readonly [keys: readonly string[], does: string])[] = [
  [[MOD_KEY, 'K'], 'Find an order, patient, test or page'],
  [['↑', '↓'], 'Go up and down a list'],
  [['Enter'], 'Open what is chosen'],
  [['Space'], 'Select an order of the list; with Shift all up to it'],
  [['Esc'], 'Close a dialog or menu'],
  [['?'], 'Show the keys'],
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
