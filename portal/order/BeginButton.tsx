import { Button, type ButtonProps, type ElementProps, Stack, Text } from '@mantine/core'
import { useId } from 'react'
import { takesOnlineOrders } from '#portal/frame/entries.ts'
import { useSession } from '#portal/session/session.ts'
import * as texts from './texts.ts'

type BeginButtonProps = ButtonProps & ElementProps<'button', keyof ButtonProps>

/** A button that begins an order; where none is begun in the portal, it cannot be pressed and says so. */
export function BeginButton(props: BeginButtonProps) {
  const isTaken = takesOnlineOrders(useSession())
  const reason = useId()
  if (isTaken) return <Button {...props} />
  return (
    <Stack gap={4} align="flex-start">
      <Button {...props} disabled aria-describedby={reason} />
      <Text id={reason} size="xs" c="dimmed">
        {texts.notInPortal}
      </Text>
    </Stack>
  )
}
