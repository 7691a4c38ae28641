import type { FormWords } from '../words/words.ts'
import { itemName } from './error-words.ts'
import classes from './form.module.css'
import { controlOf, type Item } from './typed.ts'

interface StillNeededProps {
  words: FormWords
  begun: boolean
  missing: readonly Item[]
  goTo(item: Item): void
}

/** Why the button does not work yet, each line a way to its field; once somebody has begun. */
export function StillNeeded({ words, begun, missing, goTo }: StillNeededProps) {
  if (!begun || missing.length === 0) return null
  return (
    <div className={classes.needed}>
      <p id="needed">{words.stillNeeded}</p>
      <ul aria-labelledby="needed">
        {missing.map((item) => (
          <li key={item}>
            <a
              href={`#${controlOf(item)}`}
              onClick={(event) => {
                event.preventDefault()
                goTo(item)
              }}
            >
              {itemName(words, item)}
            </a>
          </li>
        ))}
      </ul>
    </div>
  )
}
