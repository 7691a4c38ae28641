import { Button } from '@mantine/core'
import type { MemberKey } from '#domain/family/document.ts'
import classes from './additions.module.css'
import { ADDITIONS, HALF_SIBLING } from './additions.ts'
import * as texts from './texts.ts'
import { useFamilyActions } from './use-family-actions.tsx'

/** Who can be added round somebody, and which way they can be moved in the drawing: buttons with their keys. */
export function AdditionButtons({ member }: { member: MemberKey }) {
  const { add, move, neighbors } = useFamilyActions()
  const { left, right } = neighbors(member)
  return (
    <fieldset className={classes.additions} aria-label={texts.add}>
      {[...ADDITIONS, HALF_SIBLING].map(({ letter, label }) => (
        <Button key={letter} variant="default" onClick={() => add(letter, member)} aria-keyshortcuts={letter}>
          {label}
          <kbd className={classes.letter}>{letter}</kbd>
        </Button>
      ))}
      <Button
        variant="default"
        disabled={left === null}
        onClick={() => move(member, 'left')}
        aria-keyshortcuts="Shift+ArrowLeft"
      >
        {texts.moveLeft}
      </Button>
      <Button
        variant="default"
        disabled={right === null}
        onClick={() => move(member, 'right')}
        aria-keyshortcuts="Shift+ArrowRight"
      >
        {texts.moveRight}
      </Button>
    </fieldset>
  )
}
