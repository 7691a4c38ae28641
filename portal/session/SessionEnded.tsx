import { Group, Modal } from '@mantine/core'
import { useRouter } from '@tanstack/react-router'
import { LogInButton } from './LogButtons.tsx'
import * as texts from './texts.ts'

/** Over the page, which stays as it is: nothing typed is lost by being told. */
export function SessionEnded() {
  const router = useRouter()
  return (
    <Modal
      opened
      onClose={() => {}}
      title={texts.yourSessionHasEnded}
      withCloseButton={false}
      closeOnEscape={false}
      closeOnClickOutside={false}
    >
      <p>{texts.sessionEndedHint}</p>
      <Group justify="flex-end">
        <LogInButton returnTo={router.history.location.href}>{texts.logIn}</LogInButton>
      </Group>
    </Modal>
  )
}
