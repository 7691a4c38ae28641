import { Button, Drawer, Text } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { type ReactNode, useDeferredValue } from 'react'
import { PriceInBar, PricePanel } from '../coverage/PricePanel.tsx'
import { useFormState, usePoints } from '../draft/form-context.ts'
import { needsInWords } from '../section-words.ts'
import { NeedsHead, NeedsList, TurnaroundAndPrice } from './NeedsPanel.tsx'
import classes from './panel.module.css'
import { SaveState } from './SaveState.tsx'
import * as texts from './texts.ts'

interface BottomBarProps {
  submit: ReactNode
  /** Why it cannot be submitted by this user. */
  reason: string | null
  retrying: boolean
}

/** On a narrow window the panel is a bar at the bottom; what is left opens in a drawer. */
export function BottomBar({ submit, reason, retrying }: BottomBarProps) {
  const [opened, drawer] = useDisclosure(false)
  const points = useDeferredValue(usePoints())
  const left = useDeferredValue(useFormState((state) => state.left))
  return (
    <>
      <section className={classes.bar} aria-label={texts.thisOrder}>
        <div className={classes.barState}>
          <Button variant="subtle" size="compact-sm" px={0} onClick={drawer.open}>
            {needsInWords(points, left)}
          </Button>
          <PriceInBar />
          <SaveState retrying={retrying} />
        </div>
        {submit}
      </section>
      <Drawer
        opened={opened}
        onClose={drawer.close}
        position="bottom"
        size="75%"
        title={texts.thisOrder}
        transitionProps={{ duration: 0 }}
        closeButtonProps={{ 'aria-label': texts.close }}
      >
        {reason && (
          <Text size="sm" mb="md">
            {reason}
          </Text>
        )}
        <NeedsHead />
        <NeedsList onJump={drawer.close} />
        <TurnaroundAndPrice />
        <PricePanel />
      </Drawer>
    </>
  )
}
